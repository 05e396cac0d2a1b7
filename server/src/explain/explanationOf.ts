import type { ExplainedFigure } from '@packboard/contract'
import {
  idealSeconds,
  machineState,
  plannedSeconds,
  type Target,
  type TargetSource,
} from '@packboard/model'
import type { ContextTotal } from '@packboard/telemetry/read'
import { groupedBy, packsIn, secondsOf } from '../figures/contextSums.ts'
import { type MetricFigures, metricsOf, outputsOf } from '../figures/metricsOf.ts'
import { productLabel } from '../figures/productSlices.ts'
import { stateSlices } from '../figures/stateSlices.ts'
import { stopPieces } from '../figures/stopPieces.ts'
import { type Excluded, excludedTime } from './excludedTime.ts'
import { type FigureParts, figureValue } from './figureValue.ts'
import type { Explained } from './sliceFilter.ts'

type Unit = 's' | 'packs' | '%' | 'ppm' | 'alarms'

type Term = {
  readonly name: string
  readonly value: number | null
  readonly unit: Unit
  /** Where it comes from; may be empty. */
  readonly note: string
}

/** How a figure came about, without what came late. */
type FigureExplanation = {
  readonly title: string
  readonly value: number | null
  readonly unit: Unit
  readonly formula: string
  readonly decision: string
  readonly terms: readonly Term[]
  readonly excluded: readonly Excluded[]
  readonly coverage: number | null
}

type Wording = {
  readonly title: string
  readonly unit: Unit
  readonly formula: string
  readonly decision: string
}

const ofCategory = (title: string, what: string): Wording => ({
  title,
  unit: 's',
  formula: `${title} = sum of the time in ${what}`,
  decision: 'D11, D12, D13',
})

const wordings: Record<ExplainedFigure, Wording> = {
  packs: {
    title: 'Packs Produced',
    unit: 'packs',
    formula: 'Packs = sum of the counter differences of all products',
    decision: 'D14',
  },
  run: ofCategory('Run', 'running states; a warning is run while packs are being counted'),
  idle: ofCategory('Idle', 'idle states'),
  alarm: ofCategory('Alarm', 'alarm states; a warning is alarm while no packs are counted'),
  ancillary: ofCategory('Ancillary', 'ancillary states'),
  unknown: ofCategory('Unknown', 'states that are not in the table'),
  offline: {
    title: 'Offline',
    unit: 's',
    formula: 'Offline = Window − Observed time',
    decision: 'D11, D12',
  },
  oeee: {
    title: 'OEEE',
    unit: '%',
    formula:
      'OEEE = 100 × Good time / Planned time, where Good time = sum over products of (Packs − Rejects) × 60 / Target ppm and Planned time = Run + Idle + Alarm + Ancillary',
    decision: 'D20, D21, D22, D23',
  },
  product: {
    title: 'Packs',
    unit: 'packs',
    formula: 'Packs = sum of the counter differences that ended time with this product',
    decision: 'D14, D17',
  },
  alarmGroup: {
    title: 'Alarms',
    unit: 'alarms',
    formula: 'Alarms = number of alarms of this group that were raised in the window',
    decision: 'D18, D26',
  },
  state: {
    title: 'State',
    unit: 's',
    formula: 'Time = sum of the intervals in this state',
    decision: 'D11, D12, D26',
  },
}

/** The formula of a figure with its numbers (D20 for OEEE), what was left out and how much was observed. */
export function explanationOf(
  explained: Explained,
  parts: FigureParts & { readonly serialOf: (machineId: number) => string },
  slice: readonly ContextTotal[],
): FigureExplanation {
  const { figure, part } = explained
  const { title, ...wording } = wordings[figure]
  const metrics = metricsOf(parts.basis, parts.targetOf)
  return {
    ...wording,
    title: ['product', 'alarmGroup', 'state'].includes(figure) ? `${title}: ${part}` : title,
    value: figureValue(explained, parts),
    terms: termsOf(explained, parts, { slice, metrics }),
    excluded: excludedTime(explained, parts.basis),
    coverage: metrics.oee.coverage,
  }
}

const seconds = (name: string, value: number | null, note = ''): Term => ({
  name,
  value,
  unit: 's',
  note,
})
const packs = (name: string, value: number | null, note = ''): Term => ({
  name,
  value,
  unit: 'packs',
  note,
})
const percent = (name: string, value: number | null, note = ''): Term => ({
  name,
  value,
  unit: '%',
  note,
})

