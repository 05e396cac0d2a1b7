import { newestLabels } from '@packboard/management'
import type { AlertCondition, ClientScope } from '@packboard/model'
import type { AlertDeps } from './alertFacts.ts'

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
