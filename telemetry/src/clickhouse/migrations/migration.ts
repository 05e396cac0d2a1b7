/**
 * One step of the store's schema. Its statements run in order and each may run twice without harm, so that a step that
 * was cut off anywhere is simply run again; the last one writes its number (`countedFrom`)
 * into the comment of `schema_version`. In a store of a cell the tables of `takeNumbers` have a
 * constraint: a step that fills one of them anew fills a table without it.
 */
export type Migration = {
  readonly version: number
  readonly name: string
  readonly statements: readonly string[]
}

/**
 * Steps are counted from here in the comment of `schema_version`, which is in no part: without its rows, a step that begins a table anew
 * would run again. Commits of before the baseline counted from 0 up to 16, or wrote no comment: by that their stores are known, and they refuse
 * one of ours.
 */
export const countedFromText = '1000'
export const countedFrom = Number(countedFromText)

/**
 * The settings of every table of Packboard (M6): acknowledged means on disk, after a power loss too. With fewer of the
 * four fsync settings the store loses acknowledged records or does not open; a test refuses a table without them.
 * The broken-parts limits are the second net; the window is how many tokens the engine knows again (`insertDurably`).
 */
export const durable = `SETTINGS
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  min_compressed_bytes_to_fsync_after_merge = 1,
  max_suspicious_broken_parts = 1000000,
  max_suspicious_broken_parts_bytes = 1000000000000,
  non_replicated_deduplication_window = 1000`
