import { groupOfRole } from '@packboard/model'
import { atEntrance, type Management } from '../store.ts'
import { hashOfKioskToken } from './kioskToken.ts'

/** A television with a valid link: only the client whose wall it shows. */
export type Kiosk = { readonly kioskId: number; readonly clientId: number }

/** The last use of a link is stored at most this often. */
const touchEveryMs = 60_000

const distributorGroup = groupOfRole('distributor')

/**
 * The television behind a token, or undefined: never made, revoked, run out, or of a client that is disabled or
 * deleted. A link that a distributor's user made is valid while that distributor serves the client, so that no
 * distributor keeps access to a former customer.
 */
export async function findKiosk(management: Management, token: string): Promise<Kiosk | undefined> {
  const hash = hashOfKioskToken(token)
  if (!hash) return undefined
  const store = atEntrance(management)
  const now = new Date(store.now())
  const link = await store.read((db) =>
    db
      .selectFrom('kiosk_link as k')
      .innerJoin('client as c', 'c.id', 'k.client_id')
      .innerJoin('user_account as u', 'u.id', 'k.created_by')
      .select(['k.id', 'k.client_id', 'k.last_seen_at'])
      .where('k.token_hash', '=', hash)
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
  return { kioskId: link.id, clientId: link.client_id }
}
