import type { CompareBy, ExportTable, StopSort } from '@packboard/contract'
import { plainReasons } from '@packboard/management'
import { machineState, refusedField, unknownState } from '@packboard/model'
import { alarmGroupCounts, speedSteps } from '@packboard/telemetry/read'
import { readLosses } from '../compare/readLosses.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { type ChartQuestion, ledgerQuestion } from '../figures/chartQuestion.ts'
import { readBasis, readContexts } from '../figures/readBasis.ts'
import {
  alarmGroupSlices,
  productLabel,
  productSlices,
  stateSlices,
  statusSlices,
} from '../figures/slices.ts'
import { lossesWire } from '../line/lineWire.ts'
import { knownLine } from '../line/readLine.ts'
import { readLineLosses } from '../line/readLineLosses.ts'
import { rootsOfStops } from '../line/rootsOfStops.ts'
import { categoryLabels } from '../production/productionWire.ts'
import { speedStepStarts } from '../production/speedStepStarts.ts'
import { readAlarmStatistics } from '../records/alarmStatistics.ts'
import { serialsOf } from '../records/recordsWire.ts'
import { readStops, type StopSelection } from '../stops/readStops.ts'
import { type SortOrder, sortStops } from '../stops/sortStops.ts'
import { readStopCauses } from '../stops/stopCauses.ts'
import { chosenStops, type StopLine, stopLine } from '../stops/stopRows.ts'
import { compareTable } from './compareTable.ts'
import type { Cell } from './table.ts'

type ChartTable = Exclude<ExportTable, 'audit-trail' | 'alarm-info' | 'day-summary'>

/** Which stops, and in which order; what a comparison has a row for. */
export type ChartChoices = StopSelection & {
  readonly sort: StopSort
  readonly order: SortOrder
  readonly by: CompareBy
  readonly withoutReason: 'true' | 'false'
  readonly micro: 'true' | 'false'
  /** Of what stopped a line: its name. */
  readonly line?: string | undefined
}

type Rows = (
  deps: Deps & PlanDeps,
  requested: ChartQuestion,
  choices: ChartChoices,
) => Promise<Cell[][]>

/** English names of the reasons of a client, of two levels as `Film: Film break`. */
async function reasonNames({ management }: Deps, { scope }: ChartQuestion) {
  const reasons = await plainReasons(management, scope)
  const byId = new Map(reasons.map((reason) => [reason.id, reason]))
  return (id: string | null): string => {
    const reason = byId.get(id ?? '')
    const above = byId.get(reason?.parent ?? '')
    return [above, reason].flatMap((one) => (one ? [one.name.en] : [])).join(': ')
  }
}

type Part = StopLine['parts'][number]

/** The parts of a stop that have a reason. */
const reasonParts = ({ parts }: StopLine) => parts.filter(({ label }) => label?.reason != null)

/** What the reasons of a stop say, part by part, so that all these columns have one order; empty where none says anything. */
function joined(line: StopLine, of: (part: Part) => string): string {
  const texts = reasonParts(line).map(of)
  return texts.every((text) => text === '') ? '' : texts.join('; ')
}

/** Planned, or until when it was: a reason that is overrun counts as unplanned from then on. */
function plannedText({ from, planned, overrunAt }: Part): string {
  if (!planned || (overrunAt !== null && overrunAt <= from)) return 'no'
  return overrunAt === null ? 'yes' : `until ${new Date(overrunAt).toISOString()}`
}

/** When a reason of a stop was set, the last one where there are several. */
const setAt = (line: StopLine) =>
  reasonParts(line).reduce<Date | null>(
    (last, { label }) => (label && (last === null || label.at > last) ? label.at : last),
    null,
  )

/** Of a root that no machine of the line is. */
const outsideLine = 'Outside the line'

/** What stopped a line in a window; the three columns of seconds together are the stop time. */
async function lossRows(
  deps: Deps & PlanDeps,
  { scope, period, nothing }: ChartQuestion,
  line: string | undefined,
): Promise<Cell[][]> {
  if (line === undefined) throw refusedField('line', 'Choose a line.')
  const known = await knownLine(deps, scope, line)
  if (nothing || period.from >= period.to) return []
  const { rows, withheld } = lossesWire(known, await readLineLosses(deps, scope, known, period))
  return [
    ...rows.map(({ machineId, group, cause, ...row }) => [
      ...[machineId ?? outsideLine, group, cause, row.ownSeconds, row.inheritedSeconds, 0],
      ...[row.keySeconds, row.stops, row.keyStops ?? 0, row.lostPacks],
    ]),
    ...withheld.map(({ why, ...row }) => [
      ...['', '', why, 0, 0, row.seconds],
      ...[row.keySeconds, row.stops, row.keyStops ?? 0, row.lostPacks ?? null],
    ]),
  ]
}

/** The tables that a screen shows whole, each by the function that the screen's own call uses. */
export const chartTables: Record<
  ChartTable,
  { readonly title: string; readonly columns: readonly string[]; readonly rows: Rows }
