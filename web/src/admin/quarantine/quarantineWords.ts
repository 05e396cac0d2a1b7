import type { QuarantineReason } from '@packboard/model'
import type { Say } from '../../i18n/sayIn.ts'

const sources = ['http', 'mqttJson', 'packmlTags', 'sparkplug', 'opcua', 'mqtt', 'file'] as const

/** Why a record was quarantined. */
export function reasonWord(say: Say<'quarantine'>, reason: QuarantineReason): string {
  return say(`reason.${reason}`)
}

/** The transport of a record; one that the screens do not know is shown as it was stored. */
export function sourceWord(say: Say<'quarantine'>, word: string): string {
  const source = sources.find((each) => each === word)
  return source === undefined ? word : say(`source.${source}`)
}
