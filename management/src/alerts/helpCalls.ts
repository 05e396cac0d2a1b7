import { type AlertSeverity, type AlertStep, AppError, type ClientScope } from '@packboard/model'
import { sql } from 'kysely'
import { writeAudit } from '../auditLog/auditLog.ts'
import { kioskPersonText } from '../kioskLinks/findKiosk.ts'
import { addAlertNews } from '../outbox/hookNews.ts'
import { planMessages } from '../outbox/planMessages.ts'
import { refusing } from '../queries.ts'
import { authorOf, type LabelSetter } from '../stopLabels/addLabel.ts'
import { type Db, inside, type Management } from '../store.ts'
import { storable } from './changeAlerts.ts'

/** Who answers a call: a person, a name on a tablet, or a confirmed address by the link in its message. */
export type HelpAnswerer = LabelSetter | { readonly address: string }

const nameOf = (by: HelpAnswerer) =>
  'userId' in by ? null : 'address' in by ? by.address : kioskPersonText(by)
const accountOf = (by: HelpAnswerer) => ('userId' in by ? by.userId : null)
/** An address would outlive its removal in the audit log. */
const auditedAs = (by: HelpAnswerer) =>
  'address' in by ? { userId: null, username: 'confirmed address' } : authorOf(by)

/** Who is informed of a call for help: what the rules of the client for such calls say together. */
export type HelpRule = {
  readonly ruleId: string | null
  readonly ruleName: string
  readonly severity: AlertSeverity
  readonly text: string
  readonly steps: readonly AlertStep[]
  readonly repeatSeconds: number | null
}

/**
 * Raises a call for help at a machine and returns its number (D96). A machine has one open call: a second one is the first, so that nobody is
 * called twice.
 */
export function callForHelp(
  management: Management,
  by: LabelSetter,
  { clientId }: ClientScope,
  {
    machineId,
    note,
    rule,
  }: { readonly machineId: number; readonly note: string; readonly rule: HelpRule },
): Promise<string> {
  const store = inside(management)
  return store.transaction(async (db) => {
    await lockMachine(db, clientId, machineId)
    const open = await db
      .selectFrom('alert')
      .select('id')
      .where('client_id', '=', clientId)
      .where('machine_id', '=', machineId)
      .where('origin', '=', 'help')
      .where('cleared_at', 'is', null)
      .executeTakeFirst()
    if (open) return open.id
    const now = new Date(store.now())
    const { id } = await db
      .insertInto('alert')
      .values({
        client_id: clientId,
        machine_id: machineId,
        rule_id: rule.ruleId,
        origin: 'help',
        kind: 'helpCalled',
        rule_name: rule.ruleName,
        severity: rule.severity,
        text: storable(note === '' ? rule.text : note),
        opened_at: now,
        known_at: now,
        raised_by: accountOf(by),
        raised_name: nameOf(by),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await planMessages(db, now.getTime(), {
      ...{ id, clientId, machineId, severity: rule.severity, knownAt: now },
      ...{ steps: rule.steps, repeatSeconds: rule.repeatSeconds },
    })
    await writeAudit(db, authorOf(by), 'create', 'helpCall', {
      id: null,
      clientId,
      after: { alert: id, machineId, note },
    })
    return id
  })
}

/** Says who is on the way. The first stays; a second one changes nothing. */
export function comeToHelp(
  management: Management,
  by: HelpAnswerer,
  scope: ClientScope,
  id: number,
): Promise<void> {
  const store = inside(management)
  return store.transaction(async (db) => {
    const call = await openCall(db, scope, id)
    if (call.on_my_way_at !== null || call.cleared_at !== null) return
    const now = new Date(store.now())
    await db
      .updateTable('alert')
      .set({ on_my_way_at: now, on_my_way_by: accountOf(by), on_my_way_name: nameOf(by) })
      .where('id', '=', String(id))
      .execute()
    // Who comes has taken note: no further step of the call is sent.
    await db
      .updateTable('alert')
      .set({
        acknowledged_at: now,
        acknowledged_by: accountOf(by),
        acknowledged_name: nameOf(by),
      })
      .where('id', '=', String(id))
      .where('acknowledged_at', 'is', null)
      .execute()
    await addAlertNews(db, 'alert.acknowledged', String(id), now.getTime())
  })
}

/** Ends a call. */
export function endHelpCall(
  management: Management,
  by: HelpAnswerer,
  scope: ClientScope,
  id: number,
): Promise<void> {
  const store = inside(management)
  return store.transaction(async (db) => {
    const call = await openCall(db, scope, id)
    if (call.cleared_at !== null) return
    const now = new Date(store.now())
    await db
      .updateTable('alert')
      // Our clock may have been set back since it opened.
      .set({ cleared_at: sql<Date>`greatest(opened_at, ${now})`, clear_known_at: now })
      .where('id', '=', String(id))
      .execute()
    await addAlertNews(db, 'alert.closed', String(id), now.getTime())
    await writeAudit(db, auditedAs(by), 'update', 'helpCall', {
      id: null,
      clientId: scope.clientId,
      after: { alert: id, done: true },
    })
  })
}

async function openCall(db: Db, scope: ClientScope, id: number) {
  const call = await db
    .selectFrom('alert')
    .select(['machine_id', 'on_my_way_at', 'cleared_at'])
    .where('id', '=', String(id))
    .where('client_id', '=', scope.clientId)
    .where('origin', '=', 'help')
    .forUpdate()
    .executeTakeFirst()
  const isHere = call?.machine_id != null && (scope.machineIds?.includes(call.machine_id) ?? true)
  if (call === undefined || !isHere) throw new AppError('alert.notFound')
  return call
}

async function lockMachine(db: Db, clientId: number, machineId: number): Promise<void> {
  await db
    .selectFrom('machine')
    .select('id')
    .where('id', '=', machineId)
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(refusing('machine.notFound'))
}
