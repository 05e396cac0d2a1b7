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

/** What a table must carry to be allowed in the store. */
export const durableSettings = durable
  .replace('SETTINGS', '')
  .split(',')
  .map((setting) => setting.trim())
