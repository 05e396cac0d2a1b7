import type { Migration } from './migration.ts'

/**
 * The engine counts each part as 5 MB at least, whatever base it has (step 4). Parts of one record and a part of 300,000 look alike then, and
 * the large one was written again with each twenty small ones, for as long as it had less than some megabytes. By level ten parts that were
 * joined equally often become one, so a row is written again once for each tenfold of the parts. What that leaves of a month when it is over
 * is joined in the background (`pastMonths/`).
 */
const byLevel = "MODIFY SETTING merge_selector_algorithm = 'Trivial'"

export const mergesByLevel: Migration = {
  version: 14,
  name: 'merges by level',
  statements: [
    `ALTER TABLE sample ${byLevel}`,
    `ALTER TABLE alarm ${byLevel}`,
    `ALTER TABLE audit ${byLevel}`,
    `ALTER TABLE minute_ledger ${byLevel}`,
    "ALTER TABLE schema_version MODIFY COMMENT '14'",
  ],
}
