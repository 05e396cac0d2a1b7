import { durable } from './durable.ts'
import type { Migration } from './migration.ts'

/**
 * The minute ledger once more, with the stops that were first observed in each piece (D18). The rows are derived (D8):
 * they are made anew from raw, which the position says. Its words are plain texts: `LowCardinality` made writing and
 * merging the rows so slow that an import took half as long again.
 */
export const stopsInTheLedger: Migration = {
  version: 3,
  name: 'stops in the ledger',
  statements: [
    'TRUNCATE TABLE IF EXISTS ledger_position',
    'DROP TABLE IF EXISTS minute_ledger SYNC',
    `CREATE TABLE minute_ledger (
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
        flagged UInt32,
        stops UInt32
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
