import { AppError, type ClientScope, type ShiftSide, shiftPageLimits } from '@packboard/model'
import { sql } from 'kysely'
import { writeAudit } from '../auditLog/auditLog.ts'
import { kioskPersonText } from '../kioskLinks/findKiosk.ts'
import { countOf, refusing } from '../queries.ts'
import { authorOf, type LabelSetter } from '../stopLabels/addLabel.ts'
import { type Db, inside, type Management } from '../store.ts'

/** What a person wrote about a shift. `by`: user name, or name and place of a tablet; null when the account is gone. */
type ShiftNote = {
  readonly id: number
  readonly text: string
  readonly machineId: number | null
  readonly by: string | null
  readonly at: Date
}

type ShiftSignature = {
  readonly side: ShiftSide
  readonly by: string | null
  /** By the clock of the device on which it was signed. */
  readonly at: Date
  readonly receivedAt: Date
}

/** What people wrote about a shift, and its page as JSON once two have signed. */
export type ShiftRecords = {
  /** Oldest first. */
  readonly notes: readonly ShiftNote[]
  readonly signatures: readonly ShiftSignature[]
  readonly page: string | null
}

/** What is kept about a shift, which is known by its begin. */
export function shiftRecords(
  management: Management,
  scope: ClientScope,
  start: Date,
): Promise<ShiftRecords> {
  return inside(management).read(async (db) => {
    const notes = await db
      .selectFrom('shift_note as s')
      .leftJoin('user_account as u', 'u.id', 's.set_by')
      .leftJoin('kiosk_link_name as n', 'n.id', 's.set_by_name')
      .leftJoin('kiosk_link as k', 'k.id', 'n.link_id')
      .select(['s.id', 's.note', 's.machine_id', 's.set_at', 'u.username', 'n.name'])
      .select('k.label as place')
      .where('s.client_id', '=', scope.clientId)
      .where('s.shift_start', '=', start)
      .orderBy('s.id')
      .execute()
    const signatures = await signaturesOf(db, scope, start)
    const page = await db
      .selectFrom('shift_page')
      .select('content')
      .where('client_id', '=', scope.clientId)
      .where('shift_start', '=', start)
      .executeTakeFirst()
    return {
      notes: notes.map((row) => ({
        id: row.id,
        text: row.note,
        machineId: row.machine_id,
        by: nameOf(row),
        at: row.set_at,
      })),
      signatures: signatures.map((row) => ({
        side: row.side,
        by: nameOf(row),
        at: row.signed_at,
        receivedAt: row.received_at,
      })),
      page: page?.content ?? null,
    }
  })
}

function signaturesOf(db: Db, scope: ClientScope, start: Date) {
  return db
    .selectFrom('shift_signature as s')
    .leftJoin('user_account as u', 'u.id', 's.set_by')
    .leftJoin('kiosk_link_name as n', 'n.id', 's.set_by_name')
    .leftJoin('kiosk_link as k', 'k.id', 'n.link_id')
    .select(['s.side', 's.signed_at', 's.received_at', 's.set_by', 's.set_by_name'])
    .select(['u.username', 'n.name', 'k.label as place'])
    .where('s.client_id', '=', scope.clientId)
    .where('s.shift_start', '=', start)
    .execute()
}

function nameOf({
  username,
  name,
  place,
}: {
  readonly username: string | null
  readonly name: string | null
  readonly place: string | null
}): string | null {
  return name !== null && place !== null ? kioskPersonText({ name, place }) : username
}

