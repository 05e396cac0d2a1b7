import type { Migration } from './migration.ts'

/**
 * Parts that were joined are removed each half a minute, by the engine's own setting: at 25 inserts a second 900 of them at once, and no insert
 * was acknowledged for half a second. Now the engine removes them when there are some 150 to 300, as often as that takes; where little is
 * written it still waits half a minute and longer.
 */
const sooner = 'MODIFY SETTING cleanup_delay_period = 2, cleanup_delay_period_random_add = 0'

export const partsRemovedSooner: Migration = {
  version: 15,
  name: 'parts removed sooner',
  statements: [
    `ALTER TABLE sample ${sooner}`,
    `ALTER TABLE minute_ledger ${sooner}`,
    "ALTER TABLE schema_version MODIFY COMMENT '15'",
  ],
}
