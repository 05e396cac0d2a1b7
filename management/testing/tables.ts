import type { Kysely } from 'kysely'
import type { Schema } from '../src/schema.ts'
import { inside, type Management } from '../src/store.ts'

/** The bare tables, for tests of other rooms that need a state that no function can make. */
export function tables(management: Management): Kysely<Schema> {
  return inside(management).db
}
