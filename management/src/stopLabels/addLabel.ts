import {
  AppError,
  type ClientScope,
  hiddenName,
  labelLimits,
  labelledParts,
  labelsIn,
  refusedField,
  shownName,
} from '@packboard/model'
import { type Author, writeAudit } from '../auditLog/auditLog.ts'
import type { Editor } from '../change/changing.ts'
import { type KioskPerson, kioskPersonText } from '../kioskLinks/findKiosk.ts'
import { countOf, refusing } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'
import { labelRows, readLabels, type StoredLabel, storedLabel } from './storedLabels.ts'

/** Who sets a label: an account, or a name on a tablet with a link. */
export type LabelSetter = Editor | KioskPerson

const setterText = (setter: LabelSetter) =>
  'userId' in setter ? setter.username : kioskPersonText(setter)

/** Of a tablet its place: a name without an account would outlive its erasure in the audit log. */
export const authorOf = (setter: LabelSetter): Author =>
  'userId' in setter ? setter : { userId: null, username: setter.place }

/** What a person says about a stretch of a stop. Instants are ms since 1970. */
export type NewLabel = {
  readonly machineId: number
  readonly key: string
  readonly from: number
  readonly to: number
  readonly untilRun: boolean
  /** null: takes back what is there. */
  readonly reason: string | null
  readonly note: string
  /** The entries that the person saw in the stretch, in any order. */
  readonly replaces: readonly number[]
}

/** The stop that a stretch lies in, from the end of the run before it, and its first-out alarm; texts are empty where none came. */
export type KnownStop = {
  readonly from: number
  readonly to: number
  readonly alarmGroup: string
  readonly alarm: string
}

/**
 * The entry that was stored under a key before. 400 when the key came with other content: then one of the two would be lost
 * silently.
 */
export function labelOfKey(
  management: Management,
  scope: ClientScope,
  requested: NewLabel,
): Promise<StoredLabel | undefined> {
  return inside(management).read((db) => storedUnder(db, scope, requested))
}

/**
 * Adds an entry to the stop book. The first person wins: when other entries hold in the stretch than the person saw, 409 names who
 * was there and when. Entries of one machine come one after the other.
 */
export async function addLabel(
  management: Management,
  setter: LabelSetter,
  scope: ClientScope,
  requested: NewLabel,
  stop: KnownStop,
): Promise<StoredLabel> {
  const store = inside(management)
  return store.transaction(async (db) => {
    await lockMachine(db, scope, requested.machineId)
    const known = await storedUnder(db, scope, requested)
    if (known) return known
    const { machineId, from, to, untilRun, reason, note, key } = requested
    if (reason !== null) await demandReason(db, scope, reason)
    const now = new Date(store.now())
    await demandRoom(db, scope, machineId, now)
    const labels = await readLabels(db, scope, {
      machineIds: [machineId],
      from: new Date(stop.from),
      to: new Date(Math.max(stop.to, to)),
    })
    const whole = { from: Math.min(stop.from, from), to: Math.max(stop.to, to) }
    const stretch = { from, to: untilRun ? whole.to : to }
    const held = labelsIn(labelledParts(whole, labels), stretch)
    demandSeen(scope, held, requested.replaces)
    const added = await db
      .insertInto('stop_label')
      .values({
        client_id: scope.clientId,
        machine_id: machineId,
        starts: new Date(from),
        ends: new Date(to),
        until_run: untilRun,
        reason_id: reason,
        note,
        alarm_group: storable(stop.alarmGroup),
        alarm: storable(stop.alarm),
        replaces: held.map((label) => label.id),
        key,
        set_by: 'userId' in setter ? setter.userId : null,
        set_by_name: 'userId' in setter ? null : setter.nameId,
        set_at: now,
      })
      .onConflict((other) => other.columns(['client_id', 'key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    // Another machine got an entry with this key at the same time.
    if (added === undefined) throw keyTaken()
    await writeAudit(db, authorOf(setter), held.length > 0 ? 'update' : 'create', 'stopLabel', {
      id: added.id,
      clientId: scope.clientId,
      before: held.length > 0 ? held.map(labelSnapshot) : undefined,
      after: labelSnapshot(requested),
    })
    return {
      ...{ id: added.id, machineId, from, to, untilRun, reason, note },
      by: setterText(setter),
      at: now,
      replaces: held.map((label) => label.id),
    }
  })
}

/** PostgreSQL stores neither U+0000 nor halves of characters. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '')

async function lockMachine(db: Db, scope: ClientScope, machineId: number): Promise<void> {
  await db
    .selectFrom('machine')
    .select('id')
    .where('id', '=', machineId)
    .where('client_id', '=', scope.clientId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(refusing('machine.notFound'))
}

async function storedUnder(
  db: Db,
  scope: ClientScope,
  requested: NewLabel,
): Promise<StoredLabel | undefined> {
  const row = await labelRows(db, scope.clientId)
    .where('l.key', '=', requested.key)
    .executeTakeFirst()
  if (!row) return undefined
  const stored = storedLabel(row)
  const same =
    stored.machineId === requested.machineId &&
    stored.from === requested.from &&
    stored.to === requested.to &&
    stored.untilRun === requested.untilRun &&
    stored.reason === requested.reason &&
    stored.note === requested.note
  if (same) return stored
  throw keyTaken()
}

function keyTaken(): AppError {
  return refusedField('key', 'This key belongs to another change.')
}

async function demandReason(db: Db, scope: ClientScope, reason: string): Promise<void> {
  await db
    .selectFrom('reason')
    .select('id')
    .where('client_id', '=', scope.clientId)
    .where('id', '=', reason)
    .where('retired', '=', false)
    .forKeyShare()
    .executeTakeFirstOrThrow(refusing('reason.notFound'))
}

const dayMs = 86_400_000

async function demandRoom(db: Db, scope: ClientScope, machineId: number, now: Date): Promise<void> {
  const count = await countOf(
    db
      .selectFrom('stop_label')
      .where('client_id', '=', scope.clientId)
      .where('machine_id', '=', machineId)
      .where('set_at', '>', new Date(now.getTime() - dayMs)),
  )
  if (count >= labelLimits.perMachineAndDay) {
    throw new AppError('request.tooMany', { retryAfter: 3_600 })
  }
}

/** Refuses a change that was made on a view of other entries than those that hold. */
function demandSeen(
  scope: ClientScope,
  held: readonly StoredLabel[],
  seen: readonly number[],
): void {
  const ids = new Set(held.map(({ id }) => id))
  const same = ids.size === new Set(seen).size && seen.every((id) => ids.has(id))
  if (same) return
  const newest = held.findLast(({ id }) => !seen.includes(id)) ?? held.at(-1)
  if (newest === undefined) throw new AppError('label.taken')
  const by = shownName(scope, newest.by ?? 'A deleted account')
  const at = newest.at.toISOString()
  const said = newest.reason === null ? 'took back the reason' : 'gave a reason'
  throw new AppError('label.taken', {
    message: `${by === hiddenName ? 'Another person' : by} ${said} here at ${at}. Please look again.`,
    fields: [
      ...(by === hiddenName ? [] : [{ field: 'by', message: by }]),
      { field: 'at', message: at },
    ],
  })
}

/** An entry as the audit log keeps it. */
const labelSnapshot = ({
  machineId,
  from,
  to,
  untilRun,
  reason,
  note,
}: StoredLabel | NewLabel) => ({
  machineId,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  untilRun,
  reason,
  note,
})
