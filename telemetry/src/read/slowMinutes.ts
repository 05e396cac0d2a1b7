import type { ClientScope, Period } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import { minuteMs } from '../ledger/fold/minute.ts'
import { minuteInStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import type { MachineTime } from './heldStates.ts'
import { readWindow } from './readWindow.ts'
import type { WindowOfMachines } from './windowQuestion.ts'

/** The target speed of a product on a machine, in packs per minute. */
export type ProductTarget = {
  readonly machineId: number
  readonly product: string
  readonly ppm: number
}

/**
 * Minutes in a row in which a machine ran, and ran slower than a share of its target over the time with a known speed and target, for each of
 * some shares. The first and the last of a machine come however short they are: they may go on in what is read elsewhere.
 */
const sql = `
  WITH
    speeds AS (
      SELECT machine_id, toInt64(toUnixTimestamp(minute)) * 1000 AS start,
        arrayMap((product, category) ->
          if(category = 'run', transform(concat(toString(machine_id), '|', product), {keys:Array(String)}, {targets:Array(Float64)}, 0.), 0.),
          pieces.product, pieces.category) AS targets,
        arraySum((target, ms, speedless) -> target * (toFloat64(ms) - toFloat64(speedless)),
          targets, pieces.ms, pieces.speedless_ms) AS due,
        arraySum((target, sum) -> if(target > 0, toFloat64(sum), 0.), targets, pieces.speed_sum) AS made
      FROM minute_ledger FINAL
      WHERE ${minuteInStretch}
    ),
    slow AS (
      SELECT machine_id, start, share
      FROM speeds
      ARRAY JOIN arrayFilter(one -> due * one - made > 0, {shares:Array(Float64)}) AS share
    ),
    lanes AS (
      SELECT machine_id, share, arraySort(groupArray(start)) AS starts,
        arrayMap((begin, before) -> begin - before != 60000,
          starts, arrayPushFront(arrayPopBack(starts), toInt64(-1))) AS breaks,
        arrayFilter((at, isFirst) -> isFirst, starts, breaks) AS begun,
        arrayFilter((at, isLast) -> isLast, starts, arrayPushBack(arrayPopFront(breaks), 1)) AS ended
      FROM slow
      GROUP BY machine_id, share
    )
  SELECT machine_id AS machineId, share, toFloat64(begin) AS from, toFloat64(end + 60000) AS to
  FROM lanes
  ARRAY JOIN begun AS begin, ended AS end, arrayEnumerate(begun) AS place
  WHERE end + 60000 - begin >= {least:Int64} OR place = 1 OR place = length(begun)
  ORDER BY machineId, share, from
  LIMIT {most:UInt32}
` as const

const columns = {
  machineId: 'UInt32',
  share: 'Float64',
  from: 'Float64',
  to: 'Float64',
} as const

/** Times by machine. */
type TimesOf = ReadonlyMap<number, readonly MachineTime[]>

/** When machines ran slower than each of some shares of their target, by whole minutes of the window and at least so long, in order. */
export async function slowMinutes(
  telemetry: Telemetry,
  scope: ClientScope,
  {
    targets,
    shares,
    leastMs,
    ...question
  }: WindowOfMachines & {
    readonly targets: readonly ProductTarget[]
    readonly shares: readonly number[]
    readonly leastMs: number
  },
): Promise<ReadonlyMap<number, TimesOf>> {
  const targetOf = new Map(targets.map((one) => [`${one.machineId}|${one.product}`, one.ppm]))
  const wantedShares = [...new Set(shares)]
  const found = await readWindow<Slow>(telemetry, scope, question, {
    named: false,
    begin: () => ({ times: [], missing: new Map() }),
    rows: async ({ times }, stretches) => {
      const most = answerRows.spans
      const params = {
        ...stretchLists(stretches),
        ...{ keys: ['', ...targetOf.keys()], targets: [0, ...targetOf.values()] },
        ...{ shares: wantedShares, least: BigInt(leastMs), most: most + 1 },
      }
      const query = { name: 'read.slowMinutes', sql, params, columns }
      await selectRows(telemetry.context, query, (rows) => {
        for (const row of rows) times.push(row)
        checkRows(times.length, most)
      })
    },
    events: ({ missing }, events) => {
      for (const event of events) {
        const { machineId, product, category, from, to, ms, speed, recovered } = event
        const ppm = targetOf.get(`${machineId}|${product}`) ?? 0
        if (ms <= 0 || category !== 'run' || speed === null || recovered !== null) continue
        if (ppm <= 0) continue
        const own = missing.get(machineId) ?? new Map<number, MinuteSpeed>()
        missing.set(machineId, own)
        for (let at = from; at < to; at = nextMinute(at)) {
          const minute = Math.floor(at / minuteMs) * minuteMs
          const part = Math.min(to, nextMinute(at)) - at
          const before = own.get(minute) ?? { due: 0, made: 0 }
          own.set(minute, {
            due: before.due + ppm * part,
            made: before.made + (speed / 1e6) * part,
          })
        }
      }
    },
  })
  const wanted = Math.max(leastMs, minuteMs)
  return new Map(
    wantedShares.map((share) => {
      const rows = found.times.filter((time) => time.share === share)
      const joined = joinedMinutes([...rows, ...newestTimes(found, question.period, share)])
      return [
        share,
        new Map(
          [...joined].map(([id, own]) => [id, own.filter(({ from, to }) => to - from >= wanted)]),
        ),
      ]
    }),
  )
}

type SlowTime = MachineTime & { readonly machineId: number }
/** Of the time with a known speed and target, in packs per minute × ms. */
type MinuteSpeed = { readonly due: number; readonly made: number }
/** What the ledger says, and the speed of the minutes that it does not have yet. */
type Slow = {
  readonly times: (SlowTime & { readonly share: number })[]
  readonly missing: Map<number, Map<number, MinuteSpeed>>
}

const nextMinute = (at: number) => (Math.floor(at / minuteMs) + 1) * minuteMs

function newestTimes({ missing }: Slow, { from, to }: Period, share: number): SlowTime[] {
  return [...missing].flatMap(([machineId, minutes]) =>
    [...minutes]
      .filter(
        ([at, { due, made }]) =>
          due * share - made > 0 && at >= from.getTime() && at + minuteMs <= to.getTime(),
      )
      .map(([at]) => ({ machineId, from: at, to: at + minuteMs })),
  )
}

function joinedMinutes(times: readonly SlowTime[]): Map<number, { from: number; to: number }[]> {
  const joined = new Map<number, { from: number; to: number }[]>()
  for (const { machineId, from, to } of times.toSorted((a, b) => a.from - b.from)) {
    const own = joined.get(machineId) ?? []
    joined.set(machineId, own)
    const last = own.at(-1)
    if (last !== undefined && last.to === from) last.to = to
    else own.push({ from, to })
  }
  return joined
}
