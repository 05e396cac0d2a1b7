import { type ExplainedInterval, explain, explainIntervals } from '@packboard/contract'
import { type ClientMachine, clientSettings } from '@packboard/management'
import {
  type ClientScope,
  isStandingTime,
  overlayLimitSeconds,
  type Period,
  plannedSeconds,
  refusedField,
  shownName,
  unknownState,
} from '@packboard/model'
import {
  type AlarmMarker,
  alarmGroupCounts,
  alarmMarkers,
  alarmPage,
  type ContextFilter,
  type Interval,
  intervals,
  matches,
  plannedTotals,
  recoveredParts,
} from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import type { Access } from '../access/access.ts'
import { readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import { plannedMicroSeconds } from '../compare/stopDetails.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { type ChartQuestion, chartQuestion, ledgerQuestion } from '../figures/chartQuestion.ts'
import { byText } from '../figures/contextSums.ts'
import { isNotRated, metricDimensions, type TargetOf } from '../figures/metricsOf.ts'
import { provisionalSerials } from '../figures/provisionalMachines.ts'
import { readBasis } from '../figures/readBasis.ts'
import { sliceFilter } from '../figures/sliceFilter.ts'
import { targetBook } from '../figures/targetBook.ts'
import { timeOf } from '../figures/timeOf.ts'
import type { App } from '../http/createApp.ts'
import { type SerialOf, serialsOf } from '../records/recordsWire.ts'
import { definitionRoutes } from './definitions.ts'
import {
  type ExplainedRow,
  explainedRows,
  intervalKind,
  type RatedCounts,
  type SpansOf,
} from './explainedRows.ts'
import { explanationOf } from './explanationOf.ts'
import { readRestatement, readSettingChanges } from './restatements.ts'

/** Explain this number: its formula with the actual terms, and the intervals that make it up. */
export function explainRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  definitionRoutes(app, deps, access, gate)
  const route = routesOf(app, 'Explain')
  const { telemetry } = deps

  route(explain, readBy('figures'), async (request) => {
    const { figure, part } = request.query
    const explained = { figure, part }
    const now = deps.now()
    const requested = await chartQuestion({ access, now }, request, request.query)
    const { scope, period } = requested
    const slice = sliceFilter(requested.filter, explained)
    return gate.ask(
      requested.viewer,
      scope,
      async () => {
        const basis = await readBasis(deps, requested)
        const { contexts } = basis
        const [targetOf, alarms, microSeconds] = await Promise.all([
          targetBook(deps, scope, { contexts, from: period.from, before: period.to }),
          figure === 'alarmGroup' && slice !== undefined && !requested.nothing
            ? alarmGroupCounts(telemetry, scope, { ...ledgerQuestion(requested), filter: slice })
            : [],
          figure === 'oeee' ? plannedMicroSeconds(deps, requested) : null,
        ])
        const figureParts = { basis, targetOf, alarms, microSeconds }
        const inSlice =
          slice === undefined ? [] : contexts.filter((context) => matches(slice, context))
        const [explanation, restatement] = [
          explanationOf(
            explained,
            { ...figureParts, serialOf: serialsOf(requested.machines) },
            inSlice,
          ),
          await readRestatement(deps, requested, explained, {
            parts: figureParts,
            now: requested.present,
          }),
        ]
        const provisional = await provisionalSerials(deps, requested)
        const settingChanges = await readSettingChanges(deps, requested, explained, figureParts)
        return {
          ...explanation,
          restatement,
          ...(settingChanges && { settingChanges }),
          ...(provisional.length > 0 && { provisional }),
        }
      },
      requested,
    )
  })

  route(explainIntervals, readBy('figures'), async (request) => {
    const { figure, part, after, pageSize, source } = request.query
    const requested = await chartQuestion({ access, now: deps.now() }, request, request.query)
    const { scope, period } = requested
    const machines = [...requested.machines].sort((a, b) => byText(a.serialNo, b.serialNo))
    const serialOf = serialsOf(machines)
    const filter = sliceFilter(requested.filter, { figure, part })
    // Gaps have no context: those of the whole window make up the figure, independent of the filter.
    if (figure !== 'offline' && (filter === undefined || requested.nothing)) {
      return { rows: [], next: null }
    }
    if (figure === 'alarmGroup') {
      const place = after === '' ? null : alarmPlace(after)
      if (place === undefined) throw refusedField('after', 'This page was in no answer.')
      const page = await gate.ask(
        requested.viewer,
        scope,
        () =>
          explainedAlarms(telemetry, scope, {
            machines,
            period,
            filter: filter ?? {},
            group: part,
            after: place,
            limit: pageSize,
          }),
        requested,
      )
      return { ...page, rows: page.rows.map((alarm) => explainedAlarmWire(alarm, serialOf)) }
    }
    return gate.ask(
      requested.viewer,
      scope,
      async () => {
        const [page, basis, window] = await Promise.all([
          intervals(telemetry, scope, {
            machineIds: machines.map(({ id }) => id),
            period,
            filter: figure === 'offline' ? {} : (filter ?? {}),
            after: after === '' ? null : after,
            limit: pageSize,
            ...intervalKind(figure),
            ...(source !== 'all' && { recovered: source === 'recovered' }),
            ...(figure === 'oeee' && { cuts: await settingCuts(deps, requested) }),
          }),
          figure === 'oeee' ? readBasis(deps, requested, metricDimensions) : undefined,
          deps.plans.window(scope, machines, period),
        ])
        const contexts = basis?.contexts ?? []
        const targetOf = await targetBook(deps, scope, {
          ...{ contexts, from: period.from, before: period.to },
        })
        const plannedTotal = plannedSeconds(timeOf(contexts))
        const spansOf: SpansOf = (machineId) => window?.spans.get(machineId) ?? []
        const under = await judgedUnder({ telemetry, requested, spansOf, targetOf }, page.rows)
        const rows = explainedRows(figure, page.rows, { targetOf, plannedTotal, ...under })
        return {
          rows: rows.map((row) => ({
            ...explainedIntervalWire(row, serialOf),
            user: shownName(scope, row.user),
          })),
          next: page.next,
        }
      },
      requested,
    )
  })
}

