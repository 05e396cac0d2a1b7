import { isStandingTime } from '@packboard/model'
import { scaled } from '../clickhouse/readRows.ts'
import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { categoryOf } from '../ledger/fold/ledgerMinute.ts'
import { minuteFrom, minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import { type MachineStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import { contextColumns } from '../ledger/store/readPieces.ts'
import { checkRows } from './answerRows.ts'
import { foldStretches } from './foldRaw.ts'
import type { MovedTime } from './movedTimes.ts'
import type { FoldEvent } from './namedFold.ts'
import { mostTimes } from './pieceTimes.ts'
import { keysOf, placeOfMinute } from './rowKeys.ts'
import { type CountPlaces, isMoved, type Place } from './unplannedSpans.ts'

const sql = `
  SELECT machine_id AS machineId, place, toInt64(min(at)) * 1000 AS first, state, category, product, tool, user,
    causeGroup, cause, toString(sum(packs)) AS packsText, toString(sum(rejects)) AS rejectsText
  FROM (
    SELECT machine_id, ${placeOfMinute} AS place, toUnixTimestamp(minute) AS at, pieces.state AS state, pieces.category AS category, pieces.product AS product,
      pieces.tool AS tool, pieces.cause_group AS causeGroup, pieces.cause AS cause, pieces.packs AS packs,
      pieces.rejects AS rejects, if({byUser:UInt8} = 1, pieces.user, '') AS user
    FROM minute_ledger FINAL
    ARRAY JOIN pieces
    PREWHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
      AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
      AND ${placeOfMinute} > 0
    WHERE (pieces.packs > 0 OR pieces.rejects > 0) AND pieces.category IN ('idle', 'alarm', 'ancillary')
  )
  GROUP BY machine_id, place, state, category, product, tool, causeGroup, cause, user
  LIMIT {most:UInt32}
` as const

const columns = {
  machineId: 'UInt32',
  place: 'UInt32',
  first: 'Int64',
  ...contextColumns,
  packsText: 'String',
  rejectsText: 'Nullable(String)',
} as const

/** Whole minutes of a machine: all of them are of the place, or they are to be folded. */
type Minutes = {
  readonly clientId: number
  readonly machineId: number
  readonly from: number
  readonly to: number
  readonly of: Place | null
}

/**
 * What machines counted while they stood under labels and modes, and where it belongs (D111). Minutes inside of a label are read as sums;
 * those at its ends are folded from raw where anything was counted in them. Only these minutes are read.
 */
export async function movedCounts(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly MachineStretch[],
  places: CountPlaces,
  byUser: boolean,
): Promise<MovedTime[]> {
  const minutes = stretches.flatMap((stretch) => minutesOf(stretch, places))
  const found: MovedTime[] = []
  const folded: Minutes[] = []
  const wanted = minutes.map((one, index) => ({ ...one, place: index + 1 }))
  for (const { edges, places: numbers, machineIds } of keysOf(wanted)) {
    const own = stretches.filter(({ machineId }) => machineIds.includes(machineId))
    const params = { ...stretchLists(own), edges, places: numbers, byUser: byUser ? 1 : 0 }
    const question = { name: 'read.movedCounts', sql, columns }
    await selectRows(
      context,
      { ...question, params: { ...params, most: mostTimes + 1 } },
      (rows) => {
        for (const { place, first, category, packsText, rejectsText, ...row } of rows) {
          const part = minutes[place - 1]
          if (part === undefined) continue
          if (part.of === null) {
            if (folded.at(-1) !== part) folded.push(part)
            continue
          }
          const counts = {
            packs: scaled(packsText, 9),
            rejects: rejectsText === null ? null : scaled(rejectsText, 9),
          }
          const at = Number(first)
          found.push({
            ...row,
            ...counts,
            category: categoryOf(category),
            at,
            ms: 0,
            place: part.of,
          })
        }
        checkRows(found.length + folded.length, mostTimes)
      },
    )
  }
  const own = [...new Set(folded)]
  const how = { named: true, keeps: isStandingCount } as const
  for (const event of (await foldStretches(context, view, own, how)).flat()) {
    const place = places.movedAt(event.machineId, event.to)
    if (place !== undefined) found.push({ ...event, at: event.to, ms: 0, place })
  }
  return found
}

/** What was counted while the machine was seen to stand. */
export const isStandingCount = ({ ms, packs, rejects, category }: FoldEvent): boolean =>
  ms === 0 && (packs > 0n || (rejects ?? 0n) > 0n) && isStandingTime(category)

/** The minutes in which labels and modes may decide, each once: in order, without overlap. */
function minutesOf(stretch: MachineStretch, places: CountPlaces): Minutes[] {
  const { clientId, machineId, from: begin, to: end } = stretch
  if (end === null) return []
  const found: Minutes[] = []
  const atEdges = new Set<number>()
  const isEdge = (at: number) => places.plain.isEdge(machineId, at)
  // A reading at the beginning of the stretch may be judged by the moment before.
  for (const { from, to, place } of places.exact.piecesOf(machineId, begin - 1, end)) {
    if (!isMoved(place)) continue
    const first = from % minuteMs !== 0 || isEdge(from) ? minuteFrom(from) : from + minuteMs
    const last = minuteOf(to)
    if (first < last) found.push({ clientId, machineId, from: first, to: last, of: place })
    if (minuteOf(from) < first) atEdges.add(minuteOf(from))
    if (last >= first && !(last === to && isEdge(to))) atEdges.add(last)
  }
  for (const from of atEdges) {
    if (from < begin || from >= end) continue
    found.push({ clientId, machineId, from, to: from + minuteMs, of: null })
  }
  return found.sort((a, b) => a.from - b.from)
}
