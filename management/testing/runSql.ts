import { CompiledQuery } from 'kysely'
import { inside, type Management } from '../src/store.ts'

/** Runs one statement that bypasses the functions of this room, as a faulty later version might. For tests only. */
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
