import type { Category, ClientScope } from '@packboard/model'
import { scaled } from '../clickhouse/decimals.ts'
import type { RowOf } from '../clickhouse/readRows.ts'
import { selectRows } from '../clickhouse/select.ts'
import { categoryOf } from '../ledger/fold/categoryOf.ts'
import { speedTime } from '../ledger/fold/minuteSink.ts'
import type { CurrentHours } from '../ledger/hourBook.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { type ContextFilter, filterLists, matches, rowMatches } from './contextFilter.ts'
import { readWindow } from './readWindow.ts'
import { fromBoth, fromHours, fromMinutes, noHours, rowSteps } from './rowSteps.ts'
import { hoursPay } from './speedSteps.ts'
import { partsOf, stepAt } from './timeSteps.ts'
import { placeOfRow, SpanPlaces, type UnplannedSpans } from './unplannedSpans.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** What happened in one step of a chart, of all machines together. */
export type StepTotal = {
  /** The beginning of the step. */
  readonly x: Date
  /** Observed time by its kind; offline time is absent. */
  readonly ms: ReadonlyMap<Category, number>
  /** Over the observed time with a known speed, in packs per minute; null without one. */
  readonly speed: number | null
  /** Billionths. */
  readonly packs: bigint
  /** Billionths; null: no machine had ever reported a reject counter (D21). */
  readonly rejects: bigint | null
  /** Observed time that lies in closed time of a plan; 0 without one (D72). */
  readonly closedMs: number
}

/** `speedSum`: millionths of a pack per minute, times ms. */
type Sum = {
  ms: Map<Category, number>
  speedMs: number
  speedSum: bigint
  packs: bigint
  rejects: bigint | null
  closedMs: number
}
type More = Omit<Sum, 'ms' | 'closedMs'> & { readonly category: Category; readonly ms: number }
/** Where it belongs: a step, in closed time or outside. */
type Place = { readonly start: number; readonly closed: boolean }
type Sums = Map<number, Sum>

const chosen = `
  SELECT roundDown(at, {steps:Array(UInt32)}) AS start,
    category AS kind,
    toInt64(sum(ms)) AS totalMs,
    toInt64(sum(speed_ms)) AS speedMs,
    toString(sum(speed_sum)) AS speedSum,
    toString(sum(packs)) AS totalPacks,
    toString(sum(rejects)) AS totalRejects
` as const

const grouped = `
  WHERE ${rowMatches}
  GROUP BY start, kind
` as const

const sql = {
  hours: `${chosen} ${fromHours} ${grouped}`,
  minutes: `${chosen} ${fromMinutes} ${grouped}`,
  both: `${chosen} ${fromBoth} ${grouped}`,
} as const

const placed = `
  SELECT ${placeOfRow} AS start,
    category AS kind,
    toInt64(sum(ms)) AS totalMs,
    toInt64(sum(speed_ms)) AS speedMs,
    toString(sum(speed_sum)) AS speedSum,
    toString(sum(packs)) AS totalPacks,
    toString(sum(rejects)) AS totalRejects
` as const

/** The same under a plan: `start` is the place of a row. */
const spanSql = {
  hours: `${placed} ${fromHours} ${grouped}`,
  minutes: `${placed} ${fromMinutes} ${grouped}`,
  both: `${placed} ${fromBoth} ${grouped}`,
} as const

const columns = {
  start: 'UInt32',
  kind: 'String',
  totalMs: 'Int64',
  speedMs: 'Int64',
  speedSum: 'String',
  totalPacks: 'String',
  totalRejects: 'Nullable(String)',
} as const

/**
 * Times by kind, packs and rejects step by step; a step without anything is absent. Sums of the steps are the sums of the window, to the
 * millisecond. `steps` are the beginnings, whole minutes in ascending order; `ends` is where the last one ends.
 */
