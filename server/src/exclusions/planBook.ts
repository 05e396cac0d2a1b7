import {
  type ClientMachine,
  type ClientPlan,
  type ClientSettings,
  clientSettings,
  labelsOfMachines,
  type Management,
  plainReasons,
  planOfClient,
  planStamp,
  type StoredLabel,
} from '@packboard/management'
import {
  type ClientScope,
  isEmptyPeriod,
  type LabelSpan,
  labelSpans,
  longestOverrunMs,
  type ModeSpan,
  type Period,
  type PlanSpan,
  plannedSpans,
  planOfLine,
  type Reason,
  shownName,
  timeSpans,
  type UnplannedKind,
  unitModeFilter,
} from '@packboard/model'
import {
  modeSpans,
  modeSpansAsOf,
  runsAsOf,
  runsIn,
  type UnplannedSpans,
} from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import { divideBySettings, linesIn, within } from './settingSpans.ts'

/** A stretch of closed time, in ms. */
export type ClosedSpan = { readonly from: number; readonly to: number }

/** Ms of each kind of the plan, of all machines together. */
export type UnplannedMs = Readonly<Record<UnplannedKind, number>>

/** What the plans of machines say of a window, without labels and modes (D72). */
export type Schedule = {
  /** The breaks and the closed time of each machine, whole minutes that cover the window. */
  readonly spans: UnplannedSpans
  /** How much of a part of the window lies in them. */
  msOf(machines: readonly { readonly id: number }[], period: Period): UnplannedMs
  /** The closed time of one machine inside the window. */
  closedOf(machineId: number): ClosedSpan[]
}

/** What figures of a window are judged by: labels before modes before the plans of machines (D73). */
export type PlannedWindow = Pick<Schedule, 'msOf'> & {
  /** What takes time of each machine out, or gives it back, to the ms; and where other settings of it begin (D98). */
  readonly spans: UnplannedSpans
  /** Who wrote an entry of the stop book that decides in a span; null when the account is gone, `hiddenName` where the caller may not read it. */
  authorOf(label: number): string | null
}

type Machines = readonly Pick<ClientMachine, 'id' | 'lineName'>[]

/** The plans of all clients, and what people and machines say besides. */
type PlanBook = JudgedByPlan & {
  /** The same as if this were the plan of the client. */
  withPlan(plan: ClientPlan): JudgedByPlan
  /** The same as if these were the settings of the machines of the client. */
  withSettings(settings: ClientSettings): JudgedByPlan
}

type JudgedByPlan = {
  /** The plan alone: what is closed. undefined where it has no break and no closed time in the window. */
  schedule(scope: ClientScope, machines: Machines, period: Period): Promise<Schedule | undefined>
  /** The times in another unit mode than production that leave planned time, with their modes; a machine without one is absent. */
  modes(
    scope: ClientScope,
    machines: readonly { readonly id: number }[],
    period: Period,
  ): Promise<CountedModes>
  /** undefined where nothing takes time out of the window, and no setting changes in it: its figures are then read as if there were none. */
  window(
    scope: ClientScope,
    machines: Machines,
    period: Period,
    /** By when the records had been received that say the unit mode and how long a label holds; without it all of them. */
    receivedUntil?: Date,
  ): Promise<PlannedWindow | undefined>
}

export type PlanDeps = { readonly plans: PlanBook }

/** Gives the times of machines in another unit mode than production that leave planned time; a machine without one is absent. */
type ModeSource = (
  scope: ClientScope,
  machineIds: readonly number[],
  period: Period,
  plan: ClientPlan | undefined,
  receivedUntil?: Date,
) => Promise<CountedModes>

/** How many plans are cached; one of 200 weeks is some 100 kB. */
const mostCached = 200
const minuteMs = 60_000

/** Reads a plan when it is first needed and again after it, a line or the zone was changed; a short query says whether it was. */
export function planBook(
  stores: PlanStores,
  modesOf: ModeSource = countedModes(stores.telemetry),
): PlanBook {
  const plans = cachedPlans(stores.management)
  const present = (scope: ClientScope) => clientSettings(stores.management, scope)
  return {
    ...judgedBy(plans, stores, modesOf, present),
    withPlan: (plan) => judgedBy(async () => plan, stores, modesOf, present),
    withSettings: (settings) => judgedBy(plans, stores, modesOf, async () => settings),
  }
}

