import { alertLimits } from '@packboard/model'
import { keyIdOf } from '../secrets/secretBox.ts'
import { inside, type Management } from '../store.ts'

/** A browser that a person lets show push messages. */
export type PushDevice = {
  readonly id: number
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/**
 * Adds a browser for a person. Its address belongs to who signed in there last; of one person the ten that were added last are kept.
 */
export async function addPushDevice(
  management: Management,
  userId: number,
  device: Omit<PushDevice, 'id'> & { readonly name: string },
): Promise<void> {
  const store = inside(management)
  const row = { ...device, user_id: userId, added_at: new Date(store.now()) }
  await store.transaction(async (db) => {
    await db
      .insertInto('push_device')
      .values(row)
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
      .execute()
    await db
      .deleteFrom('push_device')
      .where('user_id', '=', userId)
      .where('id', 'not in', (eb) =>
        eb
          .selectFrom('push_device')
          .select('id')
          .where('user_id', '=', userId)
          .orderBy('added_at', 'desc')
          .orderBy('id', 'desc')
          .limit(alertLimits.devicesOfPerson),
      )
      .execute()
  })
}

export function pushDevicesOf(management: Management, userId: number): Promise<PushDevice[]> {
  return inside(management).read((db) =>
    db
      .selectFrom('push_device')
      .select(['id', 'endpoint', 'p256dh', 'auth'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  )
}

/** The push service does not know it any more. */
export async function forgetPushDevice(management: Management, id: number): Promise<void> {
  await inside(management).write((db) =>
    db.deleteFrom('push_device').where('id', '=', id).execute(),
  )
}

export async function pushDeviceReached(management: Management, id: number): Promise<void> {
  const store = inside(management)
  await store.write((db) =>
    db
      .updateTable('push_device')
      .set({ last_sent_at: new Date(store.now()) })
      .where('id', '=', id)
      .execute(),
  )
}

/** The key by which push services know this installation. */
export type PushKey = { readonly publicKey: string; readonly privateKey: string }

const bound = 'push key'

/**
 * The key of this installation; made by the first process that needs it. One whose key file is lost is made anew: browsers that
 * were added with the old one are not reached any more, and are forgotten.
 */
export async function pushKey(management: Management, make: () => PushKey): Promise<PushKey> {
  const store = inside(management)
  const { secrets } = management
  return store.transaction(async (db) => {
    const stored = await db.selectFrom('push_key').selectAll().forUpdate().executeTakeFirst()
    const known = stored && opened(management, stored.sealed_private_key)
    if (stored && known) {
      if (keyIdOf(stored.sealed_private_key) !== secrets.keyId()) {
        const sealed_private_key = secrets.seal('push', bound, known)
        await db.updateTable('push_key').set({ sealed_private_key }).execute()
      }
      return { publicKey: stored.public_key, privateKey: known }
    }
    const made = make()
    const row = {
      public_key: made.publicKey,
      sealed_private_key: secrets.seal('push', bound, made.privateKey),
    }
    if (stored) {
      await db.updateTable('push_key').set(row).execute()
      await db.deleteFrom('push_device').execute()
      return made
    }
    const added = await db
      .insertInto('push_key')
      .values(row)
      .onConflict((conflict) => conflict.column('single').doNothing())
      .returning('public_key')
      .executeTakeFirst()
    if (added) return made
    // Of two processes that need it for the first time the other one was faster.
    const theirs = await db.selectFrom('push_key').selectAll().executeTakeFirstOrThrow()
    const privateKey = opened(management, theirs.sealed_private_key) ?? made.privateKey
    return { publicKey: theirs.public_key, privateKey }
  })
}

function opened(management: Management, sealed: string): string | null {
  try {
    return management.secrets.open('push', bound, sealed)
  } catch {
    return null
  }
}
