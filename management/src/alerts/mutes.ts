import { alertLimits, type ClientScope, refusedField } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import { personName, refusing } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'

/** A rule or a machine that sends nothing for a while. */
export type AlertMute = {
  readonly ruleId: string | null
  readonly machineId: number | null
  readonly until: Date
  readonly reason: string
  readonly by: string
}

type NewMute = {
  readonly ruleId?: string | undefined
  readonly machineId?: number | undefined
  readonly until: Date
  readonly reason: string
}

const dayMs = 86_400_000

/** Lets a rule or a machine of a client send nothing until an instant; one that is past ends what is muted. By whom and why is in the audit log. */
export function muteAlerts(
  management: Management,
  editor: Editor,
  { clientId }: ClientScope,
  { ruleId, machineId, until, reason }: NewMute,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    if (until.getTime() > at.getTime() + alertLimits.muteDays * dayMs) {
      throw refusedField('until', `At most ${alertLimits.muteDays} days are possible.`)
    }
    await clientToChange(db, clientId)
    await demandOwn(db, clientId, { ruleId, machineId })
    // What was muted before ends: there is one word about each rule and machine.
    await db
      .updateTable('alert_mute')
      .set({ until: at })
      .where('client_id', '=', clientId)
      .where('until', '>', at)
      .$if(ruleId !== undefined, (query) => query.where('rule_id', '=', ruleId ?? ''))
      .$if(ruleId === undefined, (query) => query.where('machine_id', '=', machineId ?? 0))
      .execute()
    await db
      .insertInto('alert_mute')
      .values({
        client_id: clientId,
        rule_id: ruleId ?? null,
        machine_id: ruleId === undefined ? (machineId ?? 0) : null,
        ...{ until, reason },
        created_by: editor.userId,
        created_at: at,
      })
      .execute()
    await audit('update', 'alertMute', {
      id: clientId,
      clientId,
      after: { ruleId, machineId, until, reason },
    })
  })
}

/** Refuses a rule or a machine that is not of the client. */
async function demandOwn(
  db: Db,
  clientId: number,
  { ruleId, machineId = 0 }: Pick<NewMute, 'ruleId' | 'machineId'>,
): Promise<void> {
  if (ruleId !== undefined) {
    await db
      .selectFrom('alert_rule')
      .select('id')
      .where('id', '=', ruleId)
      .where('client_id', '=', clientId)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow(refusing('alertRule.notFound'))
    return
  }
  await db
    .selectFrom('machine')
    .select('id')
    .where('id', '=', machineId)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(refusing('machine.notFound'))
}

/** What is muted now at a client. */
export function alertMutes(
  management: Management,
  { clientId }: ClientScope,
): Promise<AlertMute[]> {
  const store = inside(management)
  return store.read(async (db) => {
    const rows = await db
      .selectFrom('alert_mute as m')
      .innerJoin('user_account as u', 'u.id', 'm.created_by')
      .select(['m.rule_id', 'm.machine_id', 'm.until', 'm.reason'])
      .select(['u.username', 'u.first_name', 'u.last_name'])
      .where('m.client_id', '=', clientId)
      .where('m.until', '>', new Date(store.now()))
      .orderBy('m.id')
      .execute()
    return rows.map((row) => ({
      ruleId: row.rule_id,
      machineId: row.machine_id,
      until: row.until,
      reason: row.reason,
      by: personName(row),
    }))
  })
}
