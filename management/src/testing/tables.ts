import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { inside, type Management } from '../store.ts'

/** The bare tables, for tests of other rooms that must bring about what no function does yet. */
export function tables(management: Management): Kysely<Schema> {
  return inside(management).db
}
