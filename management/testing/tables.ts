import type { Kysely } from 'kysely'
import type { Schema } from '../src/schema.ts'
import { inside, type Management } from '../src/store.ts'

/** The bare tables, for tests of other rooms that must bring about what no function does yet. */
export function tables(management: Management): Kysely<Schema> {
  return inside(management).db
}
