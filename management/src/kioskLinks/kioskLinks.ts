import {
  AppError,
  type ColourScheme,
  type Density,
  type KioskKind,
  type PanelScope,
  refusedField,
} from '@packboard/model'
import { sql } from 'kysely'
import { hashPassword } from '../passwords/passwords.ts'
import { refusing } from '../queries.ts'
import { whereReached } from '../scope.ts'
import { type Db, inside, type Management } from '../store.ts'
import type { Kiosk } from './findKiosk.ts'
import { isPinSpent } from './kioskNames.ts'

/** A link as the management panel shows it; its token is not stored. */
type KioskLink = {
  readonly id: number
  readonly clientId: number
  readonly clientName: string
  readonly kind: KioskKind
  /** Serial numbers, in order; empty with `allMachines`, and where none is left. */
  readonly machines: readonly string[]
  readonly allMachines: boolean
  /** In order; empty for a board. */
  readonly names: readonly string[]
  readonly pin: boolean
  readonly pinSpent: boolean
  readonly version: number
  /** The location of the television or tablet. */
  readonly label: string
  readonly createdBy: string
  /** The account that made it is deleted; the link works on until it ends or is revoked. */
  readonly makerDeleted: boolean
  readonly createdAt: Date
  readonly expiresAt: Date | null
  /** To the minute; null: no television has opened it yet. */
  readonly lastSeenAt: Date | null
  readonly revokedAt: Date | null
  readonly colourScheme: ColourScheme
  readonly density: Density
}

/** Revoked links stay in the list for this long. */
const revokedShownMs = 30 * 24 * 3_600_000

/** The links of the clients in scope, the newest first; those revoked long ago are left out. */
export function kioskLinks(management: Management, scope: PanelScope): Promise<KioskLink[]> {
  const store = inside(management)
  return store.read(async (db) => {
    const rows = await db
      .selectFrom('kiosk_link as k')
      .innerJoin('client as c', 'c.id', 'k.client_id')
      .innerJoin('user_account as u', 'u.id', 'k.created_by')
      .select(['k.id', 'k.client_id as clientId', 'c.name as clientName', 'k.kind', 'k.label'])
      .select(['k.all_machines as allMachines', 'k.version', 'k.created_at as createdAt'])
      .select(['k.expires_at as expiresAt', 'k.last_seen_at as lastSeenAt', 'k.density'])
      .select(['k.revoked_at as revokedAt', 'k.colour_scheme as colourScheme'])
      .select(['u.username as createdBy', 'u.deleted_at as makerDeletedAt'])
      .select(['k.pin_hash', 'k.short_pin', 'k.wrong_pins'])
      .select([
        sql<string[]>`array(
          select m.serial_no from kiosk_link_machine lm join machine m on m.id = lm.machine_id
          where lm.link_id = k.id and m.client_id = k.client_id and m.deleted_at is null
          order by m.serial_no
        )`.as('machines'),
        sql<string[]>`array(
          select n.name from kiosk_link_name n where n.link_id = k.id and n.removed_at is null
          order by n.name
        )`.as('names'),
      ])
      .where('c.deleted_at', 'is', null)
      .where(({ eb, or }) =>
        or([
          eb('k.revoked_at', 'is', null),
          eb('k.revoked_at', '>', new Date(store.now() - revokedShownMs)),
        ]),
      )
      .$call((query) =>
        whereReached(query, scope, { client: 'k.client_id', distributor: 'c.distributor_id' }),
      )
      .orderBy('k.id', 'desc')
      .execute()
    return rows.map(({ pin_hash, short_pin, wrong_pins, makerDeletedAt, ...link }) => ({
      ...link,
      pin: pin_hash !== null,
      pinSpent: pin_hash !== null && isPinSpent({ short_pin, wrong_pins }),
      makerDeleted: makerDeletedAt !== null,
    }))
  })
}

/** How the wall of a link is to look. */
export function kioskLooks(
  management: Management,
  { kioskId, clientId }: Kiosk,
): Promise<{ readonly colourScheme: ColourScheme; readonly density: Density }> {
  return inside(management).read((db) =>
    db
      .selectFrom('kiosk_link')
      .select(['colour_scheme as colourScheme', 'density'])
      .where('id', '=', kioskId)
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow(refusing('request.notAllowed')),
  )
}

