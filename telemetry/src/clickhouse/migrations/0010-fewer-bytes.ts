import type { Migration } from './migration.ts'

/** Words and sums of a minute repeat within many rows: this level finds them, and a merge takes no longer than it did with 1. */
const minuteCodec = 'CODEC(ZSTD(6))'

const plainColumns = [
  ...[
    'state',
    'category',
    'product',
    'tool',
    'user',
    'cause_group',
    'cause',
    'ms',
    'packs',
    'rejects',
  ],
  ...['speed_ms', 'speed_min', 'speed_max', 'samples', 'flagged', 'stops'],
].map((name) => `\`pieces.${name}\``)
const otherColumns = ['`spans.from_ms`', '`spans.to_ms`', '`spans.state`', 'carry', 'open_label']

/**
 * The same rows in fewer bytes (decision 32). The carry of a minute is numbers beside a text that rarely changes (`packedCarry.ts`);
 * `carry_form` 0 is a row of an older Packboard, whose text says all. `speedless_ms` takes the place of `speed_ms`, which was mostly the
 * same as `ms`. Nothing here rewrites a row: that is done in the background (`olderRows.ts`).
 */
export const fewerBytes: Migration = {
  version: 10,
  name: 'fewer bytes',
  statements: [
    `ALTER TABLE sample
      MODIFY COLUMN at CODEC(Delta, ZSTD(1)),
      MODIFY COLUMN source_at CODEC(Delta, ZSTD(1)),
      MODIFY COLUMN speed_ppm CODEC(ZSTD(3)),
      MODIFY COLUMN pack_counter CODEC(Delta, ZSTD(3)),
      MODIFY COLUMN batch_counter CODEC(Delta, ZSTD(3))`,
    `ALTER TABLE minute_ledger
      ADD COLUMN IF NOT EXISTS \`pieces.speedless_ms\` Array(UInt32)
        DEFAULT arrayMap((ms, speed_ms) -> ms - speed_ms, pieces.ms, pieces.speed_ms) ${minuteCodec},
      ADD COLUMN IF NOT EXISTS carry_form UInt8 CODEC(ZSTD(1)),
      ADD COLUMN IF NOT EXISTS carry_user String ${minuteCodec},
      ADD COLUMN IF NOT EXISTS carry_back UInt32 ${minuteCodec},
      ADD COLUMN IF NOT EXISTS carry_speed Int64 CODEC(GCD, ZSTD(6)),
      ADD COLUMN IF NOT EXISTS carry_packs Int64 CODEC(Delta, ZSTD(6)),
      ADD COLUMN IF NOT EXISTS carry_rejects Int64 CODEC(Delta, ZSTD(6))`,
    `ALTER TABLE minute_ledger
      ${[...plainColumns, ...otherColumns].map((name) => `MODIFY COLUMN ${name} ${minuteCodec}`).join(', ')},
      MODIFY COLUMN \`pieces.speed_sum\` CODEC(GCD, ZSTD(6))`,
    "ALTER TABLE schema_version MODIFY COMMENT '10'",
  ],
}
