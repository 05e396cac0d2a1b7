import { durable } from './durable.ts'
import type { Migration } from './migration.ts'

/**
 * The newest change of the management store that was seen, by which an older copy of that store is noticed (D68). From here
 * on the last statement of each step writes its version into a comment, which is in no part: without the rows of
 * `schema_version`, steps that begin a table anew would run again, and minutes that are kept longer than their records
 * would be lost.
 */
export const managementChange: Migration = {
  version: 8,
  name: 'management change',
  statements: [
    `CREATE TABLE IF NOT EXISTS management_change (
      only_row UInt8,
      newest UInt64
    )
    ENGINE = ReplacingMergeTree(newest)
    ORDER BY only_row
    ${durable}`,
    "ALTER TABLE schema_version MODIFY COMMENT '8'",
  ],
}
