import { durable } from './durable.ts'
import type { Migration } from './migration.ts'

/**
 * Which list of erased names (D54) nothing that is stored of a client holds any more, by a digest of the list. A start searches the records
 * of a client again only where the list is another one. A store that was restored has the digests of its own time.
 */
export const erasedLists: Migration = {
  version: 16,
  name: 'erased lists',
  statements: [
    `CREATE TABLE IF NOT EXISTS erased_list (
      client_id UInt32,
      digest String
    )
    ENGINE = ReplacingMergeTree
    ORDER BY client_id
    ${durable}`,
    "ALTER TABLE schema_version MODIFY COMMENT '16'",
  ],
}
