import {
  addMachineNews,
  type ClientMachine,
  clientSettings,
  type MachineNews,
  machinesOfClient,
  type StopInNews,
  shiftsOfClient,
  stopsInNews,
  type WantedNews,
} from '@packboard/management'
import {
  alertLimits,
  type ClientScope,
  type Shift,
  type StopThresholds,
  shiftAt,
  sumOfShift,
} from '@packboard/model'
import { type LongStop, longStops } from '@packboard/telemetry/read'
import { isPremium } from '../daySummary/readDays.ts'
import { metricDimensions, metricsOf } from '../figures/metricsOf.ts'
import { metricsWire } from '../figures/metricsWire.ts'
import { readBasis } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import { readProgress } from '../shift/readProgress.ts'
import { shownMetrics, stopFigures } from '../shift/readShift.ts'
import type { AlertFacts, NewsDeps } from './alertFacts.ts'
import { arrivalsOf, isHistory } from './lateness.ts'

type ThresholdsOf = (machineId: number) => StopThresholds

/** A stop threshold that was changed counts after so long. */
const thresholdsMs = 60_000
const minuteMs = 60_000

/**
 * Informs webhooks of the stops of one client that are longer than the stop threshold, each once when it is and once when it is over. What was
 * informed of is in the outbox: a process that takes over repeats nothing. A stop that was over when it came to be known is no news.
 */
export class StopNews {
  readonly #deps: NewsDeps
  readonly #scope: ClientScope
  #wanted: WantedNews | undefined
  /** By machine; undefined: not read yet. */
  #informed: Map<number, StopInNews[]> | undefined
  #thresholds: { readonly of: ThresholdsOf; readonly at: number } | undefined

  constructor(deps: NewsDeps, scope: ClientScope) {
    this.#deps = deps
    this.#scope = scope
  }

  follow(wanted: WantedNews | undefined): void {
    this.#wanted = wanted
  }

  get isWanted(): boolean {
    return this.#wanted?.has('stop.opened') === true || this.#wanted?.has('stop.closed') === true
  }

  /** Looks at the machines of a live window; when to look at each again if nothing comes. */
  async look(facts: AlertFacts): Promise<ReadonlyMap<number, number>> {
    const lookAt = new Map<number, number>()
    if (!this.isWanted) return lookAt
    const informed = await this.#read(facts)
    const [stops, thresholdsOf] = [await facts.stops(0), await this.#thresholdsOf(facts.end)]
    const found: { news: MachineNews; stop: StopInNews }[] = []
    const fresh: LongStop[] = []
    for (const { id } of facts.machines) {
      const own = stops.get(id) ?? []
      const before = informed.get(id) ?? []
      for (const stop of before.filter(({ endsAt }) => endsAt === null)) {
        const closed = await this.#closed(
          stop,
          own.findLast((one) => overlap(one, stop)),
          facts,
        )
        if (closed !== undefined) found.push(closed)
      }
      for (const stop of own) {
        if (before.some((one) => overlap(stop, one)) || !isRecent(stop, facts.end)) continue
        const { from, to } = lengthOf(stop)
        if (!thresholdsOf(id).isMicro(from, to)) fresh.push(stop)
        else if (stop.runAgain === null) lookAt.set(id, from + thresholdsOf(id).at(from))
      }
    }
    for (const stop of await this.#withoutHistory(fresh, thresholdsOf)) {
      const known = { machineId: stop.machineId, startsAt: lengthOf(stop).from }
      found.push({
        stop: { ...known, endsAt: null },
        news: this.#news('stop.opened', known.startsAt, facts, { ...stop, runAgain: null }),
      })
      if (stop.runAgain !== null) {
        found.push({
          stop: { ...known, endsAt: stop.runAgain },
          news: this.#news('stop.closed', known.startsAt, facts, stop),
        })
      }
    }
    await this.#store(found, facts.begin)
    return lookAt
  }

