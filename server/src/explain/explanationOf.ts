import type { ExplainedFigure, ExplainedTerm, Explanation } from '@packboard/contract'
import {
  type Category,
  idealSeconds,
  notRunUnder,
  notScheduledSeconds,
  plannedExternalSeconds,
  plannedSeconds,
} from '@packboard/model'
import type { ContextTotal } from '@packboard/telemetry/read'
import { packsIn, secondsOf, stopPieces } from '../figures/contextSums.ts'
import { type MetricFigures, metricsOf, outputsOf, type TargetOf } from '../figures/metricsOf.ts'
import { movedByWire } from '../figures/metricsWire.ts'
import type { Explained } from '../figures/sliceFilter.ts'
import { stateSlices } from '../figures/slices.ts'
import { excludedTime } from './excludedTime.ts'
import { type FigureParts, figureValue } from './explainedRows.ts'

/** The explanation of a figure, without late records. */
type FigureExplanation = Omit<Explanation, 'restatement' | 'provisional' | 'settingChanges'>
type Unit = Explanation['unit']

/** Headings of docs/figures.md: time by D11, D12 and D13, packs by D14 and D17, OEEE by D20 to D23, alarms by D18 and D26. */
const definitions = {
  time: 'figures.md#from-records-to-time',
  packs: 'figures.md#packs-and-rejects',
  alarms: 'figures.md#alarms-entries-and-their-context',
  oeee: 'figures.md#oeee',
} as const

const ofTime = { unit: 's', definition: definitions.time } as const

/** The unit of a figure, and where it is defined. */
const rules: Record<ExplainedFigure, { readonly unit: Unit; readonly definition: string }> = {
  packs: { unit: 'packs', definition: definitions.packs },
  run: ofTime,
  idle: ofTime,
  alarm: ofTime,
  ancillary: ofTime,
  unknown: ofTime,
  offline: ofTime,
  oeee: { unit: '%', definition: definitions.oeee },
  product: { unit: 'packs', definition: definitions.packs },
  alarmGroup: { unit: 'alarms', definition: definitions.alarms },
  state: ofTime,
}

/** The terms of a figure (D20 for OEEE), what was left out and how much was observed. */
export function explanationOf(
  explained: Explained,
  parts: FigureParts & {
    readonly serialOf: (machineId: number) => string
    /** Planned time of micro-stops; null: not known of a long window. */
    readonly microSeconds: number | null
  },
  slice: readonly ContextTotal[],
): FigureExplanation {
  const metrics = metricsOf(parts.basis, parts.targetOf)
  const value = figureValue(explained, parts)
  const moved = movedBefore(explained, metrics)
  return {
    ...rules[explained.figure],
    value,
    terms: termsOf(explained, parts, { slice, metrics }),
    excluded: excludedTime(explained, parts.basis),
    coverage: metrics.oee.coverage,
    ...(moved && { moved: { ...moved, after: value } }),
  }
}

/** The figure without plan, labels and modes (D75), and what moved it; undefined where nothing did. */
function movedBefore({ figure }: Explained, { restated, time }: MetricFigures) {
  if (figure === 'oeee') {
    return restated && { before: restated.before.oee, ...movedByWire(restated) }
  }
  if (figure !== 'offline' || notScheduledSeconds(time) === 0) return undefined
  // Labels and modes say nothing of a gap, the plan does (D73).
  const byPlan = { labels: 0, people: [], plan: true, modes: false }
  return { before: time.offline, ...movedByWire(byPlan) }
}

type Kind = ExplainedTerm['term']

const termIn =
  (unit: Unit) =>
  (
    term: Kind,
    value: number | null,
    more: Partial<Pick<ExplainedTerm, 'of' | 'machine' | 'basis' | 'target'>> = {},
  ): ExplainedTerm => ({ term, of: '', machine: '', value, unit, basis: null, ...more })

const seconds = termIn('s')
const packs = termIn('packs')
const percent = termIn('%')
const ppm = termIn('ppm')
const alarmsIn = termIn('alarms')

