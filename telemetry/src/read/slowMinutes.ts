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
 * Minutes in a row in which a machine ran, and ran slower than a share of its target over the time with a known speed and target. The first
 * and the last of a machine come however short they are: they may go on in what is read elsewhere.
 */
const sql = `
  WITH
    slow AS (
      SELECT machine_id, toInt64(toUnixTimestamp(minute)) * 1000 AS start
      FROM minute_ledger FINAL
      WHERE ${minuteInStretch}
        AND arraySum((product, category, ms, speedless, sum) ->
              if(category = 'run' AND transform(concat(toString(machine_id), '|', product), {keys:Array(String)}, {targets:Array(Float64)}, 0.) > 0,
                transform(concat(toString(machine_id), '|', product), {keys:Array(String)}, {targets:Array(Float64)}, 0.)
                  * (toFloat64(ms) - toFloat64(speedless)) * {share:Float64} - toFloat64(sum), 0.),
              pieces.product, pieces.category, pieces.ms, pieces.speedless_ms, pieces.speed_sum) > 0
    ),
    lanes AS (
      SELECT machine_id, arraySort(groupArray(start)) AS starts,
        arrayMap((begin, before) -> begin - before != 60000,
          starts, arrayPushFront(arrayPopBack(starts), toInt64(-1))) AS breaks,
        arrayFilter((at, isFirst) -> isFirst, starts, breaks) AS begun,
        arrayFilter((at, isLast) -> isLast, starts, arrayPushBack(arrayPopFront(breaks), 1)) AS ended
      FROM slow
      GROUP BY machine_id
    )
  SELECT machine_id AS machineId, toFloat64(begin) AS from, toFloat64(end + 60000) AS to
  FROM lanes
  ARRAY JOIN begun AS begin, ended AS end, arrayEnumerate(begun) AS place
  WHERE end + 60000 - begin >= {least:Int64} OR place = 1 OR place = length(begun)
  ORDER BY machineId, from
  LIMIT {most:UInt32}
` as const

const columns = { machineId: 'UInt32', from: 'Float64', to: 'Float64' } as const

/** When machines ran slower than a share of their target, by whole minutes of the window and at least so long, in order. */
export async function slowMinutes(
  telemetry: Telemetry,
  scope: ClientScope,
  {
    targets,
    share,
    leastMs,
    ...question
  }: WindowOfMachines & {
    readonly targets: readonly ProductTarget[]
    readonly share: number
    readonly leastMs: number
  },
): Promise<ReadonlyMap<number, readonly MachineTime[]>> {
  const targetOf = new Map(targets.map((one) => [`${one.machineId}|${one.product}`, one.ppm]))
  const found = await readWindow<Slow>(telemetry, scope, question, {
    named: false,
    begin: () => ({ times: [], missing: new Map() }),
    rows: async ({ times }, stretches) => {
      const most = answerRows.spans
      const params = {
        ...stretchLists(stretches),
        ...{ keys: ['', ...targetOf.keys()], targets: [0, ...targetOf.values()] },
        ...{ share, least: BigInt(leastMs), most: most + 1 },
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
        const own = missing.get(machineId) ?? new Map<number, number>()
        missing.set(machineId, own)
        const packs = ppm * share - speed / 1e6
        for (let at = from; at < to; at = nextMinute(at)) {
          const minute = Math.floor(at / minuteMs) * minuteMs
          const part = Math.min(to, nextMinute(at)) - at
          own.set(minute, (own.get(minute) ?? 0) + packs * part)
        }
      }
    },
  })
  const times = [...found.times, ...newestTimes(found, question.period)]
  const joined = new Map<number, { from: number; to: number }[]>()
  for (const { machineId, from, to } of times.sort((a, b) => a.from - b.from)) {
    const own = joined.get(machineId) ?? []
    joined.set(machineId, own)
    const last = own.at(-1)
    if (last !== undefined && last.to === from) last.to = to
    else own.push({ from, to })
  }
  const wanted = Math.max(leastMs, minuteMs)
  return new Map(
    [...joined].map(([id, own]) => [id, own.filter(({ from, to }) => to - from >= wanted)]),
  )
}

type SlowTime = MachineTime & { readonly machineId: number }
/** What the ledger says, and of the minutes that it does not have yet how far they are under the share, in packs per minute × ms. */
type Slow = {
  readonly times: SlowTime[]
  readonly missing: Map<number, Map<number, number>>
}

const nextMinute = (at: number) => (Math.floor(at / minuteMs) + 1) * minuteMs

function newestTimes({ missing }: Slow, { from, to }: Period): SlowTime[] {
  return [...missing].flatMap(([machineId, minutes]) =>
    [...minutes]
      .filter(([at, packs]) => packs > 0 && at >= from.getTime() && at + minuteMs <= to.getTime())
      .map(([at]) => ({ machineId, from: at, to: at + minuteMs })),
  )
}
