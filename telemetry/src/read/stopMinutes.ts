import { recoveredState } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import type { TimePart } from '../ledger/cachedReads.ts'
import { categoryOf } from '../ledger/fold/ledgerMinute.ts'
import { minuteMs } from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import { type MachineStretch, minuteInStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import { contextColumns } from '../ledger/store/readPieces.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { foldStretches } from './foldRaw.ts'
import type { FoldEvent } from './namedFold.ts'
import {
  type MixedMinute,
  partsOfGroups,
  type StopGroup,
  spansOf,
  spanTexts,
} from './stopGroups.ts'
import { wholeDays } from './timeSteps.ts'

/**
 * What was recovered of gaps belongs to no stop, and no run of it has a place in time: here it is offline (D71). Minutes in a row that were all run are one part, and so are those that were all outside run, also over a gap: both come
 * added up. Minutes with both (`kind` 3) come one by one with their states in order, and so do minutes with time that was recovered; a
 * part ends with each day of UTC that is read whole, and with each hour outside of these.
 */
const sql = `
  WITH
    minutes AS (
      SELECT machine_id, toInt64(toUnixTimestamp(minute)) * 1000 AS start, spans.state,
        toUInt8(arrayExists((category, ms) -> category = 'run' AND ms > 0, pieces.category, pieces.ms)
          + 2 * arrayExists((category, ms) -> category NOT IN ('run', 'offline') AND ms > 0, pieces.category, pieces.ms)) AS kind,
        has(spans.state, {recovered:Int32}) AS hasRecovered,
        start >= transform(machine_id, {machineIds:Array(UInt32)}, {dayStarts:Array(Int64)}, toInt64(0))
          AND start < transform(machine_id, {machineIds:Array(UInt32)}, {dayEnds:Array(Int64)}, toInt64(0)) AS of_day,
        intDiv(start, if(of_day, 86400000, 3600000)) AS step,
        start + spans.from_ms[1] AS begins,
        start + spans.to_ms[-1] AS ends,
        if(kind = 3, ${spanTexts}, '') AS states,
        arrayFilter(piece -> kind > 1 AND piece.8 > 0, arrayZip(pieces.state, pieces.category, pieces.product,
          pieces.tool, pieces.user, pieces.cause_group, pieces.cause, pieces.ms, pieces.stops)) AS done
      FROM minute_ledger FINAL
      PREWHERE ${minuteInStretch}
    ),
    marked AS (
      SELECT *, kind = 3 OR lagInFrame(kind, 1) OVER w != kind
        OR hasRecovered OR lagInFrame(hasRecovered, 1) OVER w
        OR lagInFrame(step, 1) OVER w != step AS breaks
      FROM minutes
      WHERE kind > 0 AND NOT arrayAll(state -> state = {recovered:Int32}, spans.state)
      WINDOW w AS (PARTITION BY machine_id ORDER BY start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    ),
    numbered AS (
      SELECT *, sum(breaks) OVER w AS part
      FROM marked
      WINDOW w AS (PARTITION BY machine_id ORDER BY start ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    )
  SELECT machine_id AS machineId, toUInt32(part) AS number, any(kind) AS partKind, toUInt8(any(hasRecovered)) AS recoveredPart,
    toInt64(min(begins)) AS first,
    toInt64(max(ends)) AS last, toInt64(min(start)) AS minuteStart, any(states) AS spanTexts,
    one.1 AS state, one.2 AS category, one.3 AS product, one.4 AS tool, one.5 AS user, one.6 AS causeGroup,
    one.7 AS cause, toInt64(sum(one.8)) AS ms, toInt64(sum(one.9)) AS begun
  FROM numbered
  LEFT ARRAY JOIN done AS one
  GROUP BY machine_id, part, state, category, product, tool, user, causeGroup, cause
  ORDER BY machineId, number
` as const

const columns = {
  machineId: 'UInt32',
  number: 'UInt32',
  partKind: 'UInt8',
  recoveredPart: 'UInt8',
  first: 'Int64',
  last: 'Int64',
  minuteStart: 'Int64',
  spanTexts: 'String',
  ...contextColumns,
  ms: 'Int64',
  begun: 'Int64',
} as const

/** Run and stops of whole minutes in order, machine by machine, as the store has them. */
export async function stopMinutes(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly MachineStretch[],
): Promise<TimePart[]> {
  const { parts, unclear } = partsOfGroups(await groupsOf(context, stretches))
  for (const part of await foldMinutes(context, view, stretches, unclear)) parts.push(part)
  return parts
}

async function groupsOf(
  context: TelemetryContext,
  stretches: readonly MachineStretch[],
): Promise<StopGroup[]> {
  const groups: StopGroup[] = []
  const days = stretches.map(wholeDays)
  let number = -1
  await selectRows(
    context,
    {
      name: 'read.stopMinutes',
      sql,
      params: {
        ...stretchLists(stretches),
        dayStarts: days.map(({ from }) => BigInt(from)),
        dayEnds: days.map(({ to }) => BigInt(to)),
        recovered: recoveredState,
      },
      columns,
      mostGroups: answerRows.stopParts,
    },
    (rows) => {
      for (const row of rows) {
        const [first, last] = [Number(row.first), Number(row.last)]
        let group = groups.at(-1)
        if (group?.machineId !== row.machineId || number !== row.number) {
          number = row.number
          const { machineId, partKind: kind, spanTexts } = row
          const hasRecovered = row.recoveredPart === 1
          const minute = Number(row.minuteStart)
          const spans = spansOf(spanTexts)
          group = { machineId, kind, hasRecovered, minute, first, last, spans, pieces: [] }
          groups.push(group)
        }
        group.first = Math.min(group.first, first)
        group.last = Math.max(group.last, last)
        if (row.partKind === 1) continue
        const { state, product, tool, user, causeGroup, cause } = row
        const [ms, stops] = [Number(row.ms), Number(row.begun)]
        const category = categoryOf(row.category)
        group.pieces.push({ state, category, product, tool, user, causeGroup, cause, ms, stops })
      }
    },
  )
  return groups
}

/** Whole minutes from the raw records, each part one event; all minutes with one query of each kind. */
export async function foldMinutes(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly MachineStretch[],
  minutes: readonly Pick<MixedMinute, 'machineId' | 'minute'>[],
): Promise<TimePart[]> {
  checkRows(minutes.length, answerRows.foldedMinutes)
  const clientOf = new Map(stretches.map(({ clientId, machineId }) => [machineId, clientId]))
  const folded = minutes.map(({ machineId, minute }) => {
    const clientId = clientOf.get(machineId)
    if (clientId === undefined) throw new Error('A row of a machine that was not requested')
    return { clientId, machineId, from: minute, to: minute + minuteMs }
  })
  const events = await foldStretches(context, view, folded, { named: true })
  return events.flat().flatMap(stopPart)
}

/** Run or a part of a stop. What was recovered of gaps belongs to no stop, and no run of it has a place in time (D71). */
export function stopPart(event: FoldEvent): TimePart[] {
  const { machineId, from, to, state, category, product, tool, user, ms, stops } = event
  if (ms === 0 || event.recovered !== null) return []
  const { causeGroup, cause } = event
  const time = { state, category, product, tool, user, ms, stops }
  const stood = category === 'run' ? null : { causeGroup, cause, times: [time] }
  return [{ machineId, from, to, stood }]
}
