import type { Migration } from '../src/clickhouse/migrations/migration.ts'

/**
 * Two steps by which the tests try how steps are taken, whatever the schema of today is. The second one changes rows of the first and
 * makes a table of them anew, as steps of a schema do.
 */
export const tinySteps: readonly Migration[] = [
  {
    version: 1,
    name: 'readings',
    statements: [
      'CREATE TABLE IF NOT EXISTS reading (id UInt32, value UInt32) ENGINE = MergeTree ORDER BY id',
      `ALTER TABLE schema_version MODIFY COMMENT '1001'`,
    ],
  },
  {
    version: 2,
    name: 'doubled readings',
    statements: [
      'ALTER TABLE reading ADD COLUMN IF NOT EXISTS doubled UInt32 DEFAULT value * 2',
      'DROP TABLE IF EXISTS reading_sum SYNC',
      'CREATE TABLE reading_sum (total UInt64) ENGINE = MergeTree ORDER BY total',
      'INSERT INTO reading_sum SELECT sum(doubled) FROM reading',
      `ALTER TABLE schema_version MODIFY COMMENT '1002'`,
    ],
  },
]
