import type { ColourScheme, Density } from '@packboard/model'
import { inside, type Management } from '../store.ts'

export type Looks = {
  /** null: never chosen. */
  readonly colourScheme: ColourScheme | null
  readonly density: Density | null
}

/** How a person wants the screens to look. */
export async function looksOf(management: Management, userId: number): Promise<Looks> {
  const row = await inside(management).read((db) =>
    db
      .selectFrom('person_preference')
      .select(['colour_scheme', 'density'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  )
  return { colourScheme: row?.colour_scheme ?? null, density: row?.density ?? null }
}

/**
 * Sets how the screens look for a person; what is undefined stays. Nobody else sees it and no right depends on it, so it is not in the
 * audit log.
 */
export async function setLooks(
  management: Management,
  userId: number,
  { colourScheme, density }: { [Key in keyof Looks]?: Looks[Key] | undefined },
): Promise<void> {
  const values = { colour_scheme: colourScheme, density }
  if (colourScheme === undefined && density === undefined) return
  await inside(management).write((db) =>
    db
      .insertInto('person_preference')
      .values({ user_id: userId, ...values })
      .onConflict((same) => same.column('user_id').doUpdateSet(values))
      .execute(),
  )
}
