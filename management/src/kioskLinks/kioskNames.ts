import { AppError, kioskLimits } from '@packboard/model'
import { writeAudit } from '../auditLog/auditLog.ts'
import { passwordFits } from '../passwords/passwords.ts'
import { refusing } from '../queries.ts'
import { inside, type Management } from '../store.ts'
import { hashOfKioskToken, type Kiosk, newKioskToken } from './findKiosk.ts'

/** What a tablet shows before a name was chosen: nothing of the machines. */
export type KioskNames = {
  readonly label: string
  readonly clientName: string
  readonly zone: string
  readonly names: readonly { readonly id: number; readonly name: string }[]
  readonly pin: boolean
}

/** The names that a link offers; undefined when it was revoked meanwhile. */
export function kioskNames(
  management: Management,
  { kioskId }: Pick<Kiosk, 'kioskId'>,
): Promise<KioskNames | undefined> {
  return inside(management).read(async (db) => {
    const link = await db
      .selectFrom('kiosk_link as k')
      .innerJoin('client as c', 'c.id', 'k.client_id')
      .select(['k.label', 'k.pin_hash', 'c.name', 'c.zone'])
      .where('k.id', '=', kioskId)
      .where('k.revoked_at', 'is', null)
      .executeTakeFirst()
    if (!link) return undefined
    const names = await db
      .selectFrom('kiosk_link_name')
      .select(['id', 'name'])
      .where('link_id', '=', kioskId)
      .where('removed_at', 'is', null)
      .orderBy('name')
      .execute()
    const { label, pin_hash, name, zone } = link
    return { label, clientName: name, zone, names, pin: pin_hash !== null }
  })
}

const hourMs = 3_600_000

/**
 * Chooses a name on a tablet and returns its pass, which is stored as a hash alone, ends after 16 hours and replaces the one that the tablet has. A
 * name of another link is not found. 403 for a wrong PIN, which the audit log has; the caller limits how often that may be tried. After 100 wrong
 * ones a short PIN is accepted only from a tablet that had the right one: four digits would be found in five weeks.
 */
export async function chooseKioskName(
  management: Management,
  { kioskId, clientId, passHash: former }: Pick<Kiosk, 'kioskId' | 'clientId' | 'passHash'>,
  { nameId, pin }: { readonly nameId: number; readonly pin: string },
): Promise<{ readonly pass: string; readonly name: string }> {
  const store = inside(management)
  const found = await store.read((db) =>
    db
      .selectFrom('kiosk_link_name as n')
      .innerJoin('kiosk_link as k', 'k.id', 'n.link_id')
      .select(['n.name', 'k.pin_hash', 'k.label', 'k.short_pin', 'k.wrong_pins'])
      .where('n.id', '=', nameId)
      .where('n.link_id', '=', kioskId)
      .where('n.removed_at', 'is', null)
      .where('k.revoked_at', 'is', null)
      .executeTakeFirstOrThrow(refusing('kioskLink.notFound')),
  )
  const { name, pin_hash: hash, label } = found
  if (hash !== null && former === undefined && isPinSpent(found)) {
    throw new AppError('kioskLink.pinSpent')
  }
  if (hash !== null && !(await passwordFits(hash, pin))) {
    await store.write(async (db) => {
      // What people mistype who know the PIN uses nothing up.
      if (former === undefined) {
        await db
          .updateTable('kiosk_link')
          .set(({ eb }) => ({ wrong_pins: eb('wrong_pins', '+', 1) }))
          .where('id', '=', kioskId)
          .execute()
      }
      // Not the name: of people without an account it would outlive its erasure here.
      await writeAudit(db, { userId: null, username: label }, 'signInFailed', 'kioskLink', {
        id: kioskId,
        clientId,
      })
    })
    throw new AppError('kioskLink.wrongPin')
  }
  const pass = newKioskToken()
  const passHash = hashOfKioskToken(pass)
  if (!passHash) throw new Error('A new token has another shape than tokens have.')
  const now = store.now()
  await store.transaction(async (db) => {
    const forgotten = new Date(now - kioskLimits.passHours * hourMs)
    await db.deleteFrom('kiosk_pass').where('expires_at', '<=', forgotten).execute()
    // The link is locked: a PIN that is changed at this moment ends this pass, or is the one that was given.
    const same = await db
      .selectFrom('kiosk_link')
      .select('pin_hash')
      .where('id', '=', kioskId)
      .forUpdate()
      .executeTakeFirst()
    if (same?.pin_hash !== hash) throw new AppError('kioskLink.wrongPin')
    await db
      .insertInto('kiosk_pass')
      .values({
        token_hash: passHash,
        name_id: nameId,
        expires_at: new Date(now + kioskLimits.passHours * hourMs),
      })
      .execute()
    // A tablet has one pass; of tablets that came without theirs the newest are kept.
    if (former !== undefined) {
      await db
        .deleteFrom('kiosk_pass')
        .where('token_hash', '=', Buffer.from(former, 'hex'))
        .execute()
    }
    await db
      .deleteFrom('kiosk_pass')
      .where('token_hash', 'in', (query) =>
        query
          .selectFrom('kiosk_pass')
          .select('token_hash')
          .where('name_id', '=', nameId)
          .orderBy('expires_at', 'desc')
          .orderBy('token_hash')
          .offset(kioskLimits.passesPerName),
      )
      .execute()
  })
  return { pass, name }
}

/** Has the PIN of a link been tried so often that it has to be replaced? */
export const isPinSpent = (link: {
  readonly short_pin: boolean
  readonly wrong_pins: number
}): boolean => link.short_pin && link.wrong_pins >= kioskLimits.shortPinTries
