import { durable } from './durable.ts'
import type { Migration } from './migration.ts'

/**
 * `state_times`: how long the machine was in each state by its own counters. `gap_repair`: what that says of the gaps of a machine, derived
 * from the records as the minutes are, and replaced by version (decision 48). A gap is known by its end; one that is no longer repaired
 * has `repaired` 0.
 */
export const gapRepair: Migration = {
  version: 12,
  name: 'gap repair',
  statements: [
    'ALTER TABLE sample ADD COLUMN IF NOT EXISTS state_times Nullable(String) CODEC(ZSTD(3))',
    `CREATE TABLE IF NOT EXISTS gap_repair (
      client_id UInt32,
      machine_id UInt32,
      until DateTime64(3, 'UTC'),
      version UInt64,
      repaired UInt8,
      begins DateTime64(3, 'UTC'),
      product String,
      tool String,
      times String,
      packs Nullable(Decimal(38, 9)),
      rejects Nullable(Decimal(38, 9))
    )
    ENGINE = ReplacingMergeTree(version)
    PARTITION BY toYYYYMM(until)
    ORDER BY (client_id, machine_id, until)
    ${durable}`,
    "ALTER TABLE schema_version MODIFY COMMENT '12'",
  ],
}