> = {
  'machine-status': {
    title: 'Machine Status',
    columns: ['Status', 'Time (s)'],
    rows: async (deps, requested) =>
      statusSlices(await readBasis(deps, requested, ['state', 'category'])).map(
        ({ category, seconds }) => [categoryLabels[category], seconds],
      ),
  },
  products: {
    title: 'Products',
    columns: ['Product', 'Packs'],
    rows: async ({ telemetry }, requested) =>
      productSlices(await readContexts(telemetry, requested, ['product'])).map(
        ({ product, packs }) => [productLabel(product), packs],
      ),
  },
  'alarm-groups': {
    title: 'Alarms',
    columns: ['Group', 'Alarms', 'Stop time (s)'],
    rows: async ({ telemetry }, requested) => {
      const [contexts, counts] = await Promise.all([
        readContexts(telemetry, requested, ['category', 'causeGroup']),
        requested.nothing
          ? []
          : alarmGroupCounts(telemetry, requested.scope, ledgerQuestion(requested)),
      ])
      return alarmGroupSlices(contexts, counts).map(({ group, count, seconds }) => [
        group,
        count,
        seconds,
      ])
    },
  },
  'alarm-statistics': {
    title: 'Alarm statistics',
    columns: [
      'Group',
      'Description',
      'Raised',
      'Alarms',
      'Time (s)',
      'Mean (s)',
      'Open',
      'Without clearing',
    ],
    rows: async ({ telemetry }, requested) =>
      (await readAlarmStatistics(telemetry, requested)).alarms.map((row) => [
        ...[row.group, row.description, row.raised, row.count],
        ...[row.seconds, row.meanSeconds, row.open, row.withoutEnd],
      ]),
  },
  states: {
    title: 'Machine State Distribution',
    columns: ['State', 'Time (s)'],
    rows: async ({ telemetry }, requested) =>
      stateSlices(await readContexts(telemetry, requested, ['state'])).map(({ name, seconds }) => [
        name,
        seconds,
      ]),
  },
  speed: {
    title: 'Packs per minute',
    columns: ['Start (UTC)', 'Mean (ppm)', 'Minimum (ppm)', 'Maximum (ppm)'],
    rows: async ({ telemetry }, requested) => {
      if (requested.nothing) return []
      const { steps, ends } = speedStepStarts(requested.period, requested.zone)
      const question = { ...ledgerQuestion(requested), steps, ends }
      const points = await speedSteps(telemetry, requested.scope, question)
      return points.map(({ x, mean, min, max }) => [x, mean, min, max])
    },
  },
  'stop-causes': {
    title: 'Stop causes',
    columns: ['Group', 'Cause', 'Time (s)', 'Stops', 'Lost packs'],
    rows: async (deps, requested) =>
      (await readStopCauses(deps, requested, 'alarm')).map((row) => [
        ...[row.group, row.cause, row.seconds, row.count, row.lostPacks],
      ]),
  },
  'stop-reasons': {
    title: 'Stop causes by reason',
    columns: ['Kind', 'Reason', 'Group', 'Cause', 'Time (s)', 'Stops', 'Lost packs'],
    rows: async (deps, requested) => {
      const reasonOf = await reasonNames(deps, requested)
      return (await readStopCauses(deps, requested, 'reason')).map((row) => [
        ...[row.kind, reasonOf(row.reason), row.group, row.cause],
        ...[row.seconds, row.count, row.lostPacks],
      ])
    },
  },
  losses: {
    title: 'Losses of OEEE',
    columns: ['Kind', 'Reason', 'Group', 'Cause', 'Time (s)', 'Share (%)', 'Stops', 'Lost packs'],
    rows: async (deps, requested) => {
      const reasonOf = await reasonNames(deps, requested)
      const { tree } = await readLosses(deps, requested, 'reason')
      if (tree === null) return []
      const { planned, good, oeee } = tree
      return [
        ['good', '', '', '', good, oeee, null, null],
        ...tree.losses.map(({ kind, key, group, seconds, share, stops, lostPacks }) => [
          ...(kind === 'cause' ? [kind, '', group, key] : [kind, reasonOf(key || null), '', '']),
          ...[seconds, share, stops, lostPacks],
        ]),
        ['planned', '', '', '', planned, 100, null, null],
      ]
    },
  },
  stops: {
    title: 'Stops',
    columns: [
      'Start (UTC)',
      'End (UTC)',
      'Machine',
      'Time (s)',
      'Group',
      'Cause',
      'State',
      'Product',
      'Tool',
      'User',
      'Lost packs',
      'Coverage (%)',
      'Began before',
      'Still open',
      'Reason',
      'Note',
      'Planned',
      'Reason by',
      'Reason at (UTC)',
      'Waits for',
    ],
    rows: async (deps, requested, choices) => {
      const { found, targetOf } = await readStops(deps, requested, choices)
      const serialOf = serialsOf(requested.machines)
      const reasonOf = await reasonNames(deps, requested)
      const stops = sortStops(chosenStops(found, choices), choices, { serialOf, targetOf })
      const rootOf = await rootsOfStops(deps, requested.scope, stops)
      return stops.map((stop) => {
        const root = rootOf(stop)
        const line = stopLine(stop, targetOf)
        return [
          ...[line.start, line.end, serialOf(line.machineId), line.seconds, line.group, line.cause],
          machineState(line.states[0]?.code ?? unknownState).name,
          ...[line.product, line.tool, line.user, line.lostPacks, line.coverage],
          ...[line.beganBefore ? 'yes' : 'no', line.open ? 'yes' : 'no'],
          joined(line, ({ label }) => reasonOf(label?.reason ?? null)),
          joined(line, ({ label }) => label?.note ?? ''),
          joined(line, plannedText),
          joined(line, ({ label }) => label?.by ?? ''),
          setAt(line),
          root === null ? '' : (root.machineId ?? outsideLine),
        ]
      })
    },
  },
  compare: {
    title: compareTable.title,
    columns: compareTable.columns,
    rows: (deps, requested, { by }) => compareTable.rows(deps, requested, by),
  },
  'line-losses': {
    title: 'What stopped the line',
    columns: [
      'Root',
      'Group',
      'Cause',
      'Own (s)',
      'Inherited (s)',
      'Cannot be decided (s)',
      'At the key station (s)',
      'Stops',
      'Stops of the key station',
      'Lost packs',
    ],
    rows: (deps, requested, { line }) => lossRows(deps, requested, line),
  },
}
