import { AppError, type KioskKind, type PanelScope, refusedField } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import { countOf } from '../queries.ts'
import { reaches } from '../scope.ts'
import type { Management } from '../store.ts'
import { hashOfKioskToken, newKioskToken } from './findKiosk.ts'
import {
  demandFits,
  endPassesOfLink,
  hashOfPin,
  type KioskLinkForm,
  setLinkMachines,
  setLinkNames,
} from './kioskLinks.ts'

export type NewKioskLink = KioskLinkForm & {
  readonly clientId: number
  readonly kind: KioskKind
  /** When the link expires; null: valid until it is revoked. */
  readonly expiresAt: Date | null
}

/** D55: links of one client that are not revoked. */
export const kioskLinksPerClient = 50

/**
 * Makes a link to the wall of one client in scope, or to the page of its operators, and returns its token, for the only time: the store keeps only its
 * SHA-256.
 */
export async function addKioskLink(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  form: NewKioskLink,
): Promise<{ id: number; token: string }> {
  const { clientId, kind, label, machines, names, expiresAt } = form
  const { colourScheme = 'dark', density = 'comfortable' } = form
  demandFits(kind, form)
  const pinHash = (await hashOfPin(form.pin)) ?? null
  return changing(management, editor, async ({ db, at, audit }) => {
    // Locked until the link is inserted, so that two simultaneous calls are counted one after the other.
    const client = await clientToChange(db, clientId)
    const owner = { client_id: client.id, distributor_id: client.distributor_id }
    if (!reaches(scope, owner)) throw new AppError('client.notFound')
    if (expiresAt !== null && expiresAt <= at) {
      throw refusedField('expiresAt', 'The link would have ended already.')
    }
    const count = await countOf(
      db.selectFrom('kiosk_link').where('client_id', '=', clientId).where('revoked_at', 'is', null),
    )
    if (count >= kioskLinksPerClient) throw new AppError('kioskLink.tooMany')

    const token = newKioskToken()
    const hash = hashOfKioskToken(token)
    if (!hash) throw new Error('A new token has another shape than tokens have.')
    const { id } = await db
      .insertInto('kiosk_link')
      .values({
        token_hash: hash,
        client_id: clientId,
        label,
        created_by: editor.userId,
        created_at: at,
        expires_at: expiresAt,
        kind,
        all_machines: machines.length === 0,
        pin_hash: pinHash,
        colour_scheme: colourScheme,
        density,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setLinkMachines(db, { linkId: id, clientId }, machines)
    await setLinkNames(db, id, names, at)
    await audit('create', 'kioskLink', {
      id,
      clientId,
      after: {
        ...{ label, kind, machines, names: names.length },
        ...{ pin: pinHash !== null, expiresAt, colourScheme, density },
      },
    })
    return { id, token }
  })
}

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
    await audit('update', 'kioskLink', {
      id,
      clientId: link.client_id,
      before: { label: link.label },
      after: {
        ...{ label, machines, names: names.length, pinChanged: pinHash !== undefined },
        ...{ colourScheme, density },
      },
    })
  })
}

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
    await audit('revoke', 'kioskLink', {
      id,
      clientId: link.client_id,
      before: { label: link.label },
    })
  })
}
