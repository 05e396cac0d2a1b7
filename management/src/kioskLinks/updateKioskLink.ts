import { AppError, type PanelScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { reaches } from '../scope.ts'
import type { Management } from '../store.ts'
import {
  demandFits,
  endPassesOfLink,
  hashOfPin,
  type KioskLinkForm,
  setLinkMachines,
  setLinkNames,
} from './linkDetails.ts'

/**
 * Changes a link that is not revoked; its address stays. A name that is missing can set nothing from now on, and a new PIN is
 * wanted on every tablet. 409 when the link was changed since it was read.
 */
export async function updateKioskLink(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
  form: KioskLinkForm & { readonly version?: number | undefined },
): Promise<void> {
  const pinHash = await hashOfPin(form.pin)
  return changing(management, editor, async ({ db, at, audit }) => {
    const link = await db
      .selectFrom('kiosk_link as k')
      .innerJoin('client as c', 'c.id', 'k.client_id')
      .select(['k.client_id', 'k.label', 'k.kind', 'k.version', 'k.pin_hash', 'c.distributor_id'])
      .where('k.id', '=', id)
      .where('k.revoked_at', 'is', null)
      .where('c.deleted_at', 'is', null)
      .forUpdate('k')
      .executeTakeFirst()
    if (!link || !reaches(scope, link)) throw new AppError('kioskLink.notFound')
    if (form.version !== undefined && form.version !== link.version) {
      throw new AppError('edit.conflict')
    }
    demandFits(link.kind, form)
    const { label, machines, names, colourScheme, density } = form
    await db
      .updateTable('kiosk_link')
      .set({
        label,
        all_machines: machines.length === 0,
        version: link.version + 1,
        ...(pinHash !== undefined && { pin_hash: pinHash, short_pin: false, wrong_pins: 0 }),
        ...(colourScheme !== undefined && { colour_scheme: colourScheme }),
        ...(density !== undefined && { density }),
      })
      .where('id', '=', id)
      .execute()
    await setLinkMachines(db, { linkId: id, clientId: link.client_id }, machines)
    await setLinkNames(db, id, names, at)
    if (pinHash !== undefined) {
      await endPassesOfLink(db, { linkId: id, hadPin: link.pin_hash !== null }, at)
    }
    await audit({
      action: 'update',
      entity: 'kioskLink',
      entityId: id,
      clientId: link.client_id,
      before: { label: link.label },
      after: {
        ...{ label, machines, names: names.length, pinChanged: pinHash !== undefined },
        ...{ colourScheme, density },
      },
    })
  })
}
