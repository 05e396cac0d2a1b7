import type { ClientScope, PlanException, PlanWeek } from '@packboard/model'
import { inside, type Management } from '../store.ts'
import { linesOfClient } from './linesOfClient.ts'
import { storedPlan } from './storedPlan.ts'
import type { StoredUnitModeRule } from './storedUnitModes.ts'

/** When a client means to produce (D72), on the clock of its zone. */
export type ClientPlan = {
  readonly zone: string
  /** The names of its lines: those that may have a week of their own. */
  readonly lines: readonly string[]
  /** `setBy`: the user name of who set it; null when the account is gone. */
  readonly weeks: readonly (PlanWeek & { readonly setBy: string | null })[]
  readonly exceptions: readonly (PlanException & { readonly setBy: string | null })[]
  /** Whether unit modes count, from which day on (D72). */
  readonly unitModes: readonly StoredUnitModeRule[]
  /** Number of the last change; 0 while there was none. */
  readonly version: number
}

/** The plan of one client; undefined when it is deleted. */
export function planOfClient(
  management: Management,
  scope: ClientScope,
): Promise<ClientPlan | undefined> {
  return inside(management).read(async (db) => {
    const client = await db
      .selectFrom('client')
      .select(['id', 'zone'])
      .where('id', '=', scope.clientId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!client) return undefined
    const { version, weeks, exceptions, unitModes } = await storedPlan(db, client.id)
    const lines = await linesOfClient(db, client.id)
    return {
      zone: client.zone,
      lines: lines.map(({ name }) => name),
      weeks: weeks.map(({ week, setBy }) => ({ ...week, setBy })),
      exceptions: exceptions.map(({ exception, setBy }) => ({ ...exception, setBy })),
      unitModes,
      version,
    }
  })
}
