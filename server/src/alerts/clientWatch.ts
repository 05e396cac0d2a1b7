import {
  type ClearedAlert,
  type ClientMachine,
  changeAlerts,
  mostChanges,
  type NewAlert,
  type StoredAlertRule,
  type WantedNews,
  type WatchedAlert,
  watchedAlerts,
} from '@packboard/management'
import { type AlertKind, alertLimits, type ClientScope } from '@packboard/model'
import { type MachineChange, watchChanges } from '@packboard/telemetry/read'
import { type AlertFacts, alertFacts, type NewsDeps } from './alertFacts.ts'
import { lookBackMs, ruleMachines } from './backTest.ts'
import { arrivalsOf, isHistory } from './lateness.ts'
import { allowedTimes, machineOpenings, type Opening } from './machineOpenings.ts'
import { ShiftNews, StopNews } from './news.ts'
import { newAlert, type Reconciled, reconcile } from './reconcile.ts'
import { heldNow, type ServerState, StandingAlerts } from './standingAlerts.ts'
import { NewLabels, readsBook, WatchedMachine } from './watchedMachine.ts'

/** So many machines are looked at together: one reading of the ledger. */
const machinesAtOnce = 50
const secondMs = 1_000
/** What is no state of one machine is looked at at a pace of its own, and no further back than this. */
const paces: Partial<Record<AlertKind, { readonly everyMs: number; readonly backMs: number }>> = {
  speedUnder: { everyMs: 60_000, backMs: 3_600_000 },
  rejectsOver: { everyMs: 60_000, backMs: 4 * 3_600_000 },
  oeeeUnder: { everyMs: 300_000, backMs: lookBackMs },
  behindPlan: { everyMs: 300_000, backMs: lookBackMs },
  withoutReason: { everyMs: 60_000, backMs: lookBackMs },
  setAside: { everyMs: 60_000, backMs: 0 },
  clockOff: { everyMs: 60_000, backMs: 0 },
  recorderSilent: { everyMs: 60_000, backMs: 0 },
  recorderFilling: { everyMs: 60_000, backMs: 0 },
  backupOverdue: { everyMs: 60_000, backMs: 0 },
}

type WatchedRule = { readonly rule: StoredAlertRule; readonly machineIds: ReadonlySet<number> }

export type WatchDeps = NewsDeps & { readonly now: () => number; readonly server: ServerState }

/** Follows the rules of one client on its live records. */
export class ClientWatch {
  readonly #deps: WatchDeps
  readonly #scope: ClientScope
  #rules: readonly WatchedRule[] = []
  #machines: ReadonlyMap<number, ClientMachine> = new Map()
  readonly #places = new Map<number, WatchedMachine>()
  /** Of the time that a window covers, by rule and machine; this process alone changes them. */
  #alerts = new Map<string, WatchedAlert[]>()
  #loaded = false
  /** Openings that came from files: they never open, and are not looked for again. */
  readonly #neverOpens = new Set<string>()
  readonly #pacedAt = new Map<string, number>()
  readonly #standing = new StandingAlerts()
  readonly #newLabels: NewLabels
  readonly #stopNews: StopNews
  readonly #shiftNews: ShiftNews
  readonly #stop: () => void

  constructor(deps: WatchDeps, scope: ClientScope) {
    this.#deps = deps
    this.#scope = scope
    this.#newLabels = new NewLabels(deps, scope)
    this.#stopNews = new StopNews(deps, scope)
    this.#shiftNews = new ShiftNews(deps, scope)
    this.#stop = watchChanges(deps.telemetry, scope, (change) => this.#note(change))
  }

  close(): void {
    this.#stop()
  }

