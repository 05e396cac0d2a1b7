import { type ClientScope, refusedField, type ShiftStart, shiftPlanFault } from '@packboard/model'
import { changing, demandVersion, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import { inside, type Management } from '../store.ts'

/** Replaces the plan of a client's shifts and returns the number of this change; an empty plan deletes them. */
export async function setShifts(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  requested: { readonly starts: readonly ShiftStart[]; readonly version?: number | undefined },
): Promise<number> {
  const fault = shiftPlanFault(requested.starts)
  if (fault !== null) throw refusedField('shifts', fault)
  const starts = inOrder(requested.starts)
  return changing(management, editor, async ({ db, audit }) => {
    const { id: clientId } = await clientToChange(db, scope.clientId)
    const before = await db
      .selectFrom('shift_plan')
      .select(['starts', 'version'])
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    demandVersion(before ?? { version: 0 }, requested.version)
    const { version } = await db
      .insertInto('shift_plan')
      .values({ client_id: clientId, starts: JSON.stringify(starts) })
      .onConflict((known) =>
        known.column('client_id').doUpdateSet({ starts: JSON.stringify(starts) }),
      )
      .returning('version')
      .executeTakeFirstOrThrow()
    // Saving an unchanged plan is no change.
    if (version !== before?.version) {
      await audit('update', 'shifts', {
        id: clientId,
        clientId,
        before: before ? { shifts: before.starts } : null,
        after: { shifts: starts },
      })
    }
    return version
  })
}

/** Monday first, each day from its first start to its last. */
function inOrder(starts: readonly ShiftStart[]): ShiftStart[] {
  return starts
    .map(({ weekday, start, name }) => ({ weekday, start, name: name.trim() }))
    .sort((a, b) => a.weekday - b.weekday || (a.start < b.start ? -1 : 1))
}

/** The clock of a client: the zone of its factory and the starts of its shifts in it. */
type ClientTimes = {
  readonly zone: string
  /** Monday first, each day in its order; empty until they are set. */
  readonly starts: readonly ShiftStart[]
  /** Number of the last change of the shifts; 0 while there was none. */
  readonly version: number
}

/** Zone and shifts of one client; undefined when it is deleted. */
export function shiftsOfClient(
  management: Management,
  scope: ClientScope,
): Promise<ClientTimes | undefined> {
  return inside(management).read(async (db) => {
    const row = await db
      .selectFrom('client as c')
      .leftJoin('shift_plan as s', 's.client_id', 'c.id')
      .select(['c.zone', 's.starts', 's.version'])
      .where('c.id', '=', scope.clientId)
      .where('c.deleted_at', 'is', null)
      .executeTakeFirst()
    return row && { zone: row.zone, starts: row.starts ?? [], version: row.version ?? 0 }
  })
}
