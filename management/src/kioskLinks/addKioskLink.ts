import { AppError, type ColourScheme, type Density, type PanelScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/clientToChange.ts'
import { reaches } from '../scope.ts'
import type { Management } from '../store.ts'
import { hashOfKioskToken, newKioskToken } from './kioskToken.ts'

export type NewKioskLink = {
  readonly clientId: number
  readonly label: string
  /** When the link expires; null: valid until it is revoked. */
  readonly expiresAt: Date | null
  /** Left out: dark. */
  readonly colourScheme?: ColourScheme
  /** Left out: comfortable. */
  readonly density?: Density
}

/** D55: links of one client that are not revoked. */
export const kioskLinksPerClient = 50

/**
 * Makes a link to the wall of one client in scope and returns its token, for the only time: the store keeps only its
 * SHA-256.
 */
export function addKioskLink(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  { clientId, label, expiresAt, colourScheme = 'dark', density = 'comfortable' }: NewKioskLink,
): Promise<{ id: number; token: string }> {
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
        colour_scheme: colourScheme,
        density,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit({
      action: 'create',
      entity: 'kioskLink',
      entityId: id,
      clientId,
      after: { label, expiresAt, colourScheme, density },
    })
    return { id, token }
  })
}
