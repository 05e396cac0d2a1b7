import type { Migration } from './migration.ts'

/** Samples that a person imported from a file: history, by which no machine was ever heard. Those of before are none. */
export const imported: Migration = {
  version: 2,
  name: 'imported samples',
  statements: [
    'ALTER TABLE sample ADD COLUMN IF NOT EXISTS imported Bool CODEC(ZSTD(1))',
    `ALTER TABLE schema_version MODIFY COMMENT '1002'`,
  ],
}
