import type { QuarantineReason } from '@packboard/model'

/** Why a record was not accepted. */
export type Refusal = {
  readonly reason: QuarantineReason
  readonly detail: string
  /** Of a message of MQTT. */
  readonly topic?: string | undefined
}

/** What to do about a record that was not accepted. */
export function adviceOf({ reason, detail, topic }: Refusal): QuarantineReason | 'unknownState' {
  // A tag of the state that could not be read is one that the dictionary does not hold; where the topic names no tag, the
  // detail says it.
  const isState =
    reason === 'malformed' &&
    (/\/Status\/StateCurrent(Str)?$/.test(topic ?? '') ||
      detail.includes('dictionary holds no state'))
  return isState ? 'unknownState' : reason
}
