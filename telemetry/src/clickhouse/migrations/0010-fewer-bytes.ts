import type { Migration } from './migration.ts'

/** Words and sums of a minute repeat within many rows: this level finds them, and a merge takes little longer than it did with 1. */
const minuteCodec = 'CODEC(ZSTD(6))'

/**
 * The same rows in fewer bytes (decision 32). The carry of a minute is numbers beside a text that rarely changes (`packedCarry.ts`);
 * `carry_form` 0 is a row of an older Packboard, whose text says all. `speedless_ms` takes the place of `speed_ms`, which was mostly the
 * same as `ms`. Nothing here rewrites a row: that is done in the background (`olderRows/`).
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
      MODIFY COLUMN \`pieces.state\` ${minuteCodec},
      MODIFY COLUMN \`pieces.category\` ${minuteCodec},
      MODIFY COLUMN \`pieces.product\` ${minuteCodec},
      MODIFY COLUMN \`pieces.tool\` ${minuteCodec},
      MODIFY COLUMN \`pieces.user\` ${minuteCodec},
      MODIFY COLUMN \`pieces.cause_group\` ${minuteCodec},
      MODIFY COLUMN \`pieces.cause\` ${minuteCodec},
      MODIFY COLUMN \`pieces.ms\` ${minuteCodec},
      MODIFY COLUMN \`pieces.packs\` ${minuteCodec},
      MODIFY COLUMN \`pieces.rejects\` ${minuteCodec},
      MODIFY COLUMN \`pieces.speed_ms\` ${minuteCodec},
      MODIFY COLUMN \`pieces.speed_min\` ${minuteCodec},
      MODIFY COLUMN \`pieces.speed_max\` ${minuteCodec},
      MODIFY COLUMN \`pieces.samples\` ${minuteCodec},
      MODIFY COLUMN \`pieces.flagged\` ${minuteCodec},
      MODIFY COLUMN \`pieces.stops\` ${minuteCodec},
      MODIFY COLUMN \`pieces.speed_sum\` CODEC(GCD, ZSTD(6)),
      MODIFY COLUMN \`spans.from_ms\` ${minuteCodec},
      MODIFY COLUMN \`spans.to_ms\` ${minuteCodec},
      MODIFY COLUMN \`spans.state\` ${minuteCodec},
      MODIFY COLUMN carry ${minuteCodec},
      MODIFY COLUMN open_label ${minuteCodec}`,
    "ALTER TABLE schema_version MODIFY COMMENT '10'",
  ],
}
