import { durable } from './durable.ts'
import type { Migration } from './migration.ts'

/** The id of the installation, which the management store holds, too (D68); the latest row counts. */
export const installation: Migration = {
  version: 5,
  name: 'installation',
  statements: [
    `CREATE TABLE IF NOT EXISTS installation (
      id String,
      named_at DateTime64(3, 'UTC')
    )
    ENGINE = MergeTree
    ORDER BY named_at
    ${durable}`,
  ],
}
