import { sql } from 'kysely'
import { inside, type Management } from '../store.ts'

/** When the store took the steps of its schema, by their numbers. */
export async function managementStepTimes(
  management: Management,
): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await inside(management).read((db) =>
    sql<{ version: number; at: string }>`
      select version, applied_at as at from schema_version
    `.execute(db),
  )
  return new Map(rows.map(({ version, at }) => [version, new Date(at)]))
}
