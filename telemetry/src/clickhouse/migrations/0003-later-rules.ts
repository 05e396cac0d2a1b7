import type { Migration } from './migration.ts'

/** The settings of a machine by time (D98): what holds later than the beginning, as JSON. Those of before hold from the beginning. */
export const laterRules: Migration = {
  version: 3,
  name: 'rules of machines by time',
  statements: [
    'ALTER TABLE machine_rule ADD COLUMN IF NOT EXISTS later String CODEC(ZSTD(1))',
    `ALTER TABLE schema_version MODIFY COMMENT '1003'`,
  ],
}
