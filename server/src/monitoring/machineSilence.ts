import type { DirectoryMachine } from '@packboard/ingest'

/** From here on a machine is silent for a day: longer than a night, shorter than a weekend. */
const dayMs = 24 * 3_600_000

/** How many machines send; each machine is in one of them. */
export type MachineSilence = {
  /** Its newest record is within its hold limit (D11). */
  readonly sending: number
  /** OFFLINE, for less than a day. */
  readonly silent: number
  readonly silent_for_a_day: number
  /** It never sent a record. */
  readonly never: number
}

/** Counts the machines by the time of their newest record; a clock that is a little ahead counts as now. */
export function machineSilence(
  machines: Iterable<Pick<DirectoryMachine, 'machineId' | 'holdMs'>>,
  newest: ReadonlyMap<number, number>,
  now: number,
): MachineSilence {
  const counts = { sending: 0, silent: 0, silent_for_a_day: 0, never: 0 }
  for (const { machineId, holdMs } of machines) {
    const at = newest.get(machineId)
    if (at === undefined) counts.never += 1
    else if (now - at <= holdMs) counts.sending += 1
    else if (now - at <= dayMs) counts.silent += 1
    else counts.silent_for_a_day += 1
  }
  return counts
}

/** How old the newest record of these machines is, ms; undefined before the first one. */
export function newestAge(
  machines: Iterable<Pick<DirectoryMachine, 'machineId'>>,
  newest: ReadonlyMap<number, number>,
  now: number,
): number | undefined {
  let latest = Number.NEGATIVE_INFINITY
  for (const { machineId } of machines) latest = Math.max(latest, newest.get(machineId) ?? latest)
  return Number.isFinite(latest) ? Math.max(0, now - latest) : undefined
}
