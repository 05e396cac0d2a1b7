/** What a second of machine time counts as (D13); offline is the time without valid data (D11). */
export type TimeKind = 'run' | 'alarm' | 'idle' | 'ancillary' | 'unknown' | 'offline'
/** What a state gives to its time; a warning runs while packs are being counted and is an alarm otherwise (D13). */
export type StateKind = 'run' | 'alarm' | 'idle' | 'ancillary' | 'unknown' | 'runWhileCounting'

/** The names of the 26 states, in the order of their codes (specification §4). */
const names = [
  ['Aborting', 'Clearing', 'Aborted', 'Completed', 'Stopped', 'Stopping', 'Resetting', 'Idle'],
  ['Starting', 'Execute', 'Completing', 'Holding', 'Held (No Production)', 'Unholding'],
  ['Suspending', 'Suspended', 'Unsuspending', 'Pack Block', 'Downstream', 'Low Film', 'Film Snap'],
  ['Reg Film Alarm', 'Min Pack', 'Max Pack', 'Seal Over Value', 'Seal Under Value'],
].flat()

/** Before a machine ever reported its state. */
export const neverReported = -1

/** A state as people read it; a code that is not in the table is shown as its number. */
export function stateName(code: number): string {
  return names[code - 1] ?? (code === neverReported ? 'Unknown' : `State ${code}`)
}

/** The code of a state name, to the letter; undefined for any other text (D17). */
export function stateCode(name: string): number | undefined {
  const index = names.indexOf(name)
  return index < 0 ? undefined : index + 1
}

/** D13: the category of each code; any other code is unknown. A machine type may say otherwise. */
export function kindOfState(
  code: number,
  overrides: Readonly<Record<number, StateKind>>,
): StateKind {
  const override = overrides[code]
  if (override !== undefined) return override
  if ([10, 11].includes(code)) return 'run'
  if ([20, 23, 24, 25, 26].includes(code)) return 'runWhileCounting'
  if ([1, 2, 3, 18, 21, 22].includes(code)) return 'alarm'
  if ([4, 5, 8, 13, 16, 19].includes(code)) return 'idle'
  if ([6, 7, 9, 12, 14, 15, 17].includes(code)) return 'ancillary'
  return 'unknown'
}

/** D13: the machine is healthy, the line is not. */
export const isExternal = (code: number) => [15, 16, 17, 19].includes(code)

/** A sample of a session: when it came, and the time that it carried; null: none. */
export type SessionSample = { readonly receivedAt: number; readonly time: number | null }

/**
 * Where the empty sample stands that is written for a machine whose session lives and says nothing, from the words of the rule: at
 * receipt − what the clock of the session is behind, if that is more than 5 s, as the least of its last 20 samples with a time; at the
 * receipt where no sample has a time, or its clock is not behind; null, which is none, before the first sample.
 */
export function referenceAlive(
  samples: readonly SessionSample[],
  receivedAt: number,
): number | null {
  if (samples.length === 0) return null
  const timed = samples.filter(({ time }) => time !== null).slice(-20)
  if (timed.length === 0) return receivedAt
  const differences = timed.map((one) => one.receivedAt - (one.time ?? one.receivedAt))
  const least = differences.sort((a, b) => a - b)[0] ?? 0
  return least > 5_000 ? receivedAt - least : receivedAt
}
