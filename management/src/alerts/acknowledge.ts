import { addAlertNews } from '../outbox/hookNews.ts'
import { refusing } from '../queries.ts'
import { inside, type Management } from '../store.ts'

/** Acknowledges an alert of a client: from then on no further step of it is sent. A second acknowledgement changes nothing. */
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
      .executeTakeFirstOrThrow(refusing('alertLink.notFound'))
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
