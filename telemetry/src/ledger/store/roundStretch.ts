import { firstPlace } from '../../firstPlace.ts'
import type { LedgerSample } from '../fold/ledgerRecords.ts'
import { minuteMs } from '../fold/minute.ts'
import type { MachineStretch } from './machinePlace.ts'

/** A stretch of a round: of one machine there may be many, as after late records. */
export type RoundStretch = MachineStretch & {
  /** The newest instant of which anything is known of the machine: an open end is there. */
  readonly last: number
}

/** The effective samples of a stretch, in order (D7). */
export type StretchSamples = { readonly count: number; readonly samples: Iterable<LedgerSample> }

/** What is read is chosen by quarters of an hour, or by minutes where no stretch is longer: one is rarely longer than two of them. */
export const blockMs = 15 * minuteMs
/** Of a stretch that begins after a silence of months the blocks are longer; what is read too much is left out here. */
const mostBlocks = 10_000
const longestBlockMs = 4 ** 6 * blockMs

/** Of a pair of machine and block: whether it is one of `blockLists`. */
export const isListed = `IN (
      SELECT pair.1, pair.2
      FROM (SELECT arrayJoin(arrayZip({blockMachines:Array(UInt32)}, {blocks:Array(UInt32)})) AS pair)
    )`

/** Stretches as the blocks that they touch, for one constant SQL text; longer blocks where there would be too many. */
export function blockLists(stretches: readonly RoundStretch[]) {
  const ends = stretches.map(({ from, to, last }) => Math.max(to ?? last + 1, from + 1))
  const countOf = (ms: number) =>
    stretches.reduce((sum, { from }, i) => sum + Math.ceil(((ends[i] ?? 0) - from) / ms) + 1, 0)
  const isMinutes = stretches.every(({ from }, i) => (ends[i] ?? 0) - from <= minuteMs)
  let ms = isMinutes ? minuteMs : blockMs
  while (countOf(ms) > mostBlocks && ms < longestBlockMs) ms *= 4
  const blockMachines: number[] = []
  const blocks: number[] = []
  stretches.forEach(({ machineId, from }, index) => {
    const last = Math.floor(((ends[index] ?? 0) - 1) / ms)
    for (let block = Math.floor(from / ms); block <= last; block += 1) {
      blockMachines.push(machineId)
      blocks.push(block)
    }
  })
  return {
    clientIds: [...new Set(stretches.map(({ clientId }) => clientId))],
    machineIds: [...new Set(stretches.map(({ machineId }) => machineId))],
    blockMachines,
    blocks,
    blockSeconds: ms / 1_000,
    from: new Date(Math.min(...stretches.map(({ from }) => from))),
    to: new Date(Math.max(...ends)),
  }
}

/** The stretches of a list, found by machine and instant. */
type StretchesByMachine = {
  /** The places in the list of those that contain an instant. */
  at(machineId: number, instant: number): number[]
}

export function byMachine(list: readonly MachineStretch[]): StretchesByMachine {
  const ofMachine = Map.groupBy(
    list.map((stretch, index) => ({ stretch, index, reaches: Number.NEGATIVE_INFINITY })),
    ({ stretch }) => stretch.machineId,
  )
  for (const own of ofMachine.values()) {
    own.sort((a, b) => a.stretch.from - b.stretch.from)
    let reaches = Number.NEGATIVE_INFINITY
    for (const one of own) {
      reaches = Math.max(reaches, one.stretch.to ?? Number.POSITIVE_INFINITY)
      one.reaches = reaches
    }
  }
  return {
    at(machineId, instant) {
      const own = ofMachine.get(machineId) ?? []
      const found: number[] = []
      const after = firstPlace(own.length, (one) => (own[one]?.stretch.from ?? 0) > instant)
      // The last one that begins at or before the instant, and those before it that may still reach it.
      for (let place = after - 1; place >= 0; place -= 1) {
        const one = own[place]
        if (!one || one.reaches <= instant) break
        if (one.stretch.to === null || instant < one.stretch.to) found.push(one.index)
      }
      return found
    },
  }
}