/** What a link shows, and who may use it. */
export type KioskLinkForm = {
  readonly label: string
  /** Serial numbers; empty: all machines of the client, which only a board may have. */
  readonly machines: readonly string[]
  /** Of a link for operators: the names to choose from. */
  readonly names: readonly string[]
  /** Digits; null: none is wanted; undefined: as it was. */
  readonly pin: string | null | undefined
  /** How a wall looks; undefined: as it was, dark and comfortable at first. */
  readonly colourScheme?: ColourScheme | undefined
  readonly density?: Density | undefined
}

/** The Argon2id hash of a PIN; null and undefined stay what they are. */
export const hashOfPin = (pin: KioskLinkForm['pin']) =>
  typeof pin === 'string' ? hashPassword(pin) : Promise.resolve(pin)

/** Refuses what a link of this kind cannot have. */
export function demandFits(kind: KioskKind, { machines, names, pin }: KioskLinkForm): void {
  if (kind === 'board') {
    if (names.length > 0) throw refusedField('names', 'A wall has no names.')
    if (typeof pin === 'string') throw refusedField('pin', 'A wall has no PIN.')
    return
  }
  if (machines.length === 0) throw refusedField('machines', 'Please choose at least one machine.')
  if (names.length === 0) throw refusedField('names', 'Please enter at least one name.')
  if (new Set(names).size < names.length) throw refusedField('names', 'A name stands twice.')
}

/** Sets the machines of a link. One of another client is not found, like one that never existed. */
export async function setLinkMachines(
  db: Db,
  { linkId, clientId }: { readonly linkId: number; readonly clientId: number },
  serialNos: readonly string[],
): Promise<void> {
  await db.deleteFrom('kiosk_link_machine').where('link_id', '=', linkId).execute()
  const wanted = [...new Set(serialNos)]
  if (wanted.length === 0) return
  const found = await db
    .selectFrom('machine')
    .select('id')
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .where('serial_no', 'in', wanted)
    .execute()
  if (found.length < wanted.length) throw new AppError('machine.notFound')
  await db
    .insertInto('kiosk_link_machine')
    .values(found.map(({ id }) => ({ link_id: linkId, machine_id: id })))
    .execute()
}

/** Sets the names that a link offers. One that is missing is offered no longer, and its passes end. */
export async function setLinkNames(
  db: Db,
  linkId: number,
  names: readonly string[],
  at: Date,
): Promise<void> {
  const offered = await db
    .selectFrom('kiosk_link_name')
    .select(['id', 'name'])
    .where('link_id', '=', linkId)
    .where('removed_at', 'is', null)
    .execute()
  const gone = offered.filter(({ name }) => !names.includes(name)).map(({ id }) => id)
  if (gone.length > 0) {
    await db
      .updateTable('kiosk_link_name')
      .set({ removed_at: at })
      .where('id', 'in', gone)
      .execute()
    await endPasses(db, gone, at)
  }
  const known = new Set(offered.map(({ name }) => name))
  const added = names.filter((name) => !known.has(name))
  if (added.length === 0) return
  await db
    .insertInto('kiosk_link_name')
    .values(added.map((name) => ({ link_id: linkId, name })))
    .execute()
}

/** Ends passes; that its tablet had the PIN is known for as long as a pass holds. */
async function endPasses(db: Db, nameIds: readonly number[], at: Date): Promise<void> {
  await db
    .updateTable('kiosk_pass')
    .set({ expires_at: at })
    .where('name_id', 'in', nameIds)
    .where('expires_at', '>', at)
    .execute()
}

/** Ends every pass of a link: each name is chosen again, with the PIN that holds now. A pass that was given without a PIN proves nothing. */
export async function endPassesOfLink(
  db: Db,
  { linkId, hadPin }: { readonly linkId: number; readonly hadPin: boolean },
  at: Date,
): Promise<void> {
  const names = await db
    .selectFrom('kiosk_link_name')
    .select('id')
    .where('link_id', '=', linkId)
    .execute()
  const nameIds = names.map(({ id }) => id)
  if (nameIds.length === 0) return
  if (hadPin) await endPasses(db, nameIds, at)
  else await db.deleteFrom('kiosk_pass').where('name_id', 'in', nameIds).execute()
}
