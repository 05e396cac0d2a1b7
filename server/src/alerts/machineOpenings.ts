import type { ClientMachine, StoredAlertRule } from '@packboard/management'
import {
  type AlertHours,
  type AlertRule,
  addDays,
  alertTimes,
  commonSpans,
  type HeldSpan,
  hoursBetween,
  localDate,
  spansWithout,
  wallTimeToInstant,
} from '@packboard/model'
import type { LongStop } from '@packboard/telemetry/read'
import type { AlertFacts } from './alertFacts.ts'
import {
  alarmRaised,
  type ConditionSpan,
  inState,
  offlineLonger,
  plannedOverrun,
  stoppedLonger,
} from './conditionSpans.ts'
import { lineStoppedLonger } from './lineSpans.ts'
import { rejectsOver, shiftBehind, speedUnder, withoutReason } from './sumConditions.ts'

/** An opening of a rule at a machine. Ms since 1970; an end, and in a live window also an opening, may lie in the future. */
export type Opening = {
  readonly machineId: number
  readonly openedAt: number
  readonly endedAt: number | null
  readonly cause: string
  readonly causeGroup: string
  /** By the records up to here it is judged whether it was known in time. */
  readonly shownAt: number
  /** It follows from alarms: the last of them was received then. */
  readonly receivedAt: number | null
}

export type EvaluatedRule = Pick<AlertRule, 'condition' | 'forSeconds' | 'when'>

const secondMs = 1_000
const dayMs = 86_400_000

/** The openings of a rule at machines in a window, by machine and in order: of the past and of the present by the same sums (D94). */
export async function machineOpenings(
  facts: AlertFacts,
  rule: EvaluatedRule,
  machines: readonly Pick<ClientMachine, 'id'>[],
): Promise<Opening[]> {
  const spansOf = await conditionOf(facts, rule)
  const allowedOf = await allowedTimes(facts, rule.when)
  const forMs = (rule.forSeconds ?? 0) * secondMs
  return machines.flatMap(({ id: machineId }): Opening[] => {
    const spans = spansOf(machineId)
    if (spans.length === 0) return []
    const allowed = allowedOf(machineId)
    const held = allowed === null ? spans : commonSpans(spans, allowed)
    return alertTimes(held, forMs).map(({ openedAt, endedAt }): Opening => {
      const began = openedAt - forMs
      const span = spans.findLast(({ from }) => from <= began) ?? spans[0]
      return {
        ...{ machineId, openedAt, endedAt },
        cause: span?.cause ?? '',
        causeGroup: span?.causeGroup ?? '',
        shownAt: Math.max(span?.shownAt ?? began, 0),
        receivedAt: span?.receivedAt ?? null,
      }
    })
  })
}

type SpansOf = (machineId: number) => ConditionSpan[]

/** How the spans of a machine are computed; what they are computed from is read here, of all machines at once. */
async function conditionOf(facts: AlertFacts, { condition }: EvaluatedRule): Promise<SpansOf> {
  const { begin, end, isLive } = facts
  const window = { begin, end, isLive }
  switch (condition.kind) {
    case 'stoppedLonger': {
      const stops = await stopsAsLong(facts, condition.seconds * secondMs)
      const hasHoles = [...stops.values()].some((own) =>
        own.some(({ pieces }) => pieces.some(({ from, to, ms }) => to - from !== ms)),
      )
      const observed = hasHoles ? await facts.observed(1) : new Map()
      const isBooked = condition.reasonId !== undefined || condition.withoutReason === true
      const labels = isBooked ? await facts.labels() : new Map()
      const reasons = isBooked ? await facts.reasons() : new Map()
      return (id) => {
        const book = { labels: labels.get(id) ?? [], reasons }
        return stoppedLonger(condition, stops.get(id) ?? [], observed.get(id) ?? [], {
          ...{ book, window },
        })
      }
    }
    case 'lineStoppedLonger':
      return of(await lineStoppedLonger(facts, condition))
    case 'offlineLonger': {
      const observed = await facts.observed(condition.seconds * secondMs)
      const isSilent =
        isLive && facts.machines.some(({ id }) => (observed.get(id)?.[0]?.from ?? end) > begin)
      const silent = isSilent ? await facts.silentSince() : new Map()
      return (id) => offlineLonger(condition, observed.get(id) ?? [], silent.get(id), window)
    }
    case 'inState': {
      const times = await facts.inStates(
        condition.states,
        isLive ? 0 : condition.seconds * secondMs,
      )
      return (id) => inState(condition, times.get(id) ?? [], window)
    }
    case 'alarm': {
      const alarms = await facts.alarms(condition)
      return (id) => alarmRaised(condition, alarms.get(id) ?? [])
    }
    case 'plannedOverrun': {
      const [labels, reasons] = [await facts.labels(), await facts.reasons()]
      const stops = labels.size > 0 ? await facts.stops(0) : new Map()
      return (id) => {
        const book = { labels: labels.get(id) ?? [], reasons }
        return plannedOverrun(stops.get(id) ?? [], book, window)
      }
    }
    case 'speedUnder':
      return of(await speedUnder(facts, condition))
    case 'rejectsOver':
      return of(await rejectsOver(facts, condition))
    case 'oeeeUnder':
    case 'behindPlan':
      return of(await shiftBehind(facts, condition))
    case 'withoutReason':
      return of(await withoutReason(facts, condition))
    // These do not follow from records: `installationSpans.ts` has them.
    case 'setAside':
    case 'clockOff':
    case 'recorderSilent':
    case 'recorderFilling':
    case 'backupOverdue':
    case 'helpCalled':
      return () => []
  }
}

