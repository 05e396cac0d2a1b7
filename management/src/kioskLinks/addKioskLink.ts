import { AppError, type KioskKind, type PanelScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/clientToChange.ts'
import { reaches } from '../scope.ts'
import type { Management } from '../store.ts'
import { hashOfKioskToken, newKioskToken } from './kioskToken.ts'
import {
  demandFits,
  hashOfPin,
  type KioskLinkForm,
  setLinkMachines,
  setLinkNames,
} from './linkDetails.ts'

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
      const message = 'The link would have ended already.'
      throw new AppError('request.invalid', { message, fields: [{ field: 'expiresAt', message }] })
    }
    const { count } = await db
      .selectFrom('kiosk_link')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('client_id', '=', clientId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(count) >= kioskLinksPerClient) throw new AppError('kioskLink.tooMany')

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
    await audit({
      action: 'create',
      entity: 'kioskLink',
      entityId: id,
      clientId,
      after: {
        ...{ label, kind, machines, names: names.length },
        ...{ pin: pinHash !== null, expiresAt, colourScheme, density },
      },
    })
    return { id, token }
  })
}
