import { newestLabels } from '@packboard/management'
import { type AlertCondition, alertLimits, type ClientScope, machineState } from '@packboard/model'
import type { MachineChange } from '@packboard/telemetry/read'
import type { AlertDeps } from './alertFacts.ts'

/** While a warning decides by the pack counter whether its time is run (D13), the machine is looked at so often. */
const warningMs = 15_000

/** When a machine is looked at: after a change of what it does, and when a rule may open or clear though nothing comes. */
export class WatchedMachine {
  readonly id: number
  /** Since when a look is due, our clock; null: it is not. */
  #dirtySince: number | null
  /** The next look though nothing comes; OFFLINE for long enough at the earliest so long after its newest sample. */
  #lookAt = Number.POSITIVE_INFINITY
  #silentMs = Number.POSITIVE_INFINITY
  #silentAt = Number.POSITIVE_INFINITY
  #newest = Number.NEGATIVE_INFINITY
  #state: number | null = null
  #heardAt = Number.NEGATIVE_INFINITY
  #isOffline = true

  constructor(id: number, now: number) {
    this.id = id
    this.#dirtySince = now
  }

  /** Takes a change in: a sample that continues what is known needs no look. */
  note({ oldest, newest, states, alarms, ended, imported }: MachineChange, now: number): void {
    const isOlder = oldest !== null && oldest <= this.#newest
    const changes = states.some((state) => state !== this.#state)
    if (newest !== null) this.#newest = Math.max(this.#newest, newest)
    const last = states.at(-1)
    if (last !== undefined) this.#state = last
    const returns = oldest !== null && this.#isOffline
    if (isOlder || changes || alarms || ended || imported || returns) this.mark(now)
    if (newest !== null) this.#isOffline = false
    if (newest !== null && !imported) this.#heardAt = now
    if (this.#silentAt < Number.POSITIVE_INFINITY) this.#silentAt = this.#newest + this.#silentMs
  }

  /** Until when it is not silent though its newest sample is old, our clock: it sends what it had kept. */
  get heardUntil(): number {
    return this.#heardAt + alertLimits.clearMs
  }

  mark(since: number): void {
    this.#dirtySince = Math.min(this.#dirtySince ?? since, since)
  }

  isDue(now: number): boolean {
    return this.#dirtySince !== null || this.#lookAt <= now || this.#silentAt <= now
  }

  /** Since when a look is late, ms; 0: it is not. */
  waits(now: number): number {
    const since = Math.min(this.#dirtySince ?? now, this.#lookAt, this.#silentAt)
    return Math.max(0, now - since)
  }

  /** A look begins: what comes meanwhile makes another one due. Returns since when it was due, for a look that fails. */
  begin(now: number): number {
    const since = now - this.waits(now)
    this.#dirtySince = null
    this.#lookAt = Number.POSITIVE_INFINITY
    this.#silentAt = Number.POSITIVE_INFINITY
    return since
  }

  /** What a look found: when the next one is due, and whether the machine was heard at its end. */
  end(
    found: {
      readonly lookAt: number | null
      /** The shortest silence that a rule waits for; null: none does. */
      readonly silentMs: number | null
      readonly isOffline: boolean
    },
    now: number,
  ): void {
    this.#isOffline = found.isOffline
    this.#lookAt = found.lookAt ?? Number.POSITIVE_INFINITY
    const isWarning =
      this.#state !== null && machineState(this.#state).category === 'runWhileCounting'
    if (isWarning) this.#lookAt = Math.min(this.#lookAt, now + warningMs)
    this.#silentMs = found.silentMs ?? Number.POSITIVE_INFINITY
    if (!found.isOffline && found.silentMs !== null) {
      this.#silentAt = Math.max(now, this.#newest) + found.silentMs
    }
  }
}

/** What the stop book says decides whether such a condition holds. */
export function readsBook(condition: AlertCondition): boolean {
  if (condition.kind === 'plannedOverrun') return true
  return (
    condition.kind === 'stoppedLonger' &&
    (condition.reasonId !== undefined || condition.withoutReason === true)
  )
}

/** Follows what is written into the stop book of one client. */
export class NewLabels {
  readonly #deps: Pick<AlertDeps, 'management'>
  readonly #scope: ClientScope
  #newest: number | null = null
  #seen: ReadonlySet<number> = new Set()

  constructor(deps: Pick<AlertDeps, 'management'>, scope: ClientScope) {
    this.#deps = deps
    this.#scope = scope
  }

  /** The machines with an entry that was not there at the last look. */
  async machines(): Promise<number[]> {
    const { management } = this.#deps
    const { newest, labels } = await newestLabels(management, this.#scope, this.#newest)
    const found = labels.filter(({ id }) => !this.#seen.has(id))
    this.#newest = newest
    this.#seen = new Set(labels.map(({ id }) => id))
    return found.map(({ machineId }) => machineId)
  }
}
