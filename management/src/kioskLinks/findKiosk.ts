import { createHash, randomBytes } from 'node:crypto'
import { groupOfRole, type KioskKind, kioskLimits } from '@packboard/model'
import { sql } from 'kysely'
import { atEntrance, type Management } from '../store.ts'

/** A television or a tablet with a valid link. */
export type Kiosk = {
  readonly kioskId: number
  readonly kind: KioskKind
  /** The only client that it sees. */
  readonly clientId: number
  /** The only machines that it sees; undefined: all of the client. */
  readonly machineIds: readonly number[] | undefined
  /** Who uses the tablet; undefined before a name was chosen, and on a board. */
  readonly person: KioskPerson | undefined
  /**
   * The hash of the pass that this tablet has, or had until at most 16 hours ago; absent: it has none. The PIN was entered on it, so wrong ones
   * of others do not keep it waiting.
   */
  readonly passHash?: string
}

/** A name of a link that was chosen on a tablet, with the PIN where the link has one. */
export type KioskPerson = {
  readonly nameId: number
  readonly name: string
  /** The label of the link: where the tablet is. */
  readonly place: string
}

/** How the setter of a label is shown who has no account. */
export const kioskPersonText = ({ name, place }: Pick<KioskPerson, 'name' | 'place'>) =>
  `${name} · ${place}`

const hourMs = 3_600_000

/** The last use of a link is stored at most this often. */
const touchEveryMs = 60_000

const distributorGroup = groupOfRole('distributor')

/**
 * The holder of a token, or undefined: never made, revoked, run out, or of a client that is disabled or
 * deleted. A link that a distributor's user made is valid while that distributor serves the client, so that no
 * distributor keeps access to a former customer. A pass that is not valid any more leaves a link without a person.
 */
export async function findKiosk(management: Management, token: string): Promise<Kiosk | undefined> {
  const hashes = hashesOfKioskToken(token)
  if (!hashes) return undefined
  const store = atEntrance(management)
  const now = new Date(store.now())
  const link = await store.read((db) =>
    db
      .selectFrom('kiosk_link as k')
      .innerJoin('client as c', 'c.id', 'k.client_id')
      .innerJoin('user_account as u', 'u.id', 'k.created_by')
      .select(['k.id', 'k.client_id', 'k.last_seen_at', 'k.kind', 'k.all_machines', 'k.label'])
      .select(
        sql<number[]>`array(
          select m.id from kiosk_link_machine lm join machine m on m.id = lm.machine_id
          where lm.link_id = k.id and m.client_id = k.client_id and m.deleted_at is null order by m.id
        )`.as('machine_ids'),
      )
      .where('k.token_hash', '=', hashes.link)
      .where('k.revoked_at', 'is', null)
      .where('c.enabled', '=', true)
      .where('c.deleted_at', 'is', null)
      .where(({ eb, or }) => or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', now)]))
      .where(({ eb, or }) =>
        or([
          eb('u.group_id', 'is distinct from', distributorGroup),
          eb('u.distributor_id', '=', eb.ref('c.distributor_id')),
        ]),
      )
      .executeTakeFirst(),
  )
  if (!link) return undefined
  const { pass } = hashes
  const held = pass
    ? await store.read((db) =>
        db
          .selectFrom('kiosk_pass as p')
          .innerJoin('kiosk_link_name as n', 'n.id', 'p.name_id')
          .select(['n.id', 'n.name', 'n.removed_at', 'p.expires_at', 'p.token_hash'])
          .where('p.token_hash', '=', pass)
          .where('p.expires_at', '>', new Date(now.getTime() - kioskLimits.passHours * hourMs))
          // A pass is worth nothing behind another link.
          .where('n.link_id', '=', link.id)
          .executeTakeFirst(),
      )
    : undefined
  const name = held && held.expires_at > now && held.removed_at === null ? held : undefined
  if (now.getTime() - (link.last_seen_at?.getTime() ?? 0) >= touchEveryMs) {
    // A failure to store the last use must not make the screen dark.
    await store
      .write((db) =>
        db.updateTable('kiosk_link').set({ last_seen_at: now }).where('id', '=', link.id).execute(),
      )
      .catch((error: unknown) =>
        store.log.warn({ err: error }, 'The last use of a wall link could not be stored'),
      )
  }
  return {
    kioskId: link.id,
    kind: link.kind,
    clientId: link.client_id,
    machineIds: link.all_machines ? undefined : link.machine_ids,
    person: name && { nameId: name.id, name: name.name, place: link.label },
    ...(held && { passHash: held.token_hash.toString('hex') }),
  }
}

/** 32 bytes in base64url. */
const shape = /^[A-Za-z0-9_-]{43}$/
const length = 43

/** 256 random bits, returned once: to the person who makes a link, or to the tablet on which a name was chosen. */
export const newKioskToken = () => randomBytes(32).toString('base64url')

/** The hash that the store keeps; undefined for a text that cannot be a token. */
export function hashOfKioskToken(token: string): Buffer | undefined {
  return shape.test(token) ? createHash('sha256').update(token).digest() : undefined
}

/** The hashes of a link and, behind it without a separator, of the pass of a name; undefined for any other text. */
export function hashesOfKioskToken(
  token: string,
): { readonly link: Buffer; readonly pass: Buffer | undefined } | undefined {
  const link = hashOfKioskToken(token.slice(0, length))
  const pass = hashOfKioskToken(token.slice(length))
  const isWhole = token.length === length || pass !== undefined
  return link && isWhole ? { link, pass } : undefined
}
