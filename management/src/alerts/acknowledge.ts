import { AppError } from '@packboard/model'
import { addAlertNews } from '../outbox/hookNews.ts'
import { inside, type Management } from '../store.ts'

/**
 * Acknowledges an alert of a client: from then on no further step of it is sent. Who was first stays; a second acknowledgement changes nothing.
 * 404 where the client has no such alert.
 */
export function acknowledgeAlert(
  management: Management,
  clientId: number,
  alertId: string,
  by: { readonly userId: number | null; readonly name: string },
): Promise<void> {
  const store = inside(management)
  return store.transaction(async (db) => {
    const alert = await db
      .selectFrom('alert')
      .select('acknowledged_at')
      .where('id', '=', alertId)
      .where('client_id', '=', clientId)
      .forUpdate()
      .executeTakeFirst()
    if (alert === undefined) throw new AppError('alert.notFound')
    if (alert.acknowledged_at !== null) return
    await db
      .updateTable('alert')
      .set({
        acknowledged_at: new Date(store.now()),
        acknowledged_by: by.userId,
        // The name of an account is that of the account.
        acknowledged_name: by.userId === null ? by.name : null,
      })
      .where('id', '=', alertId)
      .execute()
    await addAlertNews(db, 'alert.acknowledged', alertId, store.now())
  })
}
