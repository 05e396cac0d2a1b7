import { alertLimits } from '@packboard/model'
import { sql } from 'kysely'
import { inside, type Management } from '../store.ts'

const dayMs = 86_400_000

/** Deletes alerts that opened longer ago than they are kept, mutes that ended then, and removed rules that no alert names any more. */
export async function forgetOldAlerts(management: Management): Promise<void> {
  const store = inside(management)
  const before = new Date(store.now() - alertLimits.historyDays * dayMs)
  await store.write((db) =>
    db
      .deleteFrom('alert')
      .where('opened_at', '<', before)
      .where('cleared_at', 'is not', null)
      .execute(),
  )
  await store.write((db) => db.deleteFrom('alert_mute').where('until', '<', before).execute())
  await store.write((db) =>
    sql`
      delete from alert_rule r
      where removed_at < ${before}
        and not exists (select 1 from alert a where a.rule_id = r.id)
        and not exists (select 1 from alert_mute m where m.rule_id = r.id)`.execute(db),
  )
}
