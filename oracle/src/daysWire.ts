import { heldSpeed, stateBars } from './chartsWire.ts'
import {
  countsIn,
  inside,
  keeps,
  lengthOf,
  packsOf,
  type Scope,
  secondsOf,
  stretchesIn,
  sumOf,
} from './referenceFilter.ts'
import { figuresOf } from './referenceOee.ts'
import { daysOf, type Span } from './referenceWindow.ts'

/** D25: the four metrics of the specification with the parts of OEEE and the times beside them. */
export function metrics(scope: Scope) {
  const figures = figuresOf(scope)
  return {
    'Packs Produced': figures.packs,
    packsAfterGap: figures.packsAfterGap,
    packsNotPlanned: figures.packsNotPlanned,
    'Idle Time Total': figures.idle,
    'Run Time Total': figures.run,
    OEEE: figures.oee,
    availability: figures.availability,
    performance: figures.performance,
    quality: figures.quality,
    machineOeee: figures.machineOee,
    coverage: figures.coverage,
    qualityBasis: figures.qualityBasis,
    targetSource: figures.targetSource,
    lowCoverage: figures.lowCoverage,
    targetTooLow: figures.targetTooLow,
    rejects: figures.rejects,
    alarmSeconds: figures.alarm,
    ancillarySeconds: figures.ancillary,
    unknownSeconds: figures.unknown,
    externalSeconds: figures.external,
    offlineSeconds: figures.offline,
    windowSeconds: figures.windowSeconds,
    plan: figures.plan,
    restatement: figures.restatement,
  }
}

type DayRow = {
  readonly Day: string
  readonly Machine: string
  readonly Product: string
  readonly Tool: string
  readonly 'Run Time': number
  readonly 'Idle Time': number
  readonly 'Number of Packs Packed': number
  readonly 'Average Packs Per Minute': number | null
}

/** D15: one product with one tool on one machine on one day of the zone; newest day first, then by name. */
export function dayRows({ machines, span, filter, zone }: Scope): DayRow[] {
  const rows = daysOf(span, zone).flatMap(({ date, ...day }) =>
    machines.flatMap((machine) => {
      const stretches = stretchesIn(machine, day, filter)
      const counts = countsIn(machine, day, filter).filter(({ packs }) => packs > 0n)
      const pairs = new Map(
        [...stretches, ...counts].map(({ product, tool }) => [
          JSON.stringify([product, tool]),
          { product, tool },
        ]),
      )
      return [...pairs.values()].map(({ product, tool }): DayRow => {
        const own = stretches.filter((one) => one.product === product && one.tool === tool)
        const made = counts.filter((one) => one.product === product && one.tool === tool)
        // D63: what was read after a silence has no time, so it is no part of a mean.
        const observed = made.filter(({ kind }) => kind !== 'offline')
        const run = secondsOf(own.filter(({ kind }) => kind === 'run'))
        return {
          Day: date,
          Machine: machine.serialNo,
          Product: product,
          Tool: tool,
          'Run Time': run,
          'Idle Time': secondsOf(own.filter(({ kind }) => kind === 'idle')),
          'Number of Packs Packed': packsOf(sumOf(made)),
          'Average Packs Per Minute': run === 0 ? null : packsOf(sumOf(observed)) / (run / 60),
        }
      })
    }),
  )
  const by = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return rows.sort(
    (a, b) =>
      by(b.Day, a.Day) ||
      by(a.Machine, b.Machine) ||
      by(a.Product, b.Product) ||
      by(a.Tool, b.Tool),
  )
}

/** D51: with exactly one machine every client gets the metrics; the rows are for premium clients. */
export function daySummary(scope: Scope) {
  const rows = scope.plant.premium ? dayRows(scope) : []
  return {
    metrics: metrics(scope),
    groupedData: rows,
    tableData: rows.map(({ Day, Machine, Product, Tool }) => ({ Day, Machine, Product, Tool })),
  }
}

/** One row of the days: the part of its day that lies in the window. */
export function dayScope(
  scope: Scope,
  row: Pick<DayRow, 'Day' | 'Machine' | 'Product' | 'Tool'>,
): Scope {
  const nothing: Span = { from: scope.span.from, to: scope.span.from }
  const span = daysOf(scope.span, scope.zone).find(({ date }) => date === row.Day) ?? nothing
  return {
    ...scope,
    span: { from: span.from, to: span.to },
    machines: scope.plant.known.filter(({ serialNo }) => serialNo === row.Machine),
    filter: { product: row.Product, tool: row.Tool },
  }
}

/** The minutes of a day's row: mean speed and the states that lasted longest in it. */
export function minutesOf({ machines, span, filter }: Scope) {
  const stretches = machines.flatMap((machine) => stretchesIn(machine, span, filter))
  const first = span.from - (span.from % 60_000)
  const minutes: { timestamp: string; speed: number | null; states: number[] }[] = []
  for (let at = first; at < span.to; at += 60_000) {
    const minute = { from: at, to: at + 60_000 }
    const own = stretches
      .map((one) => ({ ...one, from: Math.max(one.from, at), to: Math.min(one.to, minute.to) }))
      .filter(({ from, to }) => from < to)
    if (own.length === 0) continue
    const ms = new Map<number, number>()
    for (const one of own) ms.set(one.state, (ms.get(one.state) ?? 0) + lengthOf(one))
    const longest = Math.max(...ms.values())
    minutes.push({
      timestamp: new Date(at).toISOString(),
      speed: heldSpeed(own, minute)?.y ?? null,
      states: [...ms].filter(([, length]) => length === longest).map(([state]) => state),
    })
  }
  return minutes
}

/** The moments of a day's row at which the machine entered another state, or any after silence. */
export function changesOf({ machines, span, filter }: Scope) {
  return machines.flatMap(({ timeline }) =>
    timeline.stretches.flatMap((stretch, index, all) => {
      const before = all[index - 1]
      const goesOn = before?.to === stretch.from && before.state === stretch.state
      if (goesOn || !inside(span, stretch.from) || !keeps(filter, stretch)) return []
      return [
        {
          timestamp: new Date(stretch.from).toISOString(),
          speed: stretch.speed,
          recipe: stretch.state,
        },
      ]
    }),
  )
}

export const dayBars = (scope: Scope) => stateBars(scope).barChartData
