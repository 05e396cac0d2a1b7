import { durable } from './durable.ts'
import type { Migration } from './migration.ts'

/**
 * The minutes added up by hour of UTC and context, one row for each, so that a question about months reads a sixtieth. It holds what is
 * additive, and no user: no sum is divided by one. Rows are replaced by version as the minutes are. Hours that are not there
 * are read from the minutes and made from them in the background.
 */
export const hourLedger: Migration = {
  version: 9,
  name: 'hour ledger',
  statements: [
    `CREATE TABLE IF NOT EXISTS hour_ledger (
      client_id UInt32 CODEC(ZSTD(1)),
      machine_id UInt32 CODEC(ZSTD(1)),
      hour DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
      state Int32 CODEC(ZSTD(1)),
      category LowCardinality(String) CODEC(ZSTD(1)),
      product LowCardinality(String) CODEC(ZSTD(1)),
      tool LowCardinality(String) CODEC(ZSTD(1)),
      cause_group LowCardinality(String) CODEC(ZSTD(1)),
      cause LowCardinality(String) CODEC(ZSTD(1)),
      version UInt64 CODEC(Delta, ZSTD(1)),
      cleared UInt8 CODEC(ZSTD(1)),
      ms UInt32 CODEC(ZSTD(1)),
      packs Decimal(38, 9) CODEC(ZSTD(1)),
      rejects Nullable(Decimal(38, 9)) CODEC(ZSTD(1)),
      speed_ms UInt32 CODEC(ZSTD(1)),
      speed_sum Decimal(38, 6) CODEC(ZSTD(1)),
      speed_min Nullable(Float64) CODEC(ZSTD(1)),
      speed_max Nullable(Float64) CODEC(ZSTD(1)),
      samples UInt32 CODEC(ZSTD(1)),
      flagged UInt32 CODEC(ZSTD(1)),
      stops UInt32 CODEC(ZSTD(1))
    )
    ENGINE = ReplacingMergeTree(version, cleared)
    PARTITION BY toYYYYMM(hour)
    ORDER BY (client_id, machine_id, hour, state, category, product, tool, cause_group, cause)
    ${durable},
    index_granularity = 256`,
    "ALTER TABLE schema_version MODIFY COMMENT '9'",
  ],
}
