import { sql } from 'kysely'
import { inside, type Management } from '../store.ts'

/** When the store took the steps of its schema, by their numbers. */
export async function managementStepTimes(
  management: Management,
): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await inside(management).read((db) =>
    sql<{ version: number; at: string }>`
      select split_part(name, ' ', 1)::integer as version, timestamp as at from kysely_migration
    `.execute(db),
  )
  return new Map(rows.map(({ version, at }) => [version, new Date(at)]))
}
