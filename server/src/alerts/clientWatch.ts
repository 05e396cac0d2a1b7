import { setImmediate as turn } from 'node:timers/promises'
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
import { alertLimits, type ClientScope } from '@packboard/model'
import { type MachineChange, watchChanges } from '@packboard/telemetry/read'
import { type AlertFacts, alertFacts, ClientFacts, type NewsDeps } from './alertFacts.ts'
import { lookBackMs, ruleMachines } from './backTest.ts'
import { arrivalsOf, isHistory } from './lateness.ts'
import { machineOpenings, type Opening } from './machineOpenings.ts'
import { ShiftNews, StopNews } from './news.ts'
import {
  type LookGroup,
  lookGroupOf,
  type PacedLook,
  PacedLooks,
  sharesOf,
  type WatchedRule,
  wholeMinute,
} from './pacedLooks.ts'
import { newAlert, type Reconciled, reconcile } from './reconcile.ts'
import { type ServerState, StandingAlerts } from './standingAlerts.ts'
import { NewLabels, readsBook, WatchedMachine } from './watchedMachine.ts'

/** So many machines are looked at together: one reading of the ledger. */
const machinesAtOnce = 50
const secondMs = 1_000
export type WatchDeps = NewsDeps & { readonly now: () => number; readonly server: ServerState }

/** Follows the rules of one client on its live records. */
export class ClientWatch {
  readonly #deps: WatchDeps
  readonly #scope: ClientScope
  /** Those that are looked at after each change of a machine, and those that are looked at in steps. */
  #rules: readonly WatchedRule[] = []
  #groups: ReadonlyMap<LookGroup | undefined, readonly WatchedRule[]> = new Map()
  #machines: ReadonlyMap<number, ClientMachine> = new Map()
  #client: ClientFacts
  readonly #places = new Map<number, WatchedMachine>()
  /** Of the time that a window covers, by rule and machine; this process alone changes them. */
  #alerts = new Map<string, WatchedAlert[]>()
  #loaded = false
  /** Openings that came from files: they never open, and are not looked for again. */
  readonly #neverOpens = new Set<string>()
  readonly #paced: PacedLooks
  /** A look at many machines that goes on. */
  #pacedLook: PacedLook | undefined
  readonly #standing = new StandingAlerts()
  readonly #newLabels: NewLabels
  readonly #stopNews: StopNews
  readonly #shiftNews: ShiftNews
  readonly #stop: () => void