/** Where the target of a machine may change inside a window: an interval is divided there, and nowhere else (D98). */
async function settingCuts(
  { management }: Deps,
  { scope, machines, period }: ChartQuestion,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const settings = await clientSettings(management, scope)
  return new Map(machines.map(({ id }) => [id, settings.edges(id, period)]))
}

/** How much of each row of a gap that was repaired lies under the spans of a plan, ms: such a row has no place in time but its gap. */
async function recoveredUnder(
  telemetry: Telemetry,
  scope: ClientScope,
  rows: readonly Interval[],
  spansOf: SpansOf,
): Promise<Map<Interval, number>> {
  const lost = new Map<Interval, number>()
  for (const row of rows) {
    if (!row.recovered) continue
    let ms = 0
    for (const span of spansOf(row.machineId)) {
      const from = new Date(Math.max(span.from, row.from.getTime()))
      const to = new Date(Math.min(span.to, row.to.getTime()))
      if (from >= to) continue
      const question = { machineIds: [row.machineId], period: { from, to }, filter: {} }
      const parts = await recoveredParts(telemetry, scope, question)
      for (const time of parts.flatMap(({ times }) => times)) {
        if (time.state === row.state && time.category === row.category) ms += time.ms
      }
    }
    lost.set(row, ms)
  }
  return lost
}

type Judging = {
  readonly telemetry: Telemetry
  readonly requested: ChartQuestion
  readonly spansOf: SpansOf
  readonly targetOf: TargetOf
}

/** What rows have under the spans of a plan, of labels and modes, where their ends do not say it. */
async function judgedUnder(judging: Judging, rows: readonly Interval[]) {
  const { telemetry, requested, spansOf } = judging
  const lost = await recoveredUnder(telemetry, requested.scope, rows, spansOf)
  return { spansOf, lost, rated: await ratedUnder(judging, rows) }
}

/** What of the packs of each row is in planned time, where the row lies partly or wholly under what takes time out (D111). */
async function ratedUnder(
  { telemetry, requested: { scope, period }, spansOf, targetOf }: Judging,
  rows: readonly Interval[],
): Promise<Map<Interval, RatedCounts>> {
  const found = new Map<Interval, RatedCounts>()
  for (const row of rows) {
    const { machineId, state, category, product, tool } = row
    const [begin, end] = [row.from.getTime(), row.to.getTime()]
    const isOut = isNotRated({ ...row, under: 'label', since: begin }, targetOf)
    if (!isOut || !isStandingTime(category) || (row.packs === 0n && !row.rejects)) continue
    const spans = spansOf(machineId).filter(
      ({ from, to, under }) => under !== null && from <= end && begin <= to,
    )
    if (spans.length === 0) continue
    // A reading belongs to the time that it ends: one at the beginning ended other time, but for a row without any.
    const first = row.ms > 0 ? begin + 1 : Math.max(period.from.getTime(), begin - 1)
    const [totals = []] = await plannedTotals(telemetry, scope, {
      ...{ machineIds: [machineId], filter: {}, starts: [new Date(first)] },
      period: { from: new Date(first), to: new Date(end + 1) },
      spans: new Map([[machineId, spansOf(machineId)]]),
    })
    const own = totals.filter(
      (one) =>
        one.state === state &&
        one.category === category &&
        one.product === product &&
        one.tool === tool &&
        one.cause === row.cause &&
        one.causeGroup === row.causeGroup &&
        one.under === undefined,
    )
    const rejects = own.flatMap((one) => one.rejects ?? [])
    found.set(row, {
      packs: own.reduce((sum, { packs }) => sum + packs, 0n),
      rejects: row.rejects === null ? null : rejects.reduce((sum, one) => sum + one, 0n),
    })
  }
  return found
}

