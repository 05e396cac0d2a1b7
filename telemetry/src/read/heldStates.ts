import { type ClientScope, recoveredState } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import { minuteInStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { readWindow } from './readWindow.ts'
import type { WindowOfMachines } from './windowQuestion.ts'

/** A time of a machine, ms since 1970. */
export type MachineTime = { readonly from: number; readonly to: number }

/**
 * Neighbours in the wanted states are one time, and the others are left out. Of a machine the first and the last time come however short they
 * are: they may go on in what is read elsewhere. What was recovered of gaps was not observed (D71).
 */
const sql = `
  WITH
    parts AS (
      SELECT machine_id,
        toUInt8({anyState:UInt8} = 1 OR has({states:Array(Int32)}, spans.state)) AS held,
        toInt64(toUnixTimestamp(minute)) * 1000 + spans.from_ms AS begins,
        toInt64(toUnixTimestamp(minute)) * 1000 + spans.to_ms AS ends
      FROM minute_ledger FINAL
      ARRAY JOIN spans
      WHERE ${minuteInStretch} AND spans.state != {recovered:Int32}
    ),
    lanes AS (
      SELECT machine_id, arraySort(part -> part.1, groupArray((begins, ends, held))) AS lane,
        lane.1 AS froms, lane.2 AS tos, lane.3 AS holds,
        arrayMap(
          (begin, end, code, other) -> begin - end >= {leastGap:Int64} OR code != other,
          froms, arrayPushFront(arrayPopBack(tos), toInt64(-1000000000000)),
          holds, arrayPushFront(arrayPopBack(holds), toUInt8(0))
        ) AS breaks,
        arrayFilter((at, isFirst) -> isFirst, froms, breaks) AS begun,
        arrayFilter((at, isLast) -> isLast, tos, arrayPushBack(arrayPopFront(breaks), 1)) AS ended,
        arrayFilter((code, isFirst) -> isFirst, holds, breaks) AS codes
      FROM parts
      GROUP BY machine_id
    )
  SELECT machine_id AS machineId, toFloat64(begin) AS from, toFloat64(end) AS to
  FROM lanes
  ARRAY JOIN begun AS begin, ended AS end, codes AS code, arrayEnumerate(begun) AS place
  WHERE code = 1
    AND (end - begin >= {least:Int64} OR place = 1 OR place = length(begun))
  ORDER BY machineId, from
  LIMIT {most:UInt32}
` as const

const columns = { machineId: 'UInt32', from: 'Float64', to: 'Float64' } as const

type HeldQuestion = WindowOfMachines & {
  /** Codes of states; undefined: any, which is the time that was observed. */
  readonly states?: readonly number[] | undefined
  /** Shorter times are left out. */
  readonly leastMs: number
  /** Times with a shorter gap between them are one. */
  readonly leastGapMs: number
}

/** The times in which machines were in one of some states without a break, in order; a machine without any is absent. */
export async function heldStates(
  telemetry: Telemetry,
  scope: ClientScope,
  { states, leastMs, leastGapMs, ...question }: HeldQuestion,
): Promise<ReadonlyMap<number, readonly MachineTime[]>> {
  const wanted = states && new Set(states)
  const isWanted = (state: number) =>
    state !== recoveredState && (wanted === undefined || wanted.has(state))
  const found = await readWindow<Map<number, MachineTime[]>>(telemetry, scope, question, {
    named: false,
    begin: () => new Map(),
    rows: async (times, stretches) => {
      let count = 0
      const most = answerRows.spans
      const params = {
        ...stretchLists(stretches),
        anyState: states === undefined ? 1 : 0,
        states: [...(states ?? [])],
        recovered: recoveredState,
        least: BigInt(leastMs),
        leastGap: BigInt(leastGapMs),
        most: most + 1,
      }
      await selectRows(
        telemetry.context,
        { name: 'read.heldStates', sql, params, columns },
        (rows) => {
          count += rows.length
          checkRows(count, most)
          for (const { machineId, from, to } of rows) add(times, machineId, from, to)
        },
      )
    },
    cachedMinutes: (times, { machineId, from, to }, minutes) => {
      for (const span of minutes.spans(from, to)) {
        if (isWanted(span.state)) add(times, machineId, span.from, span.to)
      }
    },
    events: (times, events) => {
      for (const { machineId, from, to, ms, state, recovered } of events) {
        if (ms > 0 && recovered === null && isWanted(state)) add(times, machineId, from, to)
      }
    },
  })
  const joined = [...found].map(([machineId, own]) => {
    const times = joinedTimes(own, leastGapMs).filter(({ from, to }) => to - from >= leastMs)
    return [machineId, times] as const
  })
  return new Map(joined.filter(([, times]) => times.length > 0))
}

function add(times: Map<number, MachineTime[]>, machineId: number, from: number, to: number) {
  const own = times.get(machineId)
  if (own === undefined) times.set(machineId, [{ from, to }])
  else own.push({ from, to })
}

function joinedTimes(times: readonly MachineTime[], leastGapMs: number): MachineTime[] {
  const joined: { from: number; to: number }[] = []
  for (const { from, to } of times.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last === undefined || from - last.to >= leastGapMs) joined.push({ from, to })
    else last.to = Math.max(last.to, to)
  }
  return joined
}