  constructor(deps: WatchDeps, scope: ClientScope) {
    this.#deps = deps
    this.#scope = scope
    this.#client = new ClientFacts(deps, scope, [])
    this.#paced = new PacedLooks(deps, scope)
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
      if (rule.condition.kind === 'helpCalled') continue
      const own = await ruleMachines(this.#deps, this.#scope, rule, machines)
      watched.push({ rule, machineIds: new Set(own.map(({ id }) => id)) })
    }
    const now = this.#deps.now()
    this.#groups = Map.groupBy(watched, ({ rule }) => lookGroupOf(rule.condition))
    this.#rules = this.#groups.get(undefined) ?? []
    this.#stopNews.follow(news)
    this.#shiftNews.follow(news)
    this.#machines = new Map(machines.map((machine) => [machine.id, machine]))
    this.#client = new ClientFacts(this.#deps, this.#scope, machines)
    this.#loaded = false
    this.#paced.restart()
    this.#pacedLook = undefined
    this.#standing.keep(new Set(rules.map(({ id }) => id)))
    const looked = this.#stopNews.isWanted ? this.#machines : machinesOf(this.#rules)
    for (const id of this.#places.keys()) if (!looked.has(id)) this.#places.delete(id)
    for (const id of looked.keys()) {
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

  /** Looks at what is due, some machines at a time; whether more still waits. */
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
    if (await this.#lookAtPaced(now)) return true
    await this.#shiftNews.look(now)
    return false
  }

  /** One part of the looks of groups of rules whose step is over: some machines by one reading for all of these rules. False: none is due. */
  async #lookAtPaced(now: number): Promise<boolean> {
    const look = this.#pacedLook ?? (await this.#nextPacedLook(now))
    if (look === undefined) return false
    // After a failure the whole look is due again.
    this.#pacedLook = undefined
    const { group, rules, due, left } = look
    const [some, rest] = [left.slice(0, machinesAtOnce), left.slice(machinesAtOnce)]
    const window = { scope: this.#scope, present: now }
    try {
      if (group === 'standing') {
        const period = { from: new Date(now), to: new Date(now + 1) }
        const together = { client: this.#client }
        const facts = alertFacts(this.#deps, { ...window, machines: left, period }, together)
        const alerts = [...this.#alerts.values()].flat()
        const { opened, cleared } = await this.#standing.look(this.#deps, facts, { rules, alerts })
        await this.#change(opened, cleared, now)
        this.#paced.done(group, due, null)
        return true
      }
      const together = { speedShares: sharesOf(rules), client: this.#client }
      const period = { from: new Date(due.begin), to: new Date(now) }
      const facts = alertFacts(this.#deps, { ...window, machines: some, period }, together)
      const nextAt = earlier(look.nextAt, await this.#lookAtSums(rules, facts))
      if (rest.length > 0) this.#pacedLook = { ...look, left: rest, nextAt }
      else this.#paced.done(group, due, nextAt)
      return true
    } catch (error) {
      this.#loaded = false
      throw error
    }
  }

  async #nextPacedLook(now: number): Promise<PacedLook | undefined> {
    for (const [group, rules] of this.#groups) {
      const due = group && (await this.#paced.due(group, rules, now))
      if (group && due) return { group, rules, due, left: this.#machinesOf(rules), nextAt: null }
    }
    return undefined
  }

  #machinesOf(rules: readonly WatchedRule[]): ClientMachine[] {
    return [...machinesOf(rules)].flatMap((id) => this.#machines.get(id) ?? [])
  }

  /** Returns when an alert may open or clear next. */
  async #lookAtSums(rules: readonly WatchedRule[], facts: AlertFacts): Promise<number | null> {
    const found: Found[] = []
    if (facts.machines.length === 0) return null
    for (const watched of rules) {
      found.push(...(await this.#compare(watched, facts, facts.machines)))
      // Other work of this process may go on between two rules.
      await turn()
    }
    await this.#store(found, facts.present)
    return found.reduce<number | null>((first, { lookAt }) => earlier(first, lookAt), null)
  }

  /** What the ledger says of a rule at some machines beside its alerts. */
  async #compare(
    { rule, machineIds }: WatchedRule,
    facts: AlertFacts,
    machines: readonly ClientMachine[],
  ): Promise<Found[]> {
    const own = machines.filter(({ id }) => machineIds.has(id))
    if (own.length === 0) return []
    const openings = await machineOpenings(facts, rule, own)
    const byMachine = Map.groupBy(openings, ({ machineId }) => machineId)
    const between = {
      ...{ now: facts.present, windowBegin: facts.begin, ruleSince: rule.changedAt.getTime() },
    }
    return own.flatMap(({ id: machineId }): Found[] => {
      const alerts = this.#alerts.get(keyOf({ ruleId: rule.id, machineId }))
      const opened = byMachine.get(machineId)
      if (alerts === undefined && opened === undefined) return []
      return [{ rule, machineId, ...reconcile(opened ?? [], alerts ?? [], between) }]
    })
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
    const begin = wholeMinute(now - lookBackMs)
    const period = { from: new Date(begin), to: new Date(now) }
    const window = { scope: this.#scope, machines, period, present: now }
    const together = { gap: 1, alarms: true, client: this.#client }
    const facts = alertFacts(this.#deps, window, together)
    const lookAt = new Map<number, number>()
    const found: Found[] = []
    for (const watched of this.#rules) {
      for (const one of await this.#compare(watched, facts, machines)) {
        const { rule, machineId } = one
        const heardUntil = this.#places.get(machineId)?.heardUntil ?? 0
        const sends = rule.condition.kind === 'offlineLonger' && heardUntil > now
        found.push(sends ? { ...one, toOpen: [] } : one)
        const nexts = [one.lookAt, sends ? heardUntil : null, lookAt.get(machineId) ?? null]
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

const machinesOf = (rules: readonly WatchedRule[]) =>
  new Set(rules.flatMap(({ machineIds }) => [...machineIds]))

const earlier = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

const keyOf = ({ ruleId, machineId }: { ruleId: string; machineId: number | null }) =>
  `${ruleId} ${machineId ?? 0}`
