import { AppError, type ColourScheme, type Density, type KioskKind } from '@packboard/model'
import { hashPassword } from '../passwords/passwords.ts'
import type { Db } from '../store.ts'

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

function refused(field: string, message: string): AppError {
  return new AppError('request.invalid', { message, fields: [{ field, message }] })
}

/** Refuses what a link of this kind cannot have. */
export function demandFits(kind: KioskKind, { machines, names, pin }: KioskLinkForm): void {
  if (kind === 'board') {
    if (names.length > 0) throw refused('names', 'A wall has no names.')
    if (typeof pin === 'string') throw refused('pin', 'A wall has no PIN.')
    return
  }
  if (machines.length === 0) throw refused('machines', 'Please choose at least one machine.')
  if (names.length === 0) throw refused('names', 'Please enter at least one name.')
  if (new Set(names).size < names.length) throw refused('names', 'A name stands twice.')
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
