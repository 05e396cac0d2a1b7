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

/** What is read is chosen by quarters of an hour: a stretch is rarely longer than two of them. */
export const blockMs = 15 * minuteMs
/** Of a stretch that begins after a silence of months the blocks are longer; what is read too much is left out here. */
const mostBlocks = 10_000
const longestBlockMs = 4 ** 6 * blockMs

/** Stretches as the blocks that they touch, for one constant SQL text; longer blocks where there would be too many. */
export function blockLists(stretches: readonly RoundStretch[]) {
  const ends = stretches.map(({ from, to, last }) => Math.max(to ?? last + 1, from + 1))
  const countOf = (ms: number) =>
    stretches.reduce((sum, { from }, i) => sum + Math.ceil(((ends[i] ?? 0) - from) / ms) + 1, 0)
  let ms = blockMs
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
