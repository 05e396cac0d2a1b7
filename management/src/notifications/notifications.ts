import { randomUUID } from 'node:crypto'
import { alertLimits } from '@packboard/model'
import { writeAudit } from '../auditLog/auditLog.ts'
import type { Editor } from '../change/changing.ts'
import { addRows } from '../outbox/outboxRows.ts'
import { refusing } from '../queries.ts'
import { keyIdOf } from '../secrets/secretBox.ts'
import { inside, type Management } from '../store.ts'

export type NotificationChoice = {
  readonly mail: boolean
  readonly push: boolean
  readonly quiet: { readonly from: string; readonly to: string } | null
  readonly zone: string
}

type Notifications = NotificationChoice & {
  readonly mailAddress: string | null
  readonly devices: readonly {
    readonly id: number
    readonly name: string
    readonly addedAt: Date
    readonly lastSentAt: Date | null
  }[]
}

/** How a person is informed of alerts. Who chose nothing: by mail and on its devices, in the zone of its client. */
export function notificationsOf(management: Management, userId: number): Promise<Notifications> {
  return inside(management).read(async (db) => {
    const row = await db
      .selectFrom('user_account as u')
      .leftJoin('notification_choice as n', 'n.user_id', 'u.id')
      .leftJoin('client as c', 'c.id', 'u.client_id')
      .select(['u.email', 'n.mail', 'n.push', 'n.quiet_from', 'n.quiet_to', 'n.zone'])
      .select('c.zone as client_zone')
      .where('u.id', '=', userId)
      .executeTakeFirstOrThrow(refusing('user.notFound'))
    const devices = await db
      .selectFrom('push_device')
      .select(['id', 'name', 'added_at as addedAt', 'last_sent_at as lastSentAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
    const { quiet_from: from, quiet_to: to } = row
    return {
      mail: row.mail ?? true,
      push: row.push ?? true,
      quiet: from !== null && to !== null ? { from, to } : null,
      zone: row.zone ?? row.client_zone ?? 'UTC',
      mailAddress: row.email,
      devices,
    }
  })
}

export async function setNotifications(
  management: Management,
  editor: Editor,
  choice: NotificationChoice & { readonly removeDevices?: readonly number[] | undefined },
): Promise<void> {
  const { mail, push, quiet, zone, removeDevices = [] } = choice
  await inside(management).transaction(async (db) => {
    const row = {
      ...{ mail, push, zone },
      ...{ quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null },
    }
    await db
      .insertInto('notification_choice')
      .values({ user_id: editor.userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
    if (removeDevices.length > 0) {
      await db
        .deleteFrom('push_device')
        .where('user_id', '=', editor.userId)
        .where('id', 'in', removeDevices)
        .execute()
    }
    await writeAudit(db, editor, 'update', 'notifications', {
      id: editor.userId,
      clientId: null,
      after: { mail, push, quiet, zone },
    })
  })
}

/** Adds a test message to oneself by each channel that is on. Returns these channels. */
export function addNotificationTest(
  management: Management,
  userId: number,
): Promise<('mail' | 'push')[]> {
  const store = inside(management)
  return store.transaction(async (db) => {
    const row = await db
      .selectFrom('user_account as u')
      .leftJoin('notification_choice as n', 'n.user_id', 'u.id')
      .select(['u.email', 'n.mail', 'n.push'])
      .select(({ exists, selectFrom }) =>
        exists(selectFrom('push_device as d').select('d.id').whereRef('d.user_id', '=', 'u.id')).as(
          'hasDevice',
        ),
      )
      .where('u.id', '=', userId)
      .executeTakeFirstOrThrow(refusing('user.notFound'))
    const channels: ('mail' | 'push')[] = []
    if ((row.mail ?? true) && row.email !== null) channels.push('mail')
    if ((row.push ?? true) && row.hasDevice) channels.push('push')
    const now = store.now()
    await addRows(
      db,
      channels.map((channel) => ({
        ...{ key: `test:${randomUUID()}`, kind: 'test', channel, userId, event: 'test', now },
        givesUpAt: new Date(now + 60_000),
      })),
    )
    return channels
  })
}

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
