import { createHash } from 'node:crypto'
import { browserOf } from '@packboard/model'
import { sql } from 'kysely'
import { addressBlock } from '../addressBlock.ts'
import { atEntrance, type Db, type Management } from '../store.ts'

/** A browser and a network count as known for so long after their last sign-in. */
export const knownBrowserMs = 90 * 24 * 3_600_000

type Place = { readonly userId: number; readonly browser: string; readonly address: string }

/**
 * Notes from where an account signed in. True where it signed in before, but not with this browser and from this network within the last
 * 90 days; the first sign-in of an account is nothing that its owner has to be informed of.
 */
export async function noteBrowser(
  db: Db,
  { userId, browser, address }: Place,
  now: number,
): Promise<boolean> {
  const named = browserOf(browser)
  const place = createHash('sha256')
    .update(JSON.stringify([named.browser, named.system, addressBlock(address)]))
    .digest()
  const known = await db
    .selectFrom('known_browser')
    .select(['place', 'last_at'])
    .where('user_id', '=', userId)
    .execute()
  const last_at = new Date(now)
  await db
    .insertInto('known_browser')
    .values({ user_id: userId, place, last_at })
    .onConflict((same) => same.columns(['user_id', 'place']).doUpdateSet({ last_at }))
    .execute()
  const isKnown = known.some(
    (row) => row.place.equals(place) && now - row.last_at.getTime() < knownBrowserMs,
  )
  return known.length > 0 && !isKnown
}

/** Deletes what is no longer known, but of each account its newest: a person who comes back after a year is informed. */
export async function forgetOldBrowsers(management: Management): Promise<void> {
  const store = atEntrance(management)
  await store.write((db) =>
    db
      .deleteFrom('known_browser as b')
      .where('b.last_at', '<', new Date(store.now() - knownBrowserMs))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('known_browser as newer')
            .select(sql`1`.as('one'))
            .whereRef('newer.user_id', '=', 'b.user_id')
            .whereRef('newer.last_at', '>', 'b.last_at'),
        ),
      )
      .execute(),
  )
}