function judgedBy(
  planNow: (scope: ClientScope) => Promise<ClientPlan | undefined>,
  stores: PlanStores,
  modesOf: ModeSource,
  settingsOf: (scope: ClientScope) => Promise<ClientSettings>,
): JudgedByPlan {
  async function schedule(scope: ClientScope, machines: Machines, period: Period) {
    if (isEmptyPeriod(period) || machines.length === 0) return undefined
    const plan = await planNow(scope)
    return plan && scheduleIn(plan, machines, period, await settingsOf(scope))
  }

  return {
    schedule,
    async modes(scope, machines, period) {
      if (isEmptyPeriod(period) || machines.length === 0) return new Map()
      const machineIds = machines.map(({ id }) => id)
      return modesOf(scope, machineIds, period, await planNow(scope))
    },
    async window(scope, machines, period, receivedUntil) {
      if (isEmptyPeriod(period) || machines.length === 0) return undefined
      const machineIds = machines.map(({ id }) => id)
      const plan = planNow(scope)
      const settings = await settingsOf(scope)
      const [planned, modes, labels] = await Promise.all([
        plan.then((known) => known && scheduleIn(known, machines, period, settings)),
        plan.then((known) => modesOf(scope, machineIds, period, known, receivedUntil)),
        labelsInForce(stores.management, scope, machineIds, period),
      ])
      const labelled = await labelledTime(stores, scope, {
        labels,
        period,
        receivedUntil,
        givesBack: (machineId) => planned?.spansOf(machineId) !== undefined || modes.has(machineId),
      })
      const spans = new Map(planned?.spans)
      for (const machineId of new Set([...modes.keys(), ...labelled.keys()])) {
        const spansOfMachine = timeSpans({
          plan: planned?.spansOf(machineId) ?? [],
          modes: modes.get(machineId) ?? [],
          labels: labelled.get(machineId) ?? [],
        }).filter(({ from, to }) => from < period.to.getTime() && to > period.from.getTime())
        if (spansOfMachine.length > 0) spans.set(machineId, spansOfMachine)
      }
      divideBySettings(spans, machineIds, period, settings)
      if (spans.size === 0) return undefined
      const authors = new Map(labels.map(({ id, by }) => [id, by]))
      return {
        spans,
        msOf: planned?.msOf ?? (() => ({ break: 0, closed: 0 })),
        authorOf: (label) => shownName(scope, authors.get(label) ?? null),
      }
    },
  }
}

function cachedPlans(management: Management) {
  const cached = new Map<number, { readonly stamp: string; readonly plan: ClientPlan }>()
  return async (scope: ClientScope): Promise<ClientPlan | undefined> => {
    const { clientId } = scope
    const stamp = await planStamp(management, scope)
    const known = cached.get(clientId)
    cached.delete(clientId)
    if (stamp === undefined) return undefined
    // The stamp was read first: a plan that was changed since then is read again next time.
    const plan = known?.stamp === stamp ? known.plan : await planOfClient(management, scope)
    if (plan === undefined) return undefined
    const [oldest] = cached.keys()
    if (oldest !== undefined && cached.size >= mostCached) cached.delete(oldest)
    cached.set(clientId, { stamp, plan })
    return plan
  }
}

/** What a plan says of a window; machines of lines without a week of their own share one list. */
function scheduleIn(
  plan: ClientPlan,
  machines: Machines,
  period: Period,
  settings: ClientSettings,
): (Schedule & { spansOf(machineId: number): readonly PlanSpan[] | undefined }) | undefined {
  const plannedLines = new Set([...plan.weeks, ...plan.exceptions].map(({ line }) => line))
  const byLine = new Map<string | null, readonly PlanSpan[]>()
  const spansOfLine = (line: string | null): readonly PlanSpan[] => {
    const known = byLine.get(line)
    if (known !== undefined) return known
    const list = unplanned(plan, line, period)
    byLine.set(line, list)
    return list
  }
  const byMachine = new Map<number, readonly PlanSpan[]>()
  const planOfName = (lineName: string) => spansOfLine(plannedLines.has(lineName) ? lineName : null)
  for (const { id, lineName } of machines) {
    const [first, ...later] = linesIn(settings, { id, lineName }, period)
    const list =
      later.length === 0
        ? planOfName(first?.lineName ?? lineName)
        : [first, ...later].flatMap((own) =>
            own === undefined ? [] : within(planOfName(own.lineName), own),
          )
    if (list.length > 0) byMachine.set(id, list)
  }
  if (byMachine.size === 0) return undefined
  const from = period.from.getTime()
  const to = period.to.getTime()
  const excluded = new Map(
    [...new Set(byMachine.values())].map((list) => [
      list,
      timeSpans({ plan: list, modes: [], labels: [] }),
    ]),
  )
  return {
    spans: new Map([...byMachine].map(([id, list]) => [id, excluded.get(list) ?? []])),
    spansOf: (machineId) => byMachine.get(machineId),
    msOf: (of, part) => {
      const ms = { break: 0, closed: 0 }
      for (const [list, alike] of Map.groupBy(of, ({ id }) => byMachine.get(id))) {
        const ofEach = msIn(list ?? [], part)
        ms.break += ofEach.break * alike.length
        ms.closed += ofEach.closed * alike.length
      }
      return ms
    },
    closedOf: (machineId) =>
      (byMachine.get(machineId) ?? [])
        .filter(({ kind }) => kind === 'closed')
        .map((span) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
        .filter((span) => span.from < span.to),
  }
}

function unplanned(plan: ClientPlan, line: string | null, { from, to }: Period): PlanSpan[] {
  const begin = Math.floor(from.getTime() / minuteMs) * minuteMs
  const end = Math.ceil(to.getTime() / minuteMs) * minuteMs
  return plannedSpans(planOfLine(plan, line), begin, end, plan.zone).flatMap((span) => {
    const { kind } = span
    return kind === 'break' || kind === 'closed' ? [{ ...span, kind }] : []
  })
}

function msIn(list: readonly PlanSpan[], { from, to }: Period): UnplannedMs {
  const ms = { break: 0, closed: 0 }
  for (const span of list) {
    const length = Math.min(span.to, to.getTime()) - Math.max(span.from, from.getTime())
    if (length > 0) ms[span.kind] += length
  }
  return ms
}

/** Closed time as it crosses the wire: absent where there is none. */
export function closedWire(closed: readonly ClosedSpan[] | undefined): {
  closed?: { from: Date; to: Date }[]
} {
  if (closed === undefined || closed.length === 0) return {}
  return { closed: closed.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) })) }
}