  async #read({ begin }: AlertFacts): Promise<Map<number, StopInNews[]>> {
    if (this.#informed === undefined) {
      const { management } = this.#deps
      const known = await stopsInNews(management, this.#scope.clientId, begin)
      this.#informed = Map.groupBy(known, ({ machineId }) => machineId)
    }
    return this.#informed
  }

  async #thresholdsOf(now: number): Promise<ThresholdsOf> {
    const known = this.#thresholds
    if (known !== undefined && now - known.at < thresholdsMs) return known.of
    const { thresholds: of } = await clientSettings(this.#deps.management, this.#scope)
    this.#thresholds = { of, at: now }
    return of
  }

  /** The end of a stop that is in the news; undefined while it goes on. Late records may have taken it back: then it took no time. */
  async #closed(informed: StopInNews, found: LongStop | undefined, facts: AlertFacts) {
    const { machineId, startsAt } = informed
    const beganBefore = found?.ranUntil === null
    const stop = beganBefore ? ((await this.#whole(informed, facts)) ?? found) : found
    if (stop !== undefined && stop.runAgain === null) return undefined
    const isKnown = stop !== undefined || startsAt < facts.begin
    const endsAt = Math.max(startsAt, stop?.runAgain ?? (isKnown ? facts.begin : startsAt))
    const nothing = { machineId, cause: '', causeGroup: '', pieces: [], runAgain: endsAt }
    return {
      stop: { machineId, startsAt, endsAt },
      news: this.#news('stop.closed', startsAt, facts, { ...(stop ?? nothing), runAgain: endsAt }),
    }
  }

  /** A stop that began before the window, from its beginning. */
  async #whole({ machineId, startsAt }: StopInNews, { end }: AlertFacts) {
    const period = { from: new Date(startsAt - minuteMs), to: new Date(end) }
    const stops = await longStops(this.#deps.telemetry, this.#scope, {
      ...{ machineIds: [machineId], period, leastMs: 0 },
    })
    return stops.find((one) => overlap(one, { startsAt, endsAt: null }))
  }

  /** Those that are news by how their records came. */
  async #withoutHistory(stops: readonly LongStop[], thresholdsOf: ThresholdsOf) {
    const openings = stops.map((stop) => {
      const { from } = lengthOf(stop)
      const openedAt = from + thresholdsOf(stop.machineId).at(from)
      const { machineId, cause, causeGroup, runAgain: endedAt } = stop
      const shown = { shownAt: openedAt, receivedAt: null }
      return { machineId, cause, causeGroup, openedAt, endedAt, ...shown }
    })
    const arrivals = await arrivalsOf(this.#deps, this.#scope, openings)
    return stops.filter((_, index) => {
      const [opening, arrival] = [openings[index], arrivals[index]]
      return !opening || !arrival || !isHistory(opening, arrival)
    })
  }

  #news(
    event: 'stop.opened' | 'stop.closed',
    startsAt: number,
    { machines }: AlertFacts,
    stop: Pick<LongStop, 'machineId' | 'cause' | 'causeGroup' | 'pieces' | 'runAgain'>,
  ): MachineNews {
    const { machineId, cause, causeGroup, pieces, runAgain } = stop
    const machine = machines.find(({ id }) => id === machineId)
    const body = {
      stop: {
        ...{ machineId: machine?.serialNo ?? null, lineName: machine?.lineName ?? null },
        startsAt: new Date(startsAt).toISOString(),
        endsAt: runAgain === null ? null : new Date(runAgain).toISOString(),
        // Observed: without what was OFFLINE.
        seconds: pieces.reduce((sum, { ms }) => sum + ms, 0) / 1_000,
        ...{ cause, causeGroup },
      },
    }
    return { event, key: `${machineId}:${startsAt}`, about: machine?.serialNo ?? '', body }
  }

  async #store(
    found: readonly { readonly news: MachineNews; readonly stop: StopInNews }[],
    begin: number,
  ): Promise<void> {
    const { management } = this.#deps
    const news = found.map((one) => one.news).filter(({ event }) => this.#wanted?.has(event))
    await addMachineNews(management, this.#scope.clientId, news)
    if (news.length > 0) this.#deps.wake()
    for (const { stop } of found) {
      const others = (this.#informed?.get(stop.machineId) ?? []).filter(
        ({ startsAt, endsAt }) => startsAt !== stop.startsAt && (endsAt ?? begin) >= begin,
      )
      this.#informed?.set(stop.machineId, [...others, stop])
    }
  }
}

/** From the end of the run before to the beginning of the run after, or as far as it is known. */
const lengthOf = ({ from, to, ranUntil, runAgain }: LongStop) => ({
  from: ranUntil ?? from,
  to: runAgain ?? to,
})

/** Late records may have moved its beginning. */
function overlap(stop: LongStop, { startsAt, endsAt }: Pick<StopInNews, 'startsAt' | 'endsAt'>) {
  const { from } = lengthOf(stop)
  return from <= (endsAt ?? Number.POSITIVE_INFINITY) && startsAt < (stop.runAgain ?? Infinity)
}

/** It goes on as far as its machine is heard, or was over just now. */
const isRecent = (stop: LongStop, now: number) => now - lengthOf(stop).to <= alertLimits.lateMs

/** The records of the last minutes of a shift may come so long after it. */
const settledMs = 2 * minuteMs
/** What ended longer ago is no news, as after a process was away. */
const newsMs = 60 * minuteMs

/** Informs webhooks of the end of each shift of one client, once. */
export class ShiftNews {
  readonly #deps: NewsDeps
  readonly #scope: ClientScope
  #wanted: WantedNews | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
  #endedAt: number | undefined

  constructor(deps: NewsDeps, scope: ClientScope) {
    this.#deps = deps
    this.#scope = scope
  }

  follow(wanted: WantedNews | undefined): void {
    this.#wanted = wanted
  }

  async look(now: number): Promise<void> {
    const since = this.#wanted?.get('shift.closed')
    if (since === undefined || now - this.#lookedAt < minuteMs) return
    const times = await shiftsOfClient(this.#deps.management, this.#scope)
    const at = now - settledMs
    const running = times && shiftAt(times.starts, times.zone, new Date(at))
    if (running !== undefined) {
      const end = running.period.from.getTime()
      const shift = shiftAt(times?.starts ?? [], times?.zone ?? '', new Date(end - 1))
      const isNews = this.#endedAt !== end && at - end <= newsMs && since.getTime() < end
      if (isNews && shift !== undefined) await this.#add(shift)
      this.#endedAt = end
    }
    this.#lookedAt = now
  }

  async #add({ name, period }: Shift): Promise<void> {
    const { management } = this.#deps
    const machines = await machinesOfClient(management, this.#scope)
    if (machines.length === 0) return
    const body = {
      shift: {
        ...{ name, startsAt: period.from.toISOString(), endsAt: period.to.toISOString() },
        ...(await this.#figures(machines, period)),
      },
    }
    const news = { event: 'shift.closed' as const, key: `${period.from.getTime()}`, body }
    await addMachineNews(management, this.#scope.clientId, [{ ...news, about: name }])
    this.#deps.wake()
  }

  /** As the page of the shift has them. */
  async #figures(machines: readonly ClientMachine[], period: Shift['period']) {
    const [deps, scope] = [this.#deps, this.#scope]
    const requested = { scope, machines, period, filter: {}, nothing: false }
    const [progress, basis, compares] = await Promise.all([
      readProgress(deps, scope, machines, { shift: period, at: period.to }),
      readBasis(deps, requested, metricDimensions),
      isPremium(deps.management, scope),
    ])
    const targetOf = await targetBook(deps, scope, {
      ...{ contexts: basis.contexts, from: period.from, before: period.to },
    })
    const { made, due } = sumOfShift(progress.machines)
    const metrics = shownMetrics(metricsWire(metricsOf(basis, targetOf)), { compares, machines })
    const { stopSeconds } = stopFigures(basis.contexts, targetOf)
    return { machines: machines.length, made, due, oeee: metrics.OEEE, stopSeconds }
  }
}
