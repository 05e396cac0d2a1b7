import {
  AppError,
  type ClientScope,
  findReasonFault,
  type Reason,
  reasonsInOrder,
  refusedField,
} from '@packboard/model'
import { sql } from 'kysely'
import { changing, demandVersion, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import type { Db, Management } from '../store.ts'
import { storedReasons } from './storedReasons.ts'

/**
 * Replaces the reasons of a client and returns the number of this change. A reason that is missing is deleted, and 409 where a
 * label has it or had it. The audit log has one entry with the reasons that went and came.
 */
export async function setReasons(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  requested: { readonly reasons: readonly Reason[]; readonly version?: number | undefined },
): Promise<number> {
  return changing(management, editor, async ({ db, audit }) => {
    const { id: clientId } = await clientToChange(db, scope.clientId)
    const before = await storedReasons(db, clientId)
    demandVersion(before, requested.version)
    const fault = findReasonFault(requested.reasons)
    if (fault !== null) {
      const { at: field, message } = fault
      throw refusedField(field, message)
    }
    const after = reasonsInOrder(requested.reasons.map(reasonInForm))
    const [removed, added] = [missingIn(after, before.reasons), missingIn(before.reasons, after)]
    // Saving what is there already is no change.
    if (removed.length === 0 && added.length === 0) return before.version

    const { version } = await db
      .insertInto('reason_book')
      .values({ client_id: clientId, changed_at: sql<Date>`clock_timestamp()` })
      .onConflict((known) =>
        known.column('client_id').doUpdateSet({ changed_at: sql<Date>`clock_timestamp()` }),
      )
      .returning('version')
      .executeTakeFirstOrThrow()
    const stays = new Set(after.map(({ id }) => id))
    await removeUnused(
      db,
      clientId,
      before.reasons.filter(({ id }) => !stays.has(id)),
    )
    await store(db, clientId, added)
    await audit('update', 'reasons', { id: clientId, clientId, before: removed, after: added })
    return version
  })
}

/** One form for what means the same: fields in one order, and lists without an order of their own sorted. */
function reasonInForm({ id, parent, name, alarms, states, ...rest }: Reason): Reason {
  const { en, de, it, es, fr } = name
  return {
    ...{ id, parent },
    name: JSON.parse(JSON.stringify({ en, de, it, es, fr })),
    icon: rest.icon,
    planned: rest.planned,
    cause: rest.cause,
    ...(rest.setUp && { setUp: true }),
    rank: rest.rank,
    overrunSeconds: rest.overrunSeconds,
    alarms: alarms.map(({ kind, value }) => ({ kind, value })),
    states: states.toSorted((a, b) => a - b),
    retired: rest.retired,
  }
}

/** Those of the second list that are not in the first as they are. */
function missingIn(known: readonly Reason[], list: readonly Reason[]): Reason[] {
  const texts = new Set(known.map((reason) => JSON.stringify(reasonInForm(reason))))
  return list.filter((reason) => !texts.has(JSON.stringify(reasonInForm(reason))))
}

async function removeUnused(db: Db, clientId: number, reasons: readonly Reason[]): Promise<void> {
  if (reasons.length === 0) return
  const ids = reasons.map(({ id }) => id)
  const used = await db
    .selectFrom('stop_label')
    .select('reason_id')
    .where('client_id', '=', clientId)
    .where('reason_id', 'in', ids)
    .limit(1)
    .executeTakeFirst()
  if (used) {
    const name = reasons.find(({ id }) => id === used.reason_id)?.name.en ?? ''
    throw new AppError('row.inUse', {
      message: `Stops have the reason ${name}. It can be retired, but not deleted.`,
    })
  }
  await db.deleteFrom('reason').where('client_id', '=', clientId).where('id', 'in', ids).execute()
}

async function store(db: Db, clientId: number, reasons: readonly Reason[]): Promise<void> {
  if (reasons.length === 0) return
  await db
    .insertInto('reason')
    .values(
      reasons.map((reason) => ({
        client_id: clientId,
        id: reason.id,
        parent_id: reason.parent,
        name: JSON.stringify(reason.name),
        icon: reason.icon,
        planned: reason.planned,
        cause: reason.cause,
        set_up: reason.setUp === true,
        rank: reason.rank,
        overrun_seconds: reason.overrunSeconds,
        alarms: JSON.stringify(reason.alarms),
        states: JSON.stringify(reason.states),
        retired: reason.retired,
      })),
    )
    .onConflict((known) =>
      known.columns(['client_id', 'id']).doUpdateSet(({ ref }) => ({
        parent_id: ref('excluded.parent_id'),
        name: ref('excluded.name'),
        icon: ref('excluded.icon'),
        planned: ref('excluded.planned'),
        cause: ref('excluded.cause'),
        set_up: ref('excluded.set_up'),
        rank: ref('excluded.rank'),
        overrun_seconds: ref('excluded.overrun_seconds'),
        alarms: ref('excluded.alarms'),
        states: ref('excluded.states'),
        retired: ref('excluded.retired'),
      })),
    )
    .execute()
}