  /** The rules, the machines or what webhooks want have changed: all is looked at again. */
  async follow(
    rules: readonly StoredAlertRule[],
    machines: readonly ClientMachine[],
    news: WantedNews | undefined,
  ): Promise<void> {
    const watched: WatchedRule[] = []
    for (const rule of rules) {
      const own = await ruleMachines(this.#deps, this.#scope, rule, machines)
      watched.push({ rule, machineIds: new Set(own.map(({ id }) => id)) })
    }
    const now = this.#deps.now()
    this.#rules = watched
    this.#stopNews.follow(news)
    this.#shiftNews.follow(news)
    const named = new Set(watched.flatMap(({ machineIds }) => [...machineIds]))
    this.#machines = new Map(
      machines
        .filter(({ id }) => this.#stopNews.isWanted || named.has(id))
        .map((machine) => [machine.id, machine]),
    )
    this.#loaded = false
    this.#pacedAt.clear()
    this.#standing.keep(new Set(rules.map(({ id }) => id)))
    for (const id of this.#places.keys()) if (!this.#machines.has(id)) this.#places.delete(id)
    for (const id of this.#machines.keys()) {
      const place = this.#places.get(id)
      if (place === undefined) this.#places.set(id, new WatchedMachine(id, now))
      else place.mark(now)
    }
  }

  /** Since when the look that is due longest waits, ms. */
  waits(now: number): number {
    let longest = 0
    for (const place of this.#places.values()) longest = Math.max(longest, place.waits(now))
    return longest
  }

  /** Looks at machines for which it is due, so many at a time; whether others still wait. */
  async look(): Promise<boolean> {
    if (!this.#loaded) await this.#load()
    const now = this.#deps.now()
    if (this.#rules.some(({ rule }) => readsBook(rule.condition))) {
      for (const id of await this.#newLabels.machines()) this.#places.get(id)?.mark(now)
    }
    const due: WatchedMachine[] = []
    for (const place of this.#places.values()) {
      if (!place.isDue(now)) continue
      if (due.length === machinesAtOnce) return this.#lookAt(due, now).then(() => true)
      due.push(place)
    }
    if (due.length > 0) await this.#lookAt(due, now)
    await this.#lookAtPaced(now)
    await this.#shiftNews.look(now)
    return false
  }

  /** The rules that have a pace: each for all of its machines at once. */
  async #lookAtPaced(now: number): Promise<void> {
    for (const { rule, machineIds } of this.#rules) {
      const pace = paces[rule.condition.kind]
      if (pace === undefined || now - (this.#pacedAt.get(rule.id) ?? 0) < pace.everyMs) continue
      const machines = [...machineIds].flatMap((id) => this.#machines.get(id) ?? [])
      try {
        if (pace.backMs > 0) await this.#lookAtSums(rule, machines, { now, backMs: pace.backMs })
        else await this.#lookAtServer(rule, machines, now)
      } catch (error) {
        this.#loaded = false
        throw error
      }
      this.#pacedAt.set(rule.id, now)
    }
  }

  async #lookAtSums(
    rule: StoredAlertRule,
    machines: readonly ClientMachine[],
    { now, backMs }: { readonly now: number; readonly backMs: number },
  ): Promise<void> {
    if (machines.length === 0) return
    const { condition, forSeconds = 0 } = rule
    const own = 'seconds' in condition ? condition.seconds : 0
    const begin = now - Math.min(lookBackMs, backMs + (own + forSeconds) * secondMs)
    const period = { from: new Date(begin), to: new Date(now) }
    const facts = alertFacts(this.#deps, { scope: this.#scope, machines, period, present: now })
    const byMachine = Map.groupBy(
      await machineOpenings(facts, rule, machines),
      ({ machineId }) => machineId,
    )
    const found = machines.map(({ id: machineId }): Found => {
      const alerts = this.#alerts.get(keyOf({ ruleId: rule.id, machineId })) ?? []
      const ruleSince = rule.changedAt.getTime()
      const between = { now, ruleSince, windowBegin: begin }
      return { rule, machineId, ...reconcile(byMachine.get(machineId) ?? [], alerts, between) }
    })
    await this.#store(found, now)
  }

  /** Conditions that do not follow from records. */
  async #lookAtServer(
    rule: StoredAlertRule,
    machines: readonly ClientMachine[],
    now: number,
  ): Promise<void> {
    const { condition } = rule
    const question = { condition, machines: await this.#looking(rule, machines, now), now }
    const held = (await heldNow(this.#deps, this.#scope, question)) ?? []
    const alerts = [...this.#alerts.values()].flat().filter(({ ruleId }) => ruleId === rule.id)
    const { opened, cleared } = this.#standing.compare(rule, held, alerts, now)
    await this.#change(
      opened,
      cleared.map((alert) => ({ alert, clearedAt: now, withdrawn: false })),
      now,
    )
  }

  /** The machines at which a rule looks now. */
  async #looking(rule: StoredAlertRule, machines: readonly ClientMachine[], now: number) {
    if (rule.when === 'always' || machines.length === 0) return machines
    const period = { from: new Date(now), to: new Date(now + 1) }
    const facts = alertFacts(this.#deps, { scope: this.#scope, machines, period, present: now })
    const allowedOf = await allowedTimes(facts, rule.when)
    return machines.filter(
      ({ id }) =>
        allowedOf(id)?.some(({ from, to }) => from <= now && now < (to ?? now + 1)) ?? true,
    )
  }

  #note(change: MachineChange | 'all'): void {
    const now = this.#deps.now()
    if (change === 'all') for (const place of this.#places.values()) place.mark(now)
    else this.#places.get(change.machineId)?.note(change, now)
  }

  async #load(): Promise<void> {
    const { management, now } = this.#deps
    const since = new Date(now() - lookBackMs)
    const alerts = await watchedAlerts(management, this.#scope.clientId, since)
    this.#alerts = Map.groupBy(alerts, keyOf)
    this.#loaded = true
  }

  async #lookAt(due: readonly WatchedMachine[], now: number): Promise<void> {
    const since = due.map((place) => place.begin(now))
    try {
      await this.#evaluate(due, now)
    } catch (error) {
      // What was not stored is found again.
      this.#loaded = false
      for (const [index, place] of due.entries()) place.mark(since[index] ?? now)
      throw error
    }
  }

  async #evaluate(due: readonly WatchedMachine[], now: number): Promise<void> {
    const machines = due.flatMap(({ id }) => this.#machines.get(id) ?? [])
    const begin = now - lookBackMs
    const period = { from: new Date(begin), to: new Date(now) }
    const window = { scope: this.#scope, machines, period, present: now }
    const facts = alertFacts(this.#deps, window, { gap: 1 })
    const lookAt = new Map<number, number>()
    const found: Found[] = []
    for (const { rule, machineIds } of this.#rules) {
      const own = machines.filter(({ id }) => machineIds.has(id))
      if (
        own.length === 0 ||
        rule.condition.kind in paces ||
        rule.condition.kind === 'helpCalled'
      ) {
        continue
      }
      const openings = await machineOpenings(facts, rule, own)
      const byMachine = Map.groupBy(openings, ({ machineId }) => machineId)
      for (const { id: machineId } of own) {
        const alerts = this.#alerts.get(keyOf({ ruleId: rule.id, machineId })) ?? []
        const reconciled = reconcile(byMachine.get(machineId) ?? [], alerts, {
          now,
          ruleSince: rule.changedAt.getTime(),
          windowBegin: begin,
        })
        const heardUntil = this.#places.get(machineId)?.heardUntil ?? 0
        const sends = rule.condition.kind === 'offlineLonger' && heardUntil > now
        const toOpen = sends ? [] : reconciled.toOpen
        found.push({ rule, machineId, ...reconciled, toOpen })
        const nexts = [reconciled.lookAt, sends ? heardUntil : null, lookAt.get(machineId) ?? null]
        const next = Math.min(...nexts.flatMap((at) => at ?? []))
        if (next < Number.POSITIVE_INFINITY) lookAt.set(machineId, next)
      }
    }
    await this.#store(found, now)
    for (const [id, at] of await this.#stopNews.look(facts)) {
      lookAt.set(id, Math.min(lookAt.get(id) ?? at, at))
    }
    await this.#schedule(due, { facts, lookAt, now })
  }

  async #schedule(
    due: readonly WatchedMachine[],
    {
      facts,
      lookAt,
      now,
    }: {
      readonly facts: AlertFacts
      readonly lookAt: ReadonlyMap<number, number>
      readonly now: number
    },
  ): Promise<void> {
    const silences = this.#rules.flatMap(({ rule: { condition, forSeconds }, machineIds }) =>
      condition.kind === 'offlineLonger'
        ? [{ machineIds, ms: (condition.seconds + (forSeconds ?? 0)) * secondMs }]
        : [],
    )
    const observed = await facts.observed(1)
    for (const place of due) {
      const own = silences.filter(({ machineIds }) => machineIds.has(place.id))
      const isOffline = (observed.get(place.id)?.at(-1)?.to ?? 0) < now
      place.end(
        {
          lookAt: lookAt.get(place.id) ?? null,
          silentMs: own.length === 0 ? null : Math.min(...own.map(({ ms }) => ms)),
          isOffline,
        },
        now,
      )
    }
  }

  /** Stores what changed, and keeps it in mind. */
  async #store(found: readonly Found[], now: number): Promise<void> {
    const cleared = found.flatMap(({ toClear }) => toClear)
    const toOpen = await this.#withoutHistory(
      found.flatMap(({ toOpen, rule }) => toOpen.map((opening) => ({ opening, rule }))),
    )
    const opened = [
      ...toOpen.map((one) => newAlert(one, false)),
      ...found.flatMap(({ late, rule }) =>
        late.map((opening) => newAlert({ opening, rule }, true)),
      ),
    ]
    await this.#change(opened, cleared, now)
  }

  async #change(
    opened: readonly NewAlert[],
    cleared: Reconciled['toClear'],
    now: number,
  ): Promise<void> {
    if (opened.length + cleared.length === 0) return
    const ended = cleared.map(
      ({ alert, clearedAt, withdrawn }): ClearedAlert => ({
        ...{ id: alert.id, clearedAt: new Date(clearedAt), withdrawn },
      }),
    )
    const stored: (WatchedAlert | null)[] = []
    for (let begin = 0; begin < Math.max(opened.length, 1); begin += mostChanges) {
      const changes = {
        opened: opened.slice(begin, begin + mostChanges),
        cleared: begin === 0 ? ended : [],
      }
      const { clientId } = this.#scope
      stored.push(...(await changeAlerts(this.#deps.management, clientId, changes)))
    }
    this.#deps.wake()
    for (const { alert, clearedAt } of cleared) {
      const key = keyOf(alert)
      const others = (this.#alerts.get(key) ?? []).filter((one) => one !== alert)
      this.#alerts.set(key, [...others, { ...alert, clearedAt }])
    }
    for (const alert of stored) {
      // Another process stored it: read again what it knows.
      if (alert === null) this.#loaded = false
      else this.#alerts.set(keyOf(alert), [...(this.#alerts.get(keyOf(alert)) ?? []), alert])
    }
    this.#forget(now)
  }

  /** Those that open: what came by file never does, nor what its machine had overtaken with newer records (D94). */
  async #withoutHistory(
    candidates: readonly { readonly opening: Opening; readonly rule: StoredAlertRule }[],
  ) {
    const keyOfOpening = ({ opening, rule }: (typeof candidates)[number]) =>
      `${rule.id} ${opening.machineId} ${opening.openedAt}`
    const unknown = candidates.filter((one) => !this.#neverOpens.has(keyOfOpening(one)))
    const arrivals = await arrivalsOf(
      this.#deps,
      this.#scope,
      unknown.map(({ opening }) => opening),
    )
    return unknown.filter((one, index) => {
      const arrival = arrivals[index]
      // A condition that still holds is judged by its records alone.
      const opens = arrival === undefined || !isHistory({ ...one.opening, endedAt: null }, arrival)
      if (!opens) this.#neverOpens.add(keyOfOpening(one))
      return opens
    })
  }

  /** What is older than any window is no longer needed to find an alert again. */
  #forget(now: number): void {
    const before = now - lookBackMs - alertLimits.clearMs
    for (const [key, alerts] of this.#alerts) {
      const kept = alerts.filter(({ clearedAt }) => clearedAt === null || clearedAt >= before)
      if (kept.length === 0) this.#alerts.delete(key)
      else if (kept.length < alerts.length) this.#alerts.set(key, kept)
    }
    if (this.#neverOpens.size > 10_000) this.#neverOpens.clear()
  }
}

type Found = Reconciled & { readonly rule: StoredAlertRule; readonly machineId: number }

const keyOf = ({ ruleId, machineId }: { ruleId: string; machineId: number | null }) =>
  `${ruleId} ${machineId ?? 0}`
