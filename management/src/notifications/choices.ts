import { randomUUID } from 'node:crypto'
import { writeAudit } from '../auditLog/auditLog.ts'
import type { Editor } from '../change/changing.ts'
import { addRows } from '../outbox/outboxRows.ts'
import { refusing } from '../queries.ts'
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
