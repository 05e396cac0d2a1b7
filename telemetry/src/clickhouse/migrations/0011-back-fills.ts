import type { Migration } from './migration.ts'

/**
 * `back_fill`: those of the late records that were sent afterwards, as a sender does that had kept them (decision 43). `resets`: how often a
 * pack counter began anew (D14). Of older counts both are unknown, and read 0.
 */
export const backFills: Migration = {
  version: 11,
  name: 'back-fills',
  statements: [
    `ALTER TABLE ingest_count
      ADD COLUMN IF NOT EXISTS back_fill UInt64,
      ADD COLUMN IF NOT EXISTS resets UInt64`,
    "ALTER TABLE schema_version MODIFY COMMENT '11'",
  ],
}