/** An interval of a figure in the words of the wire. */
function explainedIntervalWire(row: ExplainedRow, serialOf: SerialOf): ExplainedInterval {
  const { machineId, state, ...rest } = row
  return { ...rest, machine: serialOf(machineId), code: state }
}

/** An alarm as a part of a figure: it lasts no time and counts one. */
function explainedAlarmWire(alarm: AlarmMarker, serialOf: SerialOf): ExplainedInterval {
  return {
    from: alarm.at,
    to: alarm.at,
    machine: serialOf(alarm.machineId),
    code: unknownState,
    category: 'alarm',
    product: '',
    tool: '',
    user: '',
    causeGroup: alarm.group,
    cause: alarm.description,
    amount: 1,
    plannedSeconds: 0,
    goodSeconds: null,
    recovered: false,
  }
}

type AlarmPage = { readonly rows: AlarmMarker[]; readonly next: string | null }

type Place = { readonly machineId: number; readonly from: number; readonly skip: number }

/** Days with alarms that one page may look at; a page may therefore be short and still have a next one. */
const daysPerPage = 20
const stepMs = overlayLimitSeconds * 1000

/** The position at which an earlier page ended; undefined when no page returned this text. */
function alarmPlace(after: string): Place | undefined {
  const [, machineId, from, skip] = /^a(\d{1,10})\.(\d{1,16})\.(\d{1,6})$/.exec(after) ?? []
  if (machineId === undefined) return undefined
  return { machineId: Number(machineId), from: Number(from), skip: Number(skip) }
}

/**
 * The alarms that make up a slice of the Alarms pie, machine by machine in the order given, then by time. Days without
 * such an alarm are skipped, so a rare alarm of a long window is found at once.
 */
async function explainedAlarms(
  telemetry: Telemetry,
  scope: ClientScope,
  requested: {
    readonly machines: readonly ClientMachine[]
    readonly period: Period
    readonly filter: ContextFilter
    readonly group: string
    readonly after: Place | null
    readonly limit: number
  },
): Promise<AlarmPage> {
  const { period, filter, group, after, limit } = requested
  const end = period.to.getTime()
  const first =
    after === null ? 0 : requested.machines.findIndex(({ id }) => id === after.machineId)
  const rows: AlarmMarker[] = []
  let days = 0
  for (const { id: machineId } of first < 0 ? [] : requested.machines.slice(first)) {
    const resumes = machineId === after?.machineId ? after : undefined
    let from = Math.max(resumes?.from ?? 0, period.from.getTime())
    let skip = resumes?.skip ?? 0
    while (from < end) {
      const next = await firstAlarm(telemetry, scope, { machineId, from, end, group })
      if (next === undefined) break
      if (days++ >= daysPerPage) return { rows, next: placeText({ machineId, from, skip }) }
      if (next > from) skip = 0
      const to = Math.min(next + stepMs, end)
      const found = await alarmMarkers(telemetry, scope, {
        machineIds: [machineId],
        period: { from: new Date(next), to: new Date(to) },
        filter,
      })
      for (const alarm of found.slice(skip)) {
        if (rows.length === limit) return { rows, next: placeAfter(rows, alarm) }
        rows.push(alarm)
      }
      from = to
      skip = 0
    }
  }
  return { rows, next: null }
}

/** When the first alarm of a group from an instant on was raised. */
async function firstAlarm(
  telemetry: Telemetry,
  scope: ClientScope,
  { machineId, from, end, group }: { machineId: number; from: number; end: number; group: string },
): Promise<number | undefined> {
  const question = {
    machineIds: [machineId],
    period: { from: new Date(from), to: new Date(end) },
    group,
    limit: 1,
  }
  const { count } = await alarmPage(telemetry, scope, { ...question, offset: 0 })
  if (count === 0) return undefined
  const { rows } = await alarmPage(telemetry, scope, { ...question, offset: count - 1 })
  return rows[0]?.at.getTime()
}

/** After the alarms of the page that were raised at the same instant as the next one. */
function placeAfter(rows: readonly AlarmMarker[], next: AlarmMarker): string {
  const { machineId } = next
  const from = next.at.getTime()
  const skip = rows.filter((row) => row.machineId === machineId && row.at.getTime() === from).length
  return placeText({ machineId, from, skip })
}

const placeText = ({ machineId, from, skip }: Place) => `a${machineId}.${from}.${skip}`
