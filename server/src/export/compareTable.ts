import type {
  CompareBy,
  CompareFigures,
  LineOeeeWire,
  Metrics,
  ObservedDays,
} from '@packboard/contract'
import { addSeconds, formatDay } from '@packboard/model'
import { lengthsOf, readComparison } from '../compare/readComparison.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import type { ChartQuestion } from '../figures/chartQuestion.ts'
import type { Cell } from './table.ts'

/** The rows of a comparison and their total as a file, and a line where much of the window was not observed; micro-stops and changeovers are empty where the window is too long for them. */
export const compareTable = {
  title: 'Compare',
  columns: [
    'Row',
    'Start (UTC)',
    'End (UTC)',
    'OEEE (%)',
    'Availability (%)',
    'Performance (%)',
    'Quality (%)',
    'Packs',
    'Rejects',
    'Run time (s)',
    'Stop time (s)',
    'Stops',
    'Unplanned stops',
    'Mean time between stops (s)',
    'Mean stop length (s)',
    'Own faults',
    'MTBF (s)',
    'MTTR (s)',
    'Lost packs',
    'Micro-stops',
    'Changeovers',
    'Changeover time (s)',
    'Coverage (%)',
    'Planned time (s)',
    'Closed time (s)',
    'OEEE without plan and labels (%)',
    'Labels',
    'Labels by',
    'Line OEEE (%)',
    'Line planned time (s)',
    'Line packs',
  ],
  rows: async (
    deps: Deps & PlanDeps,
    requested: ChartQuestion,
    by: CompareBy,
  ): Promise<Cell[][]> => {
    const lengths = lengthsOf(requested, by, true)
    const { rows, total, observedDays } = await readComparison(deps, requested, { by, lengths })
    const { from, to } = requested.period
    return [
      ...rows.map(({ key, period, figures, line }) => [
        ...[key, period?.from ?? null, period?.to ?? null],
        ...cells(figures, line?.line),
      ]),
      ['Total', from, to, ...cells(total)],
      ...sparseNote(total.metrics, observedDays, requested.zone),
    ]
  },
}

/** `line`: at the key station of a line (D103); empty for rows that have none. */
const cells = (figures: CompareFigures, line?: LineOeeeWire['line']): Cell[] => [
  figures.metrics.OEEE,
  figures.metrics.availability,
  figures.metrics.performance,
  figures.metrics.quality,
  figures.metrics['Packs Produced'],
  figures.metrics.rejects,
  figures.metrics['Run Time Total'],
  figures.stopSeconds,
  figures.stops,
  figures.unplannedStops,
  figures.betweenStopsSeconds,
  figures.meanStopSeconds,
  figures.faults,
  figures.mtbfSeconds,
  figures.mttrSeconds,
  figures.lostPacks,
  figures.microStops,
  figures.changeovers,
  figures.changeoverSeconds,
  figures.metrics.coverage,
  plannedTime(figures.metrics),
  figures.metrics.plan?.closedSeconds ?? 0,
  (figures.metrics.restatement ?? figures.metrics).OEEE,
  figures.metrics.restatement?.labels ?? 0,
  figures.metrics.restatement?.people.map((name) => name ?? 'deleted account').join(', ') ?? '',
  line?.oeee ?? null,
  line?.plannedSeconds ?? null,
  line?.packs ?? null,
]

function sparseNote(
  { coverage }: Metrics,
  found: ObservedDays | undefined,
  zone: string,
): Cell[][] {
  if (coverage === null || found === undefined) return []
  const { first, days, ofDays } = found
  const share = [`Only ${coverage.toFixed(1)} % of this period has data.`]
  if (first === null || days === ofDays) return [share]
  return [[`Data from ${formatDay(first, zone)}: ${days} of ${ofDays} days.`], share]
}

const plannedTime = (metrics: Metrics): number =>
  metrics.plan?.plannedSeconds ??
  [metrics['Idle Time Total'], metrics.alarmSeconds, metrics.ancillarySeconds].reduce(
    addSeconds,
    metrics['Run Time Total'],
  )
