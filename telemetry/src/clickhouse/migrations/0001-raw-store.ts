import { durable } from './durable.ts'
import type { Migration } from './migration.ts'

/**
 * What machines sent, as it arrived and never edited (D6). `batch` is the number of the commit that brought a row; a row
 * of the same identity with a higher number supersedes the older one (D7), and both are kept.
 * `at` is when a sample counts: its source time, or the time of receipt where the clock was ahead (D9, `flagged`).
 */
export const rawStore: Migration = {
  version: 1,
  name: 'raw store',
  statements: [
    `CREATE TABLE IF NOT EXISTS sample (
      client_id UInt32 CODEC(ZSTD(1)),
      machine_id UInt32 CODEC(ZSTD(1)),
      at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
      source_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
      sequence UInt32 CODEC(Delta, ZSTD(1)),
      received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
      batch UInt64 CODEC(Delta, ZSTD(1)),
      flagged Bool CODEC(ZSTD(1)),
      death Bool CODEC(ZSTD(1)),
      state Nullable(Int32) CODEC(ZSTD(1)),
      product LowCardinality(Nullable(String)) CODEC(ZSTD(1)),
      tool LowCardinality(Nullable(String)) CODEC(ZSTD(1)),
      user LowCardinality(Nullable(String)) CODEC(ZSTD(1)),
      speed_ppm Nullable(Float64) CODEC(ZSTD(1)),
      pack_counter Nullable(Float64) CODEC(Delta, ZSTD(1)),
      batch_counter Nullable(Float64) CODEC(Delta, ZSTD(1)),
      reject_counter Nullable(Float64) CODEC(Delta, ZSTD(1)),
      set_speed_ppm Nullable(Float64) CODEC(ZSTD(1)),
      unit_mode LowCardinality(Nullable(String)) CODEC(ZSTD(1)),
      INDEX by_batch batch TYPE minmax GRANULARITY 1,
      INDEX by_flag flagged TYPE set(2) GRANULARITY 1
    )
    ENGINE = MergeTree
    PARTITION BY toYYYYMM(at)
    ORDER BY (client_id, machine_id, at, source_at, sequence)
    ${durable}`,

    `CREATE TABLE IF NOT EXISTS alarm (
      client_id UInt32 CODEC(ZSTD(1)),
      machine_id UInt32 CODEC(ZSTD(1)),
      raised_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
      cleared_at Nullable(DateTime64(3, 'UTC')) CODEC(Delta, ZSTD(1)),
      alarm_group LowCardinality(String) CODEC(ZSTD(1)),
      description LowCardinality(String) CODEC(ZSTD(1)),
      code LowCardinality(Nullable(String)) CODEC(ZSTD(1)),
      received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
      batch UInt64 CODEC(Delta, ZSTD(1)),
      INDEX by_batch batch TYPE minmax GRANULARITY 1
    )
    ENGINE = MergeTree
    PARTITION BY toYYYYMM(raised_at)
    ORDER BY (client_id, machine_id, raised_at, alarm_group, description)
    ${durable}`,

    `CREATE TABLE IF NOT EXISTS audit (
      client_id UInt32 CODEC(ZSTD(1)),
      machine_id UInt32 CODEC(ZSTD(1)),
      at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
      user_group LowCardinality(String) CODEC(ZSTD(1)),
      description LowCardinality(String) CODEC(ZSTD(1)),
      value_before String CODEC(ZSTD(1)),
      value_after String CODEC(ZSTD(1)),
      received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
      batch UInt64 CODEC(Delta, ZSTD(1)),
      INDEX by_batch batch TYPE minmax GRANULARITY 1
    )
    ENGINE = MergeTree
    PARTITION BY toYYYYMM(at)
    ORDER BY (client_id, machine_id, at)
    ${durable}`,

    `CREATE TABLE IF NOT EXISTS quarantine (
      client_id Nullable(UInt32) CODEC(ZSTD(1)),
      machine_id Nullable(UInt32) CODEC(ZSTD(1)),
      serial_no String CODEC(ZSTD(1)),
      reason LowCardinality(String) CODEC(ZSTD(1)),
      detail String CODEC(ZSTD(1)),
      received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
      source LowCardinality(String) CODEC(ZSTD(1)),
      raw String CODEC(ZSTD(3)),
      batch UInt64 CODEC(Delta, ZSTD(1))
    )
    ENGINE = MergeTree
    PARTITION BY toYYYYMM(received_at)
    ORDER BY received_at
    ${durable}`,

    `CREATE TABLE IF NOT EXISTS machine_rule (
      client_id UInt32,
      machine_id UInt32,
      version UInt64,
      set_at DateTime64(3, 'UTC'),
      hold_ms UInt32,
      target_ppm Nullable(Float64),
      design_ppm Nullable(Float64),
      categories Map(Int32, LowCardinality(String))
    )
    ENGINE = MergeTree
    ORDER BY (client_id, machine_id, version)
    ${durable}`,

    `CREATE TABLE IF NOT EXISTS ingest_count (
      client_id UInt32,
      machine_id UInt32,
      hour DateTime('UTC'),
      accepted UInt64,
      duplicate UInt64,
      late UInt64,
      quarantined UInt64,
      conflicting UInt64
    )
    ENGINE = SummingMergeTree
    PARTITION BY toYYYYMM(hour)
    ORDER BY (client_id, machine_id, hour)
    ${durable}`,

    `CREATE TABLE IF NOT EXISTS ledger_position (
      name LowCardinality(String),
      batch UInt64
    )
    ENGINE = ReplacingMergeTree(batch)
    ORDER BY name
    ${durable}`,
  ],
}
