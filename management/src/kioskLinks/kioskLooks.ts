import { AppError, type ColourScheme, type Density } from '@packboard/model'
import { inside, type Management } from '../store.ts'
import type { Kiosk } from './findKiosk.ts'

/** How the wall of a link is to look. */
export async function kioskLooks(
  management: Management,
  { kioskId, clientId }: Kiosk,
): Promise<{ readonly colourScheme: ColourScheme; readonly density: Density }> {
  const link = await inside(management).read((db) =>
    db
      .selectFrom('kiosk_link')
      .select(['colour_scheme', 'density'])
      .where('id', '=', kioskId)
      .where('client_id', '=', clientId)
      .executeTakeFirst(),
  )
  if (!link) throw new AppError('request.notAllowed')
  return { colourScheme: link.colour_scheme, density: link.density }
}
