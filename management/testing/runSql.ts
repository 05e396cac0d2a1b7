import { CompiledQuery } from 'kysely'
import { inside, type Management } from '../src/store.ts'

/** Runs one statement past the functions of this room, as a slip in a later one might. For tests alone. */
export async function runSql<Row>(
  management: Management,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await inside(management).db.executeQuery<Row>(
    CompiledQuery.raw(text, [...values]),
  )
  return rows
}
