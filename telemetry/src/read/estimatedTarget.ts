import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { scaled } from '../clickhouse/readRows.ts'
import { select } from '../clickhouse/select.ts'
import { dayMs, minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import { speedTime } from '../ledger/fold/minuteSink.ts'
import { minuteInStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import type { FoldEvent } from './namedFold.ts'
import { readWindow } from './readWindow.ts'

const daysBefore = 30

/** The ledger is never further behind than two hours when it is read; that many minutes may come from raw. */
const margin = 200

/** The products of a minute; one of them is in full run with a known speed only where there is no other. */
const products = `arrayDistinct(arrayFilter((product, ms) -> ms > 0, pieces.product, pieces.ms))`

/**
 * Of each machine, or of each of its products, the number of its minutes in full run, and the sums of speed of those around the 95th percentile in
 * ascending order, `skipped` smaller ones left out.
 */
const sql = `
  SELECT machineId, product, count() AS found,
    intDiv(95 * found + 99, 100) AS rank,
    if(rank > {margin:UInt32}, rank - {margin:UInt32}, 0) AS skipped,
    arraySlice(arraySort(groupArray(speed)), skipped + 1, 2 * {margin:UInt32}) AS speeds
  FROM (
    SELECT machine_id AS machineId, if({byProduct:UInt8} = 1, ${products}[1], '') AS product,
      arraySum(pieces.speed_sum) AS speed
    FROM minute_ledger FINAL
    WHERE ${minuteInStretch}
      AND arraySum(pieces.ms) - arraySum(pieces.speedless_ms) = 60000
      AND arraySum((ms, category) -> if(category = 'run', ms, 0), pieces.ms, pieces.category) = 60000
      AND ({byProduct:UInt8} = 0 OR length(${products}) = 1)
  )
  GROUP BY machineId, product
` as const

const row = z.object({
  machineId: z.number(),
  product: z.string(),
  found: z.coerce.number(),
  skipped: z.coerce.number(),
  speeds: z.array(z.string()),
})

type Minutes = {
  readonly machineId: number
  readonly product: string
  /** Minutes of rows, and of those around the percentile the sums, ascending, after so many that were left out. */
  readonly count: number
  readonly skipped: number
  readonly speeds: readonly number[]
}
type Found = { readonly minutes: Map<string, Minutes>; readonly folded: FoldEvent[] }

type Question = {
  readonly machineIds: readonly number[]
  readonly before: Date
  /** Instead of what the ledger has of a machine from an instant on, ms: its minutes in full run as they would be, in order. */
  readonly folded?: { readonly from: number; readonly runs: readonly MinuteRun[] }
}

/** A minute in which a machine ran all the time with a known speed: Σ speed · ms in millionths, as a number that orders as the sum does. */
export type MinuteRun = { readonly minute: number; readonly speed: number }

/** An estimated speed in packs per minute; of a machine as a whole the product is ''. */
type Estimate = { readonly machineId: number; readonly product: string; readonly ppm: number }

/**
 * The target speed that a machine shows by itself, in packs per minute: the 95th percentile (nearest rank) of the mean
 * speeds of the minutes of the 30 days before in which it ran all the time with a known speed (D22). Machines without such
 * a minute are absent.
 */
export async function estimatedTarget(
  telemetry: Telemetry,
  scope: ClientScope,
  question: Question,
): Promise<Map<number, number>> {
  const found = await estimates(telemetry, scope, { ...question, byProduct: false })
  return new Map(found.map(({ machineId, ppm }) => [machineId, ppm]))
}

/** The same of each product that a machine packed, from the minutes in which it packed nothing else. */
export const estimatedSpeeds = (
  telemetry: Telemetry,
  scope: ClientScope,
  question: Question,
): Promise<Estimate[]> => estimates(telemetry, scope, { ...question, byProduct: true })

async function estimates(
  telemetry: Telemetry,
  scope: ClientScope,
  { machineIds, before, folded: other, byProduct }: Question & { readonly byProduct: boolean },
): Promise<Estimate[]> {
  const from = new Date(before.getTime() - daysBefore * dayMs)
  const to = new Date(Math.min(before.getTime(), other?.from ?? before.getTime()))
  const question = { machineIds, period: { from, to } }
  const more = (other?.runs ?? []).filter(
    ({ minute }) => minute >= from.getTime() && minute < before.getTime(),
  )
  const { minutes, folded } = await readWindow<Found>(telemetry, scope, question, {
    named: false,
    begin: () => ({ minutes: new Map(), folded: [] }),
    rows: async ({ minutes }, stretches) => {
      const params = {
        ...stretchLists(stretches),
        ...{ margin: margin + more.length, byProduct: Number(byProduct) },
      }
      const query = { name: 'read.estimatedTarget', sql, params, row }
      for (const { found, speeds, ...one } of await select(telemetry.context, query)) {
        const sums = speeds.map((speed) => Number(scaled(speed, 6)))
        minutes.set(keyOf(one), { ...one, count: found, speeds: sums })
      }
    },
    events: ({ folded }, events) => {
      for (const event of events) if (event.ms > 0) folded.push(event)
    },
  })
  const [machineId = 0] = machineIds
  const others = more.map(({ speed }): FullRun => ({ machineId, product: '', speed }))
  const runs = Map.groupBy([...fullRuns(folded, byProduct), ...others], keyOf)
  return [...new Set([...minutes.keys(), ...runs.keys()])].flatMap((key): Estimate[] => {
    const own = runs.get(key) ?? []
    const of = minutes.get(key) ?? own[0]
    if (of === undefined) return []
    const speeds = own.map(({ speed }) => speed)
    const ppm = percentile(minutes.get(key) ?? noMinutes, speeds)
    return ppm === null ? [] : [{ machineId: of.machineId, product: of.product, ppm }]
  })
}

const keyOf = ({ machineId, product }: Pick<Minutes, 'machineId' | 'product'>) =>
  `${machineId} ${product}`

const noMinutes = { count: 0, skipped: 0, speeds: [] } as const

type FullRun = Pick<Minutes, 'machineId' | 'product'> & Pick<MinuteRun, 'speed'>

/** Those that were folded from raw. */
function fullRuns(events: readonly FoldEvent[], byProduct: boolean): FullRun[] {
  const minutes = Map.groupBy(events, ({ machineId, from }) => `${machineId} ${minuteOf(from)}`)
  return [...minutes.values()].flatMap((own): FullRun[] => {
    const [first] = own
    if (first === undefined) return []
    const ran = own.flatMap(({ category, speed, recovered, ms }) =>
      category === 'run' && speed !== null && recovered === null ? [{ ms, speed }] : [],
    )
    if (ran.reduce((sum, { ms }) => sum + ms, 0) !== minuteMs) return []
    if (byProduct && own.some(({ product }) => product !== first.product)) return []
    const speed = ran.reduce((sum, one) => sum + speedTime(one.speed, one.ms), 0n)
    const product = byProduct ? first.product : ''
    return [{ machineId: first.machineId, product, speed: Number(speed) }]
  })
}

function percentile(
  { count, skipped, speeds }: Pick<Minutes, 'count' | 'skipped' | 'speeds'>,
  folded: readonly number[],
): number | null {
  const all = count + folded.length
  if (all === 0) return null
  const rank = Math.ceil((95 * all) / 100)
  const ascending = Float64Array.from([...speeds, ...folded]).sort()
  const speed = ascending[rank - skipped - 1]
  return speed === undefined ? null : speed / 1e6 / minuteMs
}

/** Finds the minutes in full run of one machine among its events in order, as they come. */
export class RunFinder {
  readonly runs: MinuteRun[] = []
  #minute = Number.NaN
  #ms = 0
  #speed = 0n

  add(events: readonly FoldEvent[]): void {
    for (const { category, speed, recovered, from, ms } of events) {
      if (ms === 0) continue
      const minute = minuteOf(from)
      if (minute !== this.#minute) this.end()
      this.#minute = minute
      if (category !== 'run' || speed === null || recovered !== null) continue
      this.#ms += ms
      this.#speed += speedTime(speed, ms)
    }
  }

  /** No event of the minute follows. */
  end(): void {
    if (this.#ms === minuteMs) this.runs.push({ minute: this.#minute, speed: Number(this.#speed) })
    this.#ms = 0
    this.#speed = 0n
  }
}