export async function stepTotals(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion & {
    readonly steps: readonly number[]
    readonly ends: number
    /** Of the plan alone, on whole minutes. */
    readonly spans?: UnplannedSpans | undefined
  },
): Promise<StepTotal[]> {
  const { machineIds, period, filter, steps, ends, spans } = question
  const first = steps[0]
  if (first === undefined) return []
  const inside = {
    from: new Date(Math.max(period.from.getTime(), first)),
    to: new Date(Math.min(period.to.getTime(), ends)),
  }
  const startOf = (at: number) => steps[stepAt(steps, at)] ?? first
  const places = spans && new SpanPlaces(steps, spans, machineIds)
  const placeOf = (machineId: number, at: number): Place => ({
    start: startOf(at),
    closed: places?.of(places.placeAt(machineId, at)).mark.plan === 'closed',
  })
  const sums = await readWindow<Sums>(
    telemetry,
    scope,
    { machineIds, period: inside },
    {
      begin: () => new Map(),
      // The first one may begin before the window.
      cuts: (places?.edges ?? steps).slice(1),
      rows: (found, stretches, hours) =>
        addRows(telemetry, found, { stretches, hours, steps, filter, places }),
      remembered: (found, { machineId, from, to }, held) => {
        for (const [begin, end] of partsOf(places?.edgesOf(machineId) ?? steps, from, to)) {
          for (const context of held.contexts(begin, end)) {
            if (matches(filter, context)) add(found, placeOf(machineId, begin), context)
          }
        }
      },
      event: (found, event) => {
        if (!matches(filter, event)) return
        const { ms, speed } = event
        const known = ms > 0 && speed !== null
        // Packs are of the step of the later sample, which is where they were counted.
        add(found, placeOf(event.machineId, ms === 0 ? event.to : event.from), {
          ...event,
          speedMs: known ? ms : 0,
          speedSum: known ? speedTime(speed, ms) : 0n,
        })
      },
    },
  )
  return [...sums]
    .sort(([a], [b]) => a - b)
    .map(([start, { ms, speedMs, speedSum, packs, rejects, closedMs }]) => ({
      x: new Date(start),
      ...{ ms, packs, rejects, closedMs },
      speed: speedMs === 0 ? null : Number(speedSum) / 1e6 / speedMs,
    }))
}

async function addRows(
  { context }: Telemetry,
  found: Sums,
  {
    stretches,
    hours,
    steps,
    filter,
    places,
  }: {
    readonly stretches: readonly MachineStretch[]
    readonly hours: CurrentHours
    readonly steps: readonly number[]
    readonly filter: ContextFilter
    readonly places: SpanPlaces | undefined
  },
): Promise<void> {
  const cuts = places?.edges ?? steps
  const { tables, ...read } = rowSteps(stretches, hoursPay(steps) ? hours : noHours, cuts)
  const filtered = { ...read, ...filterLists(filter) }
  const addTo = (placeOf: (start: number) => Place) => (rows: Iterable<RowOf<typeof columns>>) => {
    for (const row of rows) {
      add(found, placeOf(row.start), {
        category: categoryOf(row.kind),
        ms: Number(row.totalMs),
        speedMs: Number(row.speedMs),
        speedSum: scaled(row.speedSum, 6),
        packs: scaled(row.totalPacks, 9),
        rejects: row.totalRejects === null ? null : scaled(row.totalRejects, 9),
      })
    }
  }
  if (places === undefined) {
    const params = { ...filtered, steps: steps.map((start) => start / 1_000) }
    const addAll = addTo((start) => ({ start: start * 1_000, closed: false }))
    await selectRows(
      context,
      { name: 'read.stepTotals', sql: sql[tables], params, columns },
      addAll,
    )
    return
  }
  const params = { ...filtered, ...places.params(stretches) }
  const addAll = addTo((place) => {
    const { part, mark } = places.of(place)
    return { start: steps[part] ?? 0, closed: mark.plan === 'closed' }
  })
  await selectRows(
    context,
    { name: 'read.plannedStepTotals', sql: spanSql[tables], params, columns },
    addAll,
  )
}

function add(sums: Sums, { start, closed }: Place, more: More): void {
  if (more.ms === 0 && more.packs === 0n && more.rejects === null) return
  let sum = sums.get(start)
  if (sum === undefined) {
    sum = { ms: new Map(), speedMs: 0, speedSum: 0n, packs: 0n, rejects: null, closedMs: 0 }
    sums.set(start, sum)
  }
  if (more.ms > 0) sum.ms.set(more.category, (sum.ms.get(more.category) ?? 0) + more.ms)
  if (closed) sum.closedMs += more.ms
  sum.speedMs += more.speedMs
  sum.speedSum += more.speedSum
  sum.packs += more.packs
  if (more.rejects !== null) sum.rejects = (sum.rejects ?? 0n) + more.rejects
}