function termsOf(
  { figure }: Explained,
  { basis, targetOf, alarms, serialOf, microSeconds }: Parameters<typeof explanationOf>[1],
  { slice, metrics }: { slice: readonly ContextTotal[]; metrics: MetricFigures },
): ExplainedTerm[] {
  switch (figure) {
    case 'packs':
      return [...Map.groupBy(basis.contexts, ({ product }) => product)]
        .map(([product, group]) => packs('product', packsIn(group), { of: product }))
        .concat(packs('packsAfterGap', metrics.packsAfterGap))
        .concat(packs('packsNotPlanned', metrics.packsNotPlanned))
        .concat(packs('recoveredPacks', metrics.recovered?.packs ?? 0))
        .filter(({ value }) => value !== 0)
    case 'product':
      return [...Map.groupBy(slice, ({ tool }) => tool)]
        .map(([tool, group]) => packs('tool', packsIn(group), { of: tool }))
        .filter(({ value }) => value !== 0)
    case 'offline':
      return [
        seconds('window', metrics.windowSeconds),
        seconds('observedTime', secondsOf(basis.whole)),
        ...recoveredTime(basis),
        ...[seconds('notScheduled', notScheduledSeconds(metrics.time))].filter(
          ({ value }) => value !== 0,
        ),
      ]
    case 'alarmGroup':
      return [
        alarmsIn('alarms', alarmsOf(alarms)),
        seconds('stopTime', secondsOf(stopPieces(slice))),
      ]
    case 'state':
      return [...Map.groupBy(slice, ({ category }) => category)]
        .map(([category, group]) => seconds('category', secondsOf(group), { of: category }))
        .filter(({ value }) => value !== 0)
    case 'oeee':
      return [
        ...oeeTerms(outputsOf(basis.contexts, targetOf), metrics, serialOf, microSeconds ?? 0),
        ...recoveredTime(basis),
        ...[packs('recoveredPacks', metrics.recovered?.packs ?? 0)].filter(
          ({ value }) => value !== 0,
        ),
      ]
    default:
      return [
        ...stateSlices(basis.contexts.filter(({ category }) => category === figure)).map(
          ({ name, seconds: value }) => seconds('state', value, { of: name }),
        ),
        ...recoveredTime(basis, figure),
      ]
  }
}

/** Of the time above, of one kind or of all, what was recovered of gaps (D71). */
function recoveredTime({ recovered }: FigureParts['basis'], kind?: Category): ExplainedTerm[] {
  const all = Object.entries(recovered?.ms ?? {})
  const ms = all.reduce((sum, [of, own]) => (kind && of !== kind ? sum : sum + own), 0)
  return ms === 0 ? [] : [seconds('recoveredTime', ms / 1_000)]
}

const alarmsOf = (alarms: FigureParts['alarms']) =>
  alarms.reduce((sum, { count }) => sum + count, 0)

/** For what a target is set, and since when (D98). */
function originOf({ of, since }: ReturnType<TargetOf>): Pick<ExplainedTerm, 'target'> {
  if (of == null || since === undefined) return {}
  return { target: { of, since: Number.isFinite(since) ? new Date(since) : null } }
}

function oeeTerms(
  outputs: ReturnType<typeof outputsOf>,
  { time, oee, packsAfterGap, packsNotPlanned }: MetricFigures,
  serialOf: (machineId: number) => string,
  microSeconds: number,
): ExplainedTerm[] {
  const { ideal, good } = idealSeconds(outputs)
  const packed = outputs.filter(({ packs: count, rejects }) => count > 0 || (rejects ?? 0) > 0)
  // A product may have another target on another machine, so each machine has its own terms.
  const several = new Set(packed.map(({ machineId }) => machineId)).size > 1
  return [
    seconds('run', time.run),
    seconds('idle', time.idle),
    seconds('alarm', time.alarm),
    seconds('ancillary', time.ancillary),
    // What did not run in them is taken out of the sum of the four (D72).
    ...[
      seconds('breakTime', notRunUnder(time, 'break')),
      seconds('closedTime', notRunUnder(time, 'closed')),
      seconds('labelTime', notRunUnder(time, 'label')),
      seconds('modeTime', notRunUnder(time, 'mode')),
    ].filter(({ value }) => value !== 0),
    seconds('plannedTime', plannedSeconds(time)),
    ...packed.flatMap((output) => {
      const from = {
        of: output.product,
        machine: several ? serialOf(output.machineId) : '',
      }
      const measured = output.rejects === null ? 'not measured' : null
      return [
        packs('packs', output.packs, from),
        packs('rejects', output.rejects, { ...from, basis: measured }),
        ppm('target', output.target.ppm, {
          ...{ ...from, basis: output.target.source ?? 'no target' },
          ...originOf(output.target),
        }),
      ]
    }),
    ...[packs('packsAfterGap', packsAfterGap), packs('packsNotPlanned', packsNotPlanned)].filter(
      ({ value }) => value !== 0,
    ),
    seconds('idealTime', ideal),
    seconds('goodTime', good),
    seconds('external', plannedExternalSeconds(time)),
    ...(time.externalReasons ? [seconds('externalReasons', time.externalReasons)] : []),
    percent('availability', oee.availability),
    percent('performance', oee.performance),
    percent('quality', oee.quality, { basis: oee.qualityBasis }),
    // TPM counts minor stops as a loss of speed: the product of the two is the same (D116).
    ...(microSeconds === 0 || ideal === null
      ? []
      : [
          seconds('microStops', microSeconds),
          percent('performanceOfMicroStops', (100 * ideal) / (time.run + microSeconds)),
        ]),
    percent('machineOeee', oee.machineOee),
  ]
}
