import type { Migration } from './migration.ts'

/**
 * `recipe_ppm`: the target speeds of recipes that give a warning another window than the machine's own (D60). `alive`:
 * an empty sample that Packboard wrote while the session of a machine lived (D58). `sequence` of an alarm belongs to its
 * identity (D61). Packs that are counted after a gap have a place of their own (D63): rows whose records are still there
 * are made anew (D8), which the position says; older ones stay as they are.
 */
export const settledFigures: Migration = {
  version: 6,
  name: 'settled figures',
  statements: [
    'ALTER TABLE machine_rule ADD COLUMN IF NOT EXISTS recipe_ppm Map(String, Float64)',
    'ALTER TABLE sample ADD COLUMN IF NOT EXISTS alive Bool CODEC(ZSTD(1))',
    'ALTER TABLE alarm ADD COLUMN IF NOT EXISTS sequence UInt32 CODEC(ZSTD(1))',
    'ALTER TABLE ingest_count ADD COLUMN IF NOT EXISTS alive UInt64',
    'TRUNCATE TABLE IF EXISTS ledger_position',
  ],
}
