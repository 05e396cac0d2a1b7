import { durable } from './durable.ts'
import type { Migration } from './migration.ts'

/**
 * What machines did, minute by minute: derived from the raw store by the ledger's fold, written whole, replaced by
 * version (D8). A row also holds the carry: what the fold must know at the end of its minute to go on from there.
 * Sums are exact in any order: ms are whole, packs billionths, speed_sum (Σ ppm · ms) millionths.
 */
export const minuteLedger: Migration = {
  version: 2,
  name: 'minute ledger',
  statements: [
    `CREATE TABLE IF NOT EXISTS minute_ledger (
      client_id UInt32 CODEC(ZSTD(1)),
      machine_id UInt32 CODEC(ZSTD(1)),
      minute DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
      version UInt64 CODEC(Delta, ZSTD(1)),
      cleared UInt8 CODEC(ZSTD(1)),
      pieces Nested(
        state Int32,
        category String,
        product String,
        tool String,
        user String,
        cause_group String,
        cause String,
        ms UInt32,
        packs Decimal(38, 9),
        rejects Nullable(Decimal(38, 9)),
        speed_ms UInt32,
        speed_sum Decimal(38, 6),
        speed_min Nullable(Float64),
        speed_max Nullable(Float64),
        samples UInt32,
        flagged UInt32
      ) CODEC(ZSTD(1)),
      spans Nested(
        from_ms UInt16,
        to_ms UInt16,
        state Int32
      ) CODEC(ZSTD(1)),
      carry String CODEC(ZSTD(1)),
      open_label String CODEC(ZSTD(1))
    )
    ENGINE = ReplacingMergeTree(version, cleared)
    PARTITION BY toYYYYMM(minute)
    ORDER BY (client_id, machine_id, minute)
    ${durable},
    index_granularity = 1024`,
  ],
}