function termsOf(
  { figure }: Explained,
  { basis, targetOf, alarms, serialOf }: Parameters<typeof explanationOf>[1],
  { slice, metrics }: { slice: readonly ContextTotal[]; metrics: MetricFigures },
): Term[] {
  switch (figure) {
    case 'packs':
      return [...groupedBy(basis.contexts, ({ product }) => product)]
        .map(([product, group]) => packs(productLabel(product), packsIn(group)))
        .filter(({ value }) => value !== 0)
    case 'product':
      return [...groupedBy(slice, ({ tool }) => tool)]
        .map(([tool, group]) => packs(tool === '' ? 'No tool' : tool, packsIn(group)))
        .filter(({ value }) => value !== 0)
    case 'offline':
      return [
        seconds('Window', metrics.windowSeconds, 'Up to now, times machines'),
        seconds('Observed time', secondsOf(basis.whole)),
      ]
    case 'alarmGroup':
      return [
        { name: 'Alarms', value: alarmsOf(alarms), unit: 'alarms', note: '' },
        seconds('Stop time', secondsOf(stopPieces(slice)), 'Of the stops that they caused (D18)'),
      ]
    case 'state':
      return [...groupedBy(slice, ({ category }) => category)]
        .map(([category, group]) => seconds(`As ${category}`, secondsOf(group)))
        .filter(({ value }) => value !== 0)
    case 'oeee':
      return oeeTerms(outputsOf(basis.contexts, targetOf), metrics, serialOf)
    default:
      return stateSlices(basis.contexts.filter(({ category }) => category === figure)).map(
        ({ name, seconds: value }) => seconds(name, value),
      )
  }
}

const alarmsOf = (alarms: FigureParts['alarms']) =>
  alarms.reduce((sum, { count }) => sum + count, 0)

const sourceNotes: Record<TargetSource, string> = {
  recipe: 'Target speed of the recipe',
  machine: 'Target speed of the machine',
  machineType: 'Design speed of the machine type',
  estimated: 'Estimated: 95th percentile of the running minutes of 30 days',
}

const noteOf = ({ source }: Target) => (source === null ? 'No target speed' : sourceNotes[source])

function oeeTerms(
  outputs: ReturnType<typeof outputsOf>,
  { time, oee }: MetricFigures,
  serialOf: (machineId: number) => string,
): Term[] {
  const { ideal, good } = idealSeconds(outputs)
  const packed = outputs.filter(({ packs: count, rejects }) => count > 0 || (rejects ?? 0) > 0)
  // A product may have another target on another machine, so each machine has its own terms.
  const several = new Set(packed.map(({ machineId }) => machineId)).size > 1
  return [
    seconds('Run', time.run),
    seconds('Idle', time.idle),
    seconds('Alarm', time.alarm),
    seconds('Ancillary', time.ancillary),
    seconds('Planned time', plannedSeconds(time), 'Run + Idle + Alarm + Ancillary'),
    ...packed.flatMap((output): Term[] => {
      const place = several ? `, ${serialOf(output.machineId)}` : ''
      const name = `${productLabel(output.product)}${place}`
      return [
        packs(`Packs: ${name}`, output.packs),
        packs(`Rejects: ${name}`, output.rejects, output.rejects === null ? 'Not measured' : ''),
        {
          name: `Target: ${name}`,
          value: output.target.ppm,
          unit: 'ppm',
          note: noteOf(output.target),
        },
      ]
    }),
    seconds('Ideal time', ideal, 'Packs × 60 / Target ppm'),
    seconds('Good time', good, '(Packs − Rejects) × 60 / Target ppm'),
    seconds('External', time.external, statesNote()),
    percent('Availability', oee.availability, 'Run / Planned time'),
    percent('Performance', oee.performance, 'Ideal time / Run'),
    percent('Quality', oee.quality, `Good time / Ideal time; ${oee.qualityBasis}`),
    percent('Machine OEEE', oee.machineOee, 'Good time / (Planned time − External)'),
  ]
}

function statesNote(): string {
  const names = [15, 16, 17, 19].map((code) => machineState(code).name)
  return `Planned time in ${names.join(', ')} (D13)`
}
