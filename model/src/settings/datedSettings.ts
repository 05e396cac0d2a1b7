import { resolveWallTime } from '../zones.ts'

/** What moves figures and has a date (D98). */
export const settingKinds = [
  'targetSpeed',
  'holdLimit',
  'designSpeed',
  'stopThreshold',
  'category',
  'line',
  'rules',
] as const
export type SettingKind = (typeof settingKinds)[number]

/**
 * By which rules the figures of a client are: `earlier`, as they were before the rules of D111 and D114 came, or `revised`. A client
 * without an entry has the earlier ones.
 */
export const ruleEditions = ['earlier', 'revised'] as const
export type RuleEdition = (typeof ruleEditions)[number]

/** Those of a client. */
export const clientSettingKinds = ['rules'] as const satisfies readonly SettingKind[]
export type ClientSettingKind = (typeof clientSettingKinds)[number]

/** D55: what one call may enter, how long a reason may be, and how fast a machine may be meant to run. */
export const settingLimits = { entries: 1_000, reasonLength: 200, mostPpm: 1_000_000 } as const

/** A change of the past: how far back it reaches, of how many machines, and for how long its preview may be applied (D98). */
export const previewLimits = { days: 366, machines: 200, minutes: 30 } as const

/** A clock may differ by this much: a change holds from now on or later (D98). */
export const settingToleranceMs = 60_000

/** What holds from an instant on until the next of its list, ms since 1970; −∞: from the beginning. */
export type Step<Value> = { readonly from: number; readonly value: Value }

/** Steps in order, one for each instant: of two entries for one instant the later one of the list wins. */
export function stepsInOrder<Value>(entries: readonly Step<Value>[]): Step<Value>[] {
  const byStart = new Map(entries.map((entry) => [entry.from, entry]))
  return [...byStart.values()].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
}

/** The step that is in force at an instant; undefined before the first. */
export function stepInForce<Value>(
  steps: readonly Step<Value>[],
  at: number,
): Step<Value> | undefined {
  let [low, high] = [0, steps.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const step = steps[middle]
    if (step !== undefined && step.from <= at) low = middle + 1
    else high = middle
  }
  return steps[low - 1]
}

/** A value in force, since when it is, and which of the lists it is from. */
export type InForce<Value> = Step<Value> & { readonly layer: number }

/** The value of the first list that has one at an instant: null means that a list has none. */
export function firstInForce<Value>(
  layers: readonly (readonly Step<Value | null>[])[],
  at: number,
): InForce<Value> | undefined {
  let since = Number.NEGATIVE_INFINITY
  for (const [layer, steps] of layers.entries()) {
    const step = stepInForce(steps, at)
    if (step === undefined) continue
    since = Math.max(since, step.from)
    if (step.value !== null) return { from: since, value: step.value, layer }
  }
  return undefined
}

/** The first whole minute that has not begun, ms since 1970: from then on a change holds that names no time. */
export const nextMinute = (now: number): number => Math.ceil(now / 60_000) * 60_000

/** `YYYY-MM-DD HH:mm` on the clock of a zone as an instant: one that does not exist moves forward, of one that exists twice it is the first (D16). */
export function wallInstant(wall: string, zone: string): number {
  const [date = '', time = ''] = wall.split(' ')
  return resolveWallTime({ date, time }, zone, 'start').at.getTime()
}
