import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { ppmOf } from '../ledger/fold/ledgerMinute.ts'
import { hourMs, hourOf } from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { MachineRange } from '../ledger/pieceGrain.ts'
import type { CachedContext } from '../ledger/pieceRows.ts'
import { pieceColumns, pieceOf, pieceSums } from '../ledger/store/readPieces.ts'
import { blockLists, isListed } from '../ledger/store/roundStretch.ts'
import { keysOf, placeOfMinute } from './rowKeys.ts'
import { partsOf } from './timeSteps.ts'

const sql = `
  SELECT place, state, category, product, tool, '' AS user, causeGroup, cause, ${pieceSums}
  FROM (
    SELECT ${placeOfMinute} AS place, pieces.state AS state, pieces.category AS category,
      pieces.product AS product, pieces.tool AS tool, pieces.cause_group AS causeGroup, pieces.cause AS cause,
      pieces.ms AS ms, pieces.packs AS packs, pieces.rejects AS rejects, (pieces.ms - pieces.speedless_ms) AS speed_ms,
      pieces.speed_sum AS speed_sum, pieces.speed_min AS speed_min, pieces.speed_max AS speed_max,
      pieces.samples AS samples, pieces.stops AS stops
    FROM minute_ledger FINAL
    ARRAY JOIN pieces
    PREWHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
      AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
      AND (machine_id, toUInt32(intDiv(toUnixTimestamp(minute), {blockSeconds:UInt32}))) ${isListed}
      AND ${placeOfMinute} > 0
  )
  GROUP BY place, state, category, product, tool, causeGroup, cause
` as const

const columns = { place: 'UInt32', ...pieceColumns } as const

/** More parts of hours than this are not read by themselves. */
const mostParts = 10_000
/** In one query: the engine takes a value of up to 128 KiB. */
const partsAtOnce = 2_000

/** An hour of a machine, and what divides it: one instant or more, in order. */
export type CutHour = MachineRange & { readonly cuts: readonly number[] }

/** The hours of a range of whole hours that have cuts inside; `cuts` are whole minutes in order. */
export function hoursWithCuts(
  { clientId, machineId, from, to }: MachineRange,
  cuts: readonly number[],
): CutHour[] {
  const inside = cuts.filter((cut) => cut > from && cut < to && cut % hourMs !== 0)
  return [...Map.groupBy(inside, hourOf)].map(([hour, own]) => {
    return { clientId, machineId, from: hour, to: hour + hourMs, cuts: own }
  })
}

/**
 * What machines did in the parts of hours that cuts divide, context by context: of all machines and hours in one query, and only what is
 * not in memory. null: they are too many.
 */
export async function cutSums(
  context: TelemetryContext,
  view: LedgerView,
  hours: readonly CutHour[],
): Promise<(readonly [MachineRange, readonly CachedContext[]])[] | null> {
  const parts = hours.flatMap(({ clientId, machineId, cuts, from, to }): MachineRange[] =>
    partsOf(cuts, from, to).map(([from, to]) => ({ clientId, machineId, from, to })),
  )
  if (parts.length > mostParts) return null
  const cache = view.cachedSums?.cutSums
  const found = new Map(parts.map((part) => [part, cache?.of(part, part)]))
  const missing = parts.filter((part) => found.get(part) === undefined)
  for (let first = 0; first < missing.length; first += partsAtOnce) {
    const own = missing.slice(first, first + partsAtOnce)
    const sums = await readParts(context, own)
    for (const [i, part] of own.entries()) {
      const contexts = sums[i] ?? []
      found.set(part, contexts)
      cache?.keep(part, part, contexts, view.readSince)
    }
  }
  return [...found].map(([part, contexts]) => [part, contexts ?? []])
}

async function readParts(
  context: TelemetryContext,
  parts: readonly MachineRange[],
): Promise<CachedContext[][]> {
  const sums = parts.map((): CachedContext[] => [])
  const blocks = blockLists(parts.map((part) => ({ ...part, last: part.to })))
  // A place of the engine begins with 1.
  for (const { edges, places } of keysOf(parts.map((part, i) => ({ ...part, place: i + 1 })))) {
    const params = { ...blocks, edges, places }
    await selectRows(context, { name: 'read.cutSums', sql, params, columns }, (rows) => {
      for (const { place, ...row } of rows) {
        const { user: _, ...piece } = pieceOf(row)
        const speeds = { speedMin: ppmOf(piece.speedMin), speedMax: ppmOf(piece.speedMax) }
        sums[place - 1]?.push({ ...piece, ...speeds })
      }
    })
  }
  return sums
}
