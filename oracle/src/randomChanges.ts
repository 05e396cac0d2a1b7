import type { Chance } from './chance.ts'
import type { RawMachine } from './referencePlant.ts'
import type { RawChange } from './referenceSettings.ts'
import type { StateKind } from './referenceStates.ts'

const minute = 60_000
/** At six moments. */
const changesOfPlant = 20
const kinds: readonly StateKind[] = [
  'run',
  'alarm',
  'idle',
  'ancillary',
  'unknown',
  'runWhileCounting',
]

/** By which rules figures are: never entered, revised from long before, or changed in the midst of the records (D111, D114). */
export function randomRules(
  { from, to }: { readonly from: number; readonly to: number },
  chance: Chance,
): RawChange[] {
  const entry = (value: 'earlier' | 'revised', at: number): RawChange => ({
    kind: 'rules',
    value,
    at,
  })
  const inside = () => Math.floor(chance.whole(from, to) / minute) * minute
  const before = entry('revised', Math.floor(from / minute) * minute - 1_000 * minute)
  return chance.one([
    [],
    [before],
    [before],
    [entry('revised', inside())],
    [before, entry('earlier', inside())],
  ])
}

/** Changes of settings in the midst of the records, some of one key and minute, some of what nothing is set for (D98). */
export function randomChanges(
  machines: readonly RawMachine[],
  products: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
  chance: Chance,
): RawChange[] {
  const moments = Array.from(
    { length: 6 },
    () => Math.floor(chance.whole(from, to) / minute) * minute,
  )
  return Array.from({ length: changesOfPlant }, (): RawChange => {
    const at = chance.one(moments)
    const machine = chance.one(machines)
    if (chance.percent(15)) {
      const value = chance.one(['', 'L1', 'L2', 'L3'])
      return { kind: 'line', serialNo: machine.serialNo, value, at }
    }
    const speed = chance.percent(15) ? null : chance.one([2, 4, 7.5, 15, 37.5, 60, 120])
    if (chance.percent(45)) {
      const named = chance.percent(85) ? { product: chance.one(products) } : undefined
      const whose = named ? chance.one(['machine', 'type', 'client']) : 'machine'
      const key =
        whose === 'machine'
          ? { serialNo: machine.serialNo }
          : whose === 'type'
            ? { type: machine.type.label }
            : {}
      return { kind: 'targetSpeed', ...key, ...named, value: speed, at }
    }
    const kind = chance.one(['holdLimit', 'designSpeed', 'stopThreshold', 'category'] as const)
    // Thresholds of a type have dates of their own.
    const own =
      chance.percent(50) || (kind === 'stopThreshold' && machine.type.thresholds.length > 0)
    const key = own ? { serialNo: machine.serialNo } : { type: machine.type.label }
    const when = own ? at : wallOf(at)
    switch (kind) {
      case 'holdLimit':
        return {
          kind: 'holdLimit',
          ...key,
          value: chance.one([null, 1_000, 30_000, 600_000, 7_200_000]),
          at: when,
        }
      case 'designSpeed':
        return { kind: 'designSpeed', ...key, value: speed, at: when }
      case 'stopThreshold':
        return {
          kind: 'stopThreshold',
          ...key,
          value: chance.one([null, 10, 60, 300, 3_600]),
          at: when,
        }
      default: {
        const code = chance.one([5, 8, 10, 16, 19, 20, 25, 40, 99])
        const value = chance.percent(20) ? null : chance.one(kinds)
        return { kind: 'category', ...key, code, value, at: when }
      }
    }
  })
}

/** What a clock may show then, in no certain zone: also times that a day of the client does not have, or has twice. */
function wallOf(at: number) {
  const text = new Date(at).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16) }
}