/** Of each machine by its id, in order and without overlap; a machine without one is absent. */
type CountedModes = ReadonlyMap<number, readonly ModeSpan[]>

const none: CountedModes = new Map()

/** The times in another unit mode than production that leave planned time by the rules of the client (D72): one question for all machines. */
function countedModes(telemetry: PlanStores['telemetry']) {
  return async (
    scope: ClientScope,
    machineIds: readonly number[],
    period: Period,
    plan: Pick<ClientPlan, 'unitModes' | 'zone'> | undefined,
    /** By when the records had been received that say the mode; without it all of them. */
    receivedUntil?: Date,
  ): Promise<CountedModes> => {
    if (plan === undefined) return none
    const filter = unitModeFilter(plan.unitModes, plan.zone)
    if (!filter.counts(period.from.getTime(), period.to.getTime())) return none
    const question = { machineIds, period }
    const found =
      receivedUntil === undefined
        ? await modeSpans(telemetry, scope, question)
        : await modeSpansAsOf(telemetry, scope, { ...question, receivedUntil })
    const counted = [...found].map(
      ([machineId, spans]) => [machineId, filter.spans(spans)] as const,
    )
    return new Map(counted.filter(([, spans]) => spans.length > 0))
  }
}

/** What is read to know the planned time of machines. */
type PlanStores = { readonly management: Management; readonly telemetry: Telemetry }

/** The entries that have a say in a window: one short query. An overrun may begin with one that ended before. */
export function labelsInForce(
  management: PlanStores['management'],
  scope: ClientScope,
  machineIds: readonly number[],
  { from, to }: Period,
): Promise<StoredLabel[]> {
  const earliest = new Date(from.getTime() - longestOverrunMs)
  return labelsOfMachines(management, scope, { machineIds, from: earliest, to })
}

/**
 * The labelled time of machines in a window, as far as it may move figures: only of machines that have a planned reason there, one whose
 * cause is external, or time that another reason gives back (`givesBack`). Records are only read around entries that hold until the machine runs, or whose
 * reason can be overrun. With `receivedUntil` they are those that had been received until then.
 */
export async function labelledTime(
  { management, telemetry }: PlanStores,
  scope: ClientScope,
  question: {
    readonly labels: readonly StoredLabel[]
    readonly period: Period
    readonly givesBack: (machineId: number) => boolean
    readonly receivedUntil?: Date | undefined
  },
): Promise<ReadonlyMap<number, readonly LabelSpan[]>> {
  const { labels, period, givesBack, receivedUntil } = question
  if (labels.length === 0) return new Map()
  const until = period.to.getTime()
  const reasons = await plainReasons(management, scope)
  const reasonOf = new Map(reasons.map((reason) => [reason.id, reason]))
  const reasonIn = ({ reason }: StoredLabel) => reasonOf.get(reason ?? '')
  const moving = [...Map.groupBy(labels, ({ machineId }) => machineId)].filter(
    ([machineId, own]) =>
      givesBack(machineId) ||
      own.some((label) => {
        const reason = reasonIn(label)
        return reason?.planned || reason?.cause === 'external'
      }),
  )
  const stretches = moving.flatMap(([, own]) =>
    own.filter((label) => label.untilRun || canOverrun(reasonIn(label))),
  )
  const ran =
    receivedUntil === undefined
      ? await runsIn(telemetry, scope, { stretches, until })
      : await runsAsOf(telemetry, scope, {
          machineIds: stretches.map(({ machineId }) => machineId),
          period: {
            from: new Date(Math.min(until, ...stretches.map(({ from }) => from))),
            to: period.to,
          },
          receivedUntil,
        })
  const runs = Map.groupBy(ran, ({ machineId }) => machineId)
  const planningOf = (id: string) => reasonOf.get(id)
  return new Map(
    moving.map(([machineId, own]) => [
      machineId,
      labelSpans(own, runs.get(machineId) ?? [], { planningOf, until }),
    ]),
  )
}

const canOverrun = (reason: Reason | undefined) =>
  reason?.planned === true && reason.overrunSeconds !== null
