import type { ClientScope, ColourScheme, Density, OverviewGrouping } from '@packboard/model'
import { inside, type Management } from '../store.ts'

/** How a person arranged the machines of a client on the overview. */
export type Arrangement = {
  /** null: never chosen. */
  readonly grouping: OverviewGrouping | null
  /** Serial numbers in the own order. */
  readonly order: readonly string[]
  /** Serial numbers that come first in their group. */
  readonly favourites: readonly string[]
}

/** Undefined: the person never arranged anything of this client. */
export async function arrangementOf(
  management: Management,
  scope: ClientScope,
  userId: number,
): Promise<Arrangement | undefined> {
  const row = await inside(management).read((db) =>
    db
      .selectFrom('overview_arrangement')
      .select(['grouping', 'machines', 'favourites'])
      .where('client_id', '=', scope.clientId)
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  )
  return row && { grouping: row.grouping, order: row.machines, favourites: row.favourites }
}

/** Stores it for this person alone; like looks it is not in the audit log. Serial numbers that are not there do no harm. */
export async function setArrangement(
  management: Management,
  scope: ClientScope,
  userId: number,
  { grouping, order, favourites }: Arrangement,
): Promise<void> {
  const values = {
    grouping,
    machines: JSON.stringify(order),
    favourites: JSON.stringify(favourites),
  }
  await inside(management).write((db) =>
    db
      .insertInto('overview_arrangement')
      .values({ user_id: userId, client_id: scope.clientId, ...values })
      .onConflict((same) => same.columns(['user_id', 'client_id']).doUpdateSet(values))
      .execute(),
  )
}

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
