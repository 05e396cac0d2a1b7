import type { Migration } from './migration.ts'

/**
 * `upto`: the newest batch that the counts of received records contain. Those of newer batches were in memory when Packboard
 * was killed, and are made from the stored records at the next start (D10).
 */
export const countsAfterAKill: Migration = {
  version: 7,
  name: 'counts after a kill',
  statements: [
    'ALTER TABLE ingest_count ADD COLUMN IF NOT EXISTS upto SimpleAggregateFunction(max, UInt64)',
  ],
}
