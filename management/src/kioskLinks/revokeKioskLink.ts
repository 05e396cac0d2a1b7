import { AppError, type PanelScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { reaches } from '../scope.ts'
import type { Management } from '../store.ts'

/**
 * Revokes a link permanently: every television that shows it goes dark within seconds. Revoking it again changes
 * nothing.
 */
export function revokeKioskLink(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const link = await db
      .selectFrom('kiosk_link as k')
      .innerJoin('client as c', 'c.id', 'k.client_id')
      .select(['k.client_id', 'k.label', 'k.revoked_at', 'c.distributor_id'])
      .where('k.id', '=', id)
      .where('c.deleted_at', 'is', null)
      .forUpdate('k')
      .executeTakeFirst()
    if (!link || !reaches(scope, link)) throw new AppError('kioskLink.notFound')
    if (link.revoked_at !== null) return
    await db.updateTable('kiosk_link').set({ revoked_at: at }).where('id', '=', id).execute()
    await audit({
      action: 'revoke',
      entity: 'kioskLink',
      entityId: id,
      clientId: link.client_id,
      before: { label: link.label },
    })
  })
}