/** Stops that are as long, and those that may become it. What goes on is of no rule's length yet: all rules share one reading. */
async function stopsAsLong(
  facts: AlertFacts,
  leastMs: number,
): Promise<ReadonlyMap<number, readonly LongStop[]>> {
  if (!facts.isLive) return facts.stops(leastMs)
  const all = await facts.stops(0)
  return facts.shared(`stops as long as ${leastMs}`, async () => {
    const found = new Map<number, readonly LongStop[]>()
    for (const [id, own] of all) {
      const long = own.filter((stop) => stop.observedMs >= leastMs || stop.runAgain === null)
      if (long.length > 0) found.set(id, long)
    }
    return found
  })
}

const of = (spans: ReadonlyMap<number, ConditionSpan[]>) => (id: number) => spans.get(id) ?? []

type AllowedOf = (machineId: number) => readonly HeldSpan[] | null

/** When a rule looks, by machine; null: always. A live window also has the day that follows. */
export async function allowedTimes(facts: AlertFacts, when: AlertRule['when']): Promise<AllowedOf> {
  if (when === 'always') return () => null
  return facts.shared(`allowed ${JSON.stringify(when)}`, () =>
    when === 'planned' ? plannedTimes(facts) : hoursOf(facts, when),
  )
}

const wholeOf = ({ begin, end, isLive }: AlertFacts) => ({
  from: begin,
  to: end + (isLive ? dayMs : 1),
})

async function plannedTimes(facts: AlertFacts): Promise<AllowedOf> {
  const unplanned = await facts.unplanned()
  const whole = wholeOf(facts)
  const known = new Map<number, readonly HeldSpan[] | null>()
  return (id) => {
    const before = known.get(id)
    if (before !== undefined) return before
    const out = unplanned.get(id)
    const allowed = out === undefined ? null : spansWithout(whole, out)
    known.set(id, allowed)
    return allowed
  }
}

async function hoursOf(facts: AlertFacts, hours: readonly AlertHours[]): Promise<AllowedOf> {
  const zone = await facts.zone()
  const { from, to } = wholeOf(facts)
  const spans = hoursBetween(hours, from, to, {
    dateAt: (at) => localDate(new Date(at), zone),
    addDays,
    instant: (date, time, side) => wallTimeToInstant({ date, time }, zone, side).getTime(),
  })
  return () => spans
}

/** The machines of a rule; `typeIds` of a machine are read where a rule names a type. */
export function machinesOfRule(
  rule: Pick<StoredAlertRule, 'machines'>,
  machines: readonly ClientMachine[],
  ofType: (machineTypeId: number) => ReadonlySet<number>,
): ClientMachine[] {
  const wanted = rule.machines
  if (wanted === 'all') return [...machines]
  if (typeof wanted === 'object' && 'lineName' in wanted) {
    return machines.filter(({ lineName }) => lineName === wanted.lineName)
  }
  if (typeof wanted === 'object' && 'machineTypeId' in wanted) {
    const own = ofType(wanted.machineTypeId)
    return machines.filter(({ id }) => own.has(id))
  }
  const serials = new Set<string>(wanted)
  return machines.filter(({ serialNo }) => serials.has(serialNo))
}
