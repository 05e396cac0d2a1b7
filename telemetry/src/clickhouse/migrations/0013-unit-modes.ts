import { durable } from './durable.ts'
import type { Migration } from './migration.ts'

/**
 * Times in a unit mode other than production (D72, decision 60): `modes` of a minute, nearly always empty, and of the hours that have
 * any in a table of their own, joined. Both are texts as `modesText.ts` writes them. Minutes of records from before are computed
 * anew in the background.
 */
export const unitModes: Migration = {
  version: 13,
  name: 'unit modes',
  statements: [
    'ALTER TABLE minute_ledger ADD COLUMN IF NOT EXISTS modes String CODEC(ZSTD(6))',
    `CREATE TABLE IF NOT EXISTS mode_hour (
      client_id UInt32 CODEC(ZSTD(1)),
      machine_id UInt32 CODEC(ZSTD(1)),
      hour DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
      version UInt64 CODEC(Delta, ZSTD(1)),
      cleared UInt8 CODEC(ZSTD(1)),
      modes String CODEC(ZSTD(1))
    )
    ENGINE = ReplacingMergeTree(version, cleared)
    PARTITION BY toYYYYMM(hour)
    ORDER BY (client_id, machine_id, hour)
    ${durable},
    index_granularity = 256`,
    "ALTER TABLE schema_version MODIFY COMMENT '13'",
  ],
}
