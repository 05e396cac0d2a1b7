import type { PanelScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { storeNewToken, tokenOverlapMs } from '../deviceCredentials/deviceToken.ts'
import type { Management } from '../store.ts'
import { deviceToChange } from './deviceToChange.ts'

/**
 * Gives a device a new token and returns it, for the only time. The one before stays valid for a day, or ends at once; an even earlier
 * one ends in any case.
 */
export function rotateDeviceToken(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
  { endOld }: { readonly endOld: boolean },
): Promise<{ token: string; oldUntil: Date | null }> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const device = await deviceToChange(db, scope, id)
    const until = new Date(at.getTime() + tokenOverlapMs)
    await db
      .deleteFrom('device_token')
      .where('device_id', '=', id)
      .$if(!endOld, (query) => query.where('expires_at', 'is not', null))
      .execute()
    const ending = await db
      .updateTable('device_token')
      .set({ expires_at: until })
      .where('device_id', '=', id)
      .where('expires_at', 'is', null)
      .returning('device_id')
      .execute()
    const token = await storeNewToken(db, device, at)
    const oldUntil = ending.length > 0 ? until : null
    await audit({
      action: 'rotate',
      entity: 'device',
      entityId: id,
      clientId: device.client_id,
      after: { name: device.name, oldUntil },
    })
    return { token, oldUntil }
  })
}
