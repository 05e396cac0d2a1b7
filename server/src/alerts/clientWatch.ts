import {
  type ClearedAlert,
  type ClientMachine,
  changeAlerts,
  mostChanges,
  type NewAlert,
  type StoredAlertRule,
  type WatchedAlert,
  watchedAlerts,
} from '@packboard/management'
import { alertLimits, type ClientScope, isBackTested } from '@packboard/model'
import { type MachineChange, watchChanges } from '@packboard/telemetry/read'
import { type AlertDeps, type AlertFacts, alertFacts } from './alertFacts.ts'
import { lookBackMs, ruleMachines } from './backTest.ts'
import { arrivalsOf, isHistory } from './lateness.ts'
import { machineOpenings, type Opening } from './machineOpenings.ts'
import { type Reconciled, reconcile } from './reconcile.ts'
import { WatchedMachine } from './watchedMachine.ts'

/** So many machines are looked at together: one reading of the ledger. */
const machinesAtOnce = 50
const secondMs = 1_000
/** Kinds that are sums of a running shift or of packs are looked at so often. */
const sumsMs = 30_000

type WatchedRule = { readonly rule: StoredAlertRule; readonly machineIds: ReadonlySet<number> }

/** Follows the rules of one client on its live records. */
export class ClientWatch {
  readonly #deps: AlertDeps & { readonly now: () => number }
  readonly #scope: ClientScope
  #rules: readonly WatchedRule[] = []
  #machines: ReadonlyMap<number, ClientMachine> = new Map()
  readonly #places = new Map<number, WatchedMachine>()
  /** Of the time that a window covers, by rule and machine; this process alone changes them. */
  #alerts = new Map<string, WatchedAlert[]>()
  #loaded = false
  /** Openings that came from files: they never open, and are not looked for again. */
  readonly #neverOpens = new Set<string>()
  readonly #stop: () => void

  constructor(deps: AlertDeps & { readonly now: () => number }, scope: ClientScope) {
    this.#deps = deps
    this.#scope = scope
    this.#stop = watchChanges(deps.telemetry, scope, (change) => this.#note(change))
  }

  close(): void {
    this.#stop()
  }

  /** The rules or the machines have changed: all is looked at again. */
  async follow(
    rules: readonly StoredAlertRule[],
    machines: readonly ClientMachine[],
  ): Promise<void> {
    const watched: WatchedRule[] = []
    for (const rule of rules) {
      const own = await ruleMachines(this.#deps, this.#scope, rule, machines)
      watched.push({ rule, machineIds: new Set(own.map(({ id }) => id)) })
    }
    const now = this.#deps.now()
    this.#rules = watched
    const named = new Set(watched.flatMap(({ machineIds }) => [...machineIds]))
    this.#machines = new Map(
      machines.filter(({ id }) => named.has(id)).map((machine) => [machine.id, machine]),
    )
    this.#loaded = false
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
    const due: WatchedMachine[] = []
    for (const place of this.#places.values()) {
      if (!place.isDue(now)) continue
      if (due.length === machinesAtOnce) return this.#lookAt(due, now).then(() => true)
      due.push(place)
    }
    if (due.length > 0) await this.#lookAt(due, now)
    return false
  }

  #note(change: MachineChange | 'all'): void {
    const now = this.#deps.now()
    if (change === 'all') for (const place of this.#places.values()) place.mark(now)
    else this.#places.get(change.machineId)?.note(change, now)
  }

  async #load(): Promise<void> {
    const since = new Date(this.#deps.now() - lookBackMs)
    const alerts = await watchedAlerts(this.#deps.management, this.#scope.clientId, since)
    this.#alerts = Map.groupBy(alerts, keyOf)
    this.#loaded = true
  }

  async #lookAt(due: readonly WatchedMachine[], now: number): Promise<void> {
    for (const place of due) place.begin()
    try {
      await this.#evaluate(due, now)
    } catch (error) {
      // What was not stored is found again.
      this.#loaded = false
      for (const place of due) place.mark(now)
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
      if (own.length === 0 || !isBackTested(rule.condition.kind)) continue
      const openings = await machineOpenings(facts, rule, own)
      const byMachine = Map.groupBy(openings, ({ machineId }) => machineId)
      for (const { id: machineId } of own) {
        const alerts = this.#alerts.get(keyOf({ ruleId: rule.id, machineId })) ?? []
        const reconciled = reconcile(byMachine.get(machineId) ?? [], alerts, {
          now,
          ruleSince: rule.changedAt.getTime(),
          windowBegin: begin,
        })
        found.push({ rule, machineId, ...reconciled })
        const next = nextLook(rule, reconciled.lookAt, now)
        if (next !== null) lookAt.set(machineId, Math.min(lookAt.get(machineId) ?? next, next))
      }
    }
    await this.#store(found, now)
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

/** Sums change with each record: they are looked at at a pace of their own. */
function nextLook(
  { condition: { kind } }: StoredAlertRule,
  lookAt: number | null,
  now: number,
): number | null {
  const isSum =
    kind === 'speedUnder' ||
    kind === 'rejectsOver' ||
    kind === 'oeeeUnder' ||
    kind === 'behindPlan' ||
    kind === 'withoutReason'
  return isSum ? Math.min(lookAt ?? now + sumsMs, now + sumsMs) : lookAt
}

function newAlert(
  { opening, rule }: { readonly opening: Opening; readonly rule: StoredAlertRule },
  late: boolean,
): NewAlert {
  return {
    ruleId: rule.id,
    machineId: opening.machineId,
    kind: rule.condition.kind,
    ruleName: rule.name,
    severity: rule.severity,
    text: rule.text ?? '',
    cause: opening.cause,
    causeGroup: opening.causeGroup,
    openedAt: new Date(opening.openedAt),
    clearedAt: late && opening.endedAt !== null ? new Date(opening.endedAt) : null,
    late,
    steps: rule.steps,
    repeatSeconds: rule.repeatSeconds ?? null,
  }
}