/** Adds a note to a shift and returns its number; 409 where the shift has 100. */
export function addShiftNote(
  management: Management,
  setter: LabelSetter,
  scope: ClientScope,
  {
    start,
    text,
    machineId,
  }: { readonly start: Date; readonly text: string; readonly machineId: number | null },
): Promise<number> {
  const store = inside(management)
  return store.transaction(async (db) => {
    await lockClient(db, scope)
    const count = await countOf(
      db
        .selectFrom('shift_note')
        .where('client_id', '=', scope.clientId)
        .where('shift_start', '=', start),
    )
    if (count >= shiftPageLimits.notes) throw new AppError('shift.tooManyNotes')
    const { id } = await db
      .insertInto('shift_note')
      .values({
        client_id: scope.clientId,
        shift_start: start,
        note: text,
        machine_id: machineId,
        ...setBy(setter),
        set_at: new Date(store.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAudit(db, authorOf(setter), 'create', 'shiftNote', {
      id,
      clientId: scope.clientId,
      after: { shift: start, note: text, machineId },
    })
    return id
  })
}

/** What a signature came to: stored, stored as the second with the page, or not yet stored because the second needs the page. */
type Signed = 'signed' | 'fixed' | 'pageNeeded'

/**
 * Signs one side of a hand-over. 409 when this side has signed, and when the same person signed the other: the same account, or the same name
 * on any tablet. The second signature is stored with the page alone.
 */
export function signShift(
  management: Management,
  setter: LabelSetter,
  scope: ClientScope,
  {
    start,
    side,
    at,
    page,
  }: {
    readonly start: Date
    readonly side: ShiftSide
    readonly at: Date
    /** JSON; null: it was not read yet. */
    readonly page: string | null
  },
): Promise<Signed> {
  const store = inside(management)
  return store.transaction(async (db) => {
    await lockClient(db, scope)
    const signatures = await signaturesOf(db, scope, start)
    if (signatures.some((one) => one.side === side)) throw new AppError('shift.signed')
    const [other] = signatures
    if (other && isSamePerson(other, setter)) throw new AppError('shift.sameSigner')
    if (other && page === null) return 'pageNeeded'
    const now = new Date(store.now())
    await db
      .insertInto('shift_signature')
      .values({
        client_id: scope.clientId,
        shift_start: start,
        side,
        signed_at: at,
        received_at: now,
        ...setBy(setter),
      })
      .execute()
    await writeAudit(db, authorOf(setter), 'create', 'shiftSignature', {
      id: null,
      clientId: scope.clientId,
      after: { shift: start, side, at },
    })
    if (!other || page === null) return 'signed'
    await db
      .insertInto('shift_page')
      .values({ client_id: scope.clientId, shift_start: start, fixed_at: now, content: page })
      .execute()
    return 'fixed'
  })
}

function isSamePerson(
  one: { readonly set_by: number | null; readonly name: string | null },
  setter: LabelSetter,
): boolean {
  return 'userId' in setter ? one.set_by === setter.userId : one.name === setter.name
}

const setBy = (setter: LabelSetter) => ({
  set_by: 'userId' in setter ? setter.userId : null,
  set_by_name: 'userId' in setter ? null : setter.nameId,
})

/** What is written about the shifts of a client is written one after the other. */
async function lockClient(db: Db, { clientId }: ClientScope): Promise<void> {
  await db
    .selectFrom('client')
    .select('id')
    .where('id', '=', clientId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(refusing('client.notFound'))
}

/** How many days they are kept: as the entries of the audit log (D53). */
type Keeps = { readonly days: number; readonly ofClient: ReadonlyMap<number, number> }

const dayMs = 86_400_000
const shiftTables = ['shift_note', 'shift_signature', 'shift_page'] as const

/** Deletes what was written about shifts that began longer ago than entries of the audit log are kept. */
export async function forgetOldShifts(management: Management, keep: Keeps): Promise<void> {
  const store = inside(management)
  const own = [...keep.ofClient.keys()]
  const before = (days: number) => new Date(store.now() - days * dayMs)
  for (const table of shiftTables) {
    await store.write(async (db) => {
      await sql`
        delete from ${sql.table(table)}
        where shift_start < ${before(keep.days)} and client_id <> all(${own}::integer[])`.execute(
        db,
      )
      for (const [clientId, days] of keep.ofClient) {
        await sql`
          delete from ${sql.table(table)}
          where shift_start < ${before(days)} and client_id = ${clientId}`.execute(db)
      }
    })
  }
}
