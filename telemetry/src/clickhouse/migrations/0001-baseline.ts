import { durable, type Migration } from './migration.ts'

/**
 * How parts of the tables that each second brings rows to are merged. The engine counts each part as 5 MB at least, so that with its own
 * algorithm a part of one record and a part of 300,000 look alike, and a month was written again with each few small parts. By level ten parts
 * that were joined equally often become one, so a row is written again once for each tenfold of the parts (decision 67); what that
 * leaves of a month when it is over is joined in the background (`pastMonths/`). The base is that of the engine's own algorithm.
 */
const mergedByLevel = `merge_selector_algorithm = 'Trivial'`
const oftenWritten = `merge_selector_base = 25,
    ${mergedByLevel},
    cleanup_delay_period = 2,
    cleanup_delay_period_random_add = 0`

/** Words and sums of a minute repeat within many rows: this level finds them, and a merge takes little longer than with 1 (decision 32). */
const minuteCodec = 'CODEC(ZSTD(6))'

/**
 * What machines sent, as it arrived and never edited (D6). `batch` is the number of the commit that brought a row; a row
 * of the same identity with a higher number supersedes the older one (D7), and both are kept.
 * `at` is when a sample counts: its source time, or the time of receipt where the clock was ahead (D9, `flagged`).
 * `alive`: an empty sample that Packboard wrote while the session of a machine lived (D58). `state_times`: how long the machine was in
 * each state by its own counters (D71).
 * Parts that were joined are removed when there are some 150 to 300 of them (`cleanup_delay_period`): at 25 inserts a second the
 * engine's own half minute makes 900, and no insert is acknowledged while they go.
 */
const sample = `CREATE TABLE IF NOT EXISTS sample (
    client_id UInt32 CODEC(ZSTD(1)),
    machine_id UInt32 CODEC(ZSTD(1)),
    at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    source_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    sequence UInt32 CODEC(Delta, ZSTD(1)),
    received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    batch UInt64 CODEC(Delta, ZSTD(1)),
    flagged Bool CODEC(ZSTD(1)),
    death Bool CODEC(ZSTD(1)),
    state Nullable(Int32) CODEC(ZSTD(1)),
    product LowCardinality(Nullable(String)) CODEC(ZSTD(1)),
    tool LowCardinality(Nullable(String)) CODEC(ZSTD(1)),
    user LowCardinality(Nullable(String)) CODEC(ZSTD(1)),
    speed_ppm Nullable(Float64) CODEC(ZSTD(3)),
    pack_counter Nullable(Float64) CODEC(Delta, ZSTD(3)),
    batch_counter Nullable(Float64) CODEC(Delta, ZSTD(3)),
    reject_counter Nullable(Float64) CODEC(Delta, ZSTD(1)),
    set_speed_ppm Nullable(Float64) CODEC(ZSTD(1)),
    unit_mode LowCardinality(Nullable(String)) CODEC(ZSTD(1)),
    alive Bool CODEC(ZSTD(1)),
    state_times Nullable(String) CODEC(ZSTD(3)),
    INDEX by_batch batch TYPE minmax GRANULARITY 1,
    INDEX by_flag flagged TYPE set(2) GRANULARITY 1
  )
  ENGINE = MergeTree
  PARTITION BY toYYYYMM(at)
  ORDER BY (client_id, machine_id, at, source_at, sequence)
  ${durable},
  ${oftenWritten}`

/** `sequence` belongs to the identity of an alarm (D61). */
const alarm = `CREATE TABLE IF NOT EXISTS alarm (
    client_id UInt32 CODEC(ZSTD(1)),
    machine_id UInt32 CODEC(ZSTD(1)),
    raised_at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    cleared_at Nullable(DateTime64(3, 'UTC')) CODEC(Delta, ZSTD(1)),
    alarm_group LowCardinality(String) CODEC(ZSTD(1)),
    description LowCardinality(String) CODEC(ZSTD(1)),
    code LowCardinality(Nullable(String)) CODEC(ZSTD(1)),
    received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    batch UInt64 CODEC(Delta, ZSTD(1)),
    sequence UInt32 CODEC(ZSTD(1)),
    INDEX by_batch batch TYPE minmax GRANULARITY 1
  )
  ENGINE = MergeTree
  PARTITION BY toYYYYMM(raised_at)
  ORDER BY (client_id, machine_id, raised_at, alarm_group, description)
  ${durable},
  ${mergedByLevel}`

const audit = `CREATE TABLE IF NOT EXISTS audit (
    client_id UInt32 CODEC(ZSTD(1)),
    machine_id UInt32 CODEC(ZSTD(1)),
    at DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    user_group LowCardinality(String) CODEC(ZSTD(1)),
    description LowCardinality(String) CODEC(ZSTD(1)),
    value_before String CODEC(ZSTD(1)),
    value_after String CODEC(ZSTD(1)),
    received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    batch UInt64 CODEC(Delta, ZSTD(1)),
    INDEX by_batch batch TYPE minmax GRANULARITY 1
  )
  ENGINE = MergeTree
  PARTITION BY toYYYYMM(at)
  ORDER BY (client_id, machine_id, at)
  ${durable},
  ${mergedByLevel}`

const quarantine = `CREATE TABLE IF NOT EXISTS quarantine (
    client_id Nullable(UInt32) CODEC(ZSTD(1)),
    machine_id Nullable(UInt32) CODEC(ZSTD(1)),
    serial_no String CODEC(ZSTD(1)),
    reason LowCardinality(String) CODEC(ZSTD(1)),
    detail String CODEC(ZSTD(1)),
    received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    source LowCardinality(String) CODEC(ZSTD(1)),
    raw String CODEC(ZSTD(3)),
    batch UInt64 CODEC(Delta, ZSTD(1))
  )
  ENGINE = MergeTree
  PARTITION BY toYYYYMM(received_at)
  ORDER BY received_at
  ${durable}`

/** `recipe_ppm`: the target speeds of recipes that give a warning another window than the machine's own (D60). */
const machineRule = `CREATE TABLE IF NOT EXISTS machine_rule (
    client_id UInt32,
    machine_id UInt32,
    version UInt64,
    set_at DateTime64(3, 'UTC'),
    hold_ms UInt32,
    target_ppm Nullable(Float64),
    design_ppm Nullable(Float64),
    categories Map(Int32, LowCardinality(String)),
    recipe_ppm Map(String, Float64)
  )
  ENGINE = MergeTree
  ORDER BY (client_id, machine_id, version)
  ${durable}`

/**
 * Counts of received records by hour. `upto`: the newest batch that they contain; those of newer batches were in memory when
 * Packboard was killed, and are made from the stored records at the next start (D10). `back_fill`: those of the late records that were
 * sent afterwards, as a sender does that had kept them (decision 43). `resets`: how often a pack counter began anew (D14).
 */
const ingestCount = `CREATE TABLE IF NOT EXISTS ingest_count (
    client_id UInt32,
    machine_id UInt32,
    hour DateTime('UTC'),
    accepted UInt64,
    duplicate UInt64,
    late UInt64,
    quarantined UInt64,
    conflicting UInt64,
    alive UInt64,
    upto SimpleAggregateFunction(max, UInt64),
    back_fill UInt64,
    resets UInt64
  )
  ENGINE = SummingMergeTree
  PARTITION BY toYYYYMM(hour)
  ORDER BY (client_id, machine_id, hour)
  ${durable}`

/** How far the ledger is: what is newer is computed at the next start. */
const ledgerPosition = `CREATE TABLE IF NOT EXISTS ledger_position (
    name LowCardinality(String),
    batch UInt64
  )
  ENGINE = ReplacingMergeTree(batch)
  ORDER BY name
  ${durable}`

/**
 * What machines did, minute by minute: derived from the raw store by the ledger's fold, written whole, replaced by
 * version (D8). Sums are exact in any order: ms are whole, packs billionths, speed_sum (Σ ppm · ms) millionths. Its words are
 * plain texts: `LowCardinality` makes writing and merging the rows so slow that an import takes half as long again.
 * `stops` are those that were first observed in a piece (D18). `speedless_ms` is `ms` without the time that has a speed: mostly 0.
 * `modes`: times in a unit mode other than production (D72, decision 60), nearly always empty.
 * The carry is what the fold must know at the end of the minute to go on from there: numbers beside a text that rarely
 * changes (`packedCarry.ts`, decision 32).
 */
const minuteLedger = `CREATE TABLE IF NOT EXISTS minute_ledger (
    client_id UInt32 CODEC(ZSTD(1)),
    machine_id UInt32 CODEC(ZSTD(1)),
    minute DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
    version UInt64 CODEC(Delta, ZSTD(1)),
    cleared UInt8 CODEC(ZSTD(1)),
    \`pieces.state\` Array(Int32) ${minuteCodec},
    \`pieces.category\` Array(String) ${minuteCodec},
    \`pieces.product\` Array(String) ${minuteCodec},
    \`pieces.tool\` Array(String) ${minuteCodec},
    \`pieces.user\` Array(String) ${minuteCodec},
    \`pieces.cause_group\` Array(String) ${minuteCodec},
    \`pieces.cause\` Array(String) ${minuteCodec},
    \`pieces.ms\` Array(UInt32) ${minuteCodec},
    \`pieces.packs\` Array(Decimal(38, 9)) ${minuteCodec},
    \`pieces.rejects\` Array(Nullable(Decimal(38, 9))) ${minuteCodec},
    \`pieces.speedless_ms\` Array(UInt32) ${minuteCodec},
    \`pieces.speed_sum\` Array(Decimal(38, 6)) CODEC(GCD, ZSTD(6)),
    \`pieces.speed_min\` Array(Nullable(Float64)) ${minuteCodec},
    \`pieces.speed_max\` Array(Nullable(Float64)) ${minuteCodec},
    \`pieces.samples\` Array(UInt32) ${minuteCodec},
    \`pieces.flagged\` Array(UInt32) ${minuteCodec},
    \`pieces.stops\` Array(UInt32) ${minuteCodec},
    \`spans.from_ms\` Array(UInt16) ${minuteCodec},
    \`spans.to_ms\` Array(UInt16) ${minuteCodec},
    \`spans.state\` Array(Int32) ${minuteCodec},
    modes String ${minuteCodec},
    carry_form UInt8 CODEC(ZSTD(1)),
    carry_user String ${minuteCodec},
    carry_back UInt32 ${minuteCodec},
    carry_speed Int64 CODEC(GCD, ZSTD(6)),
    carry_packs Int64 CODEC(Delta, ZSTD(6)),
    carry_rejects Int64 CODEC(Delta, ZSTD(6)),
    carry String ${minuteCodec},
    open_label String ${minuteCodec}
  )
  ENGINE = ReplacingMergeTree(version, cleared)
  PARTITION BY toYYYYMM(minute)
  ORDER BY (client_id, machine_id, minute)
  ${durable},
  index_granularity = 1024,
  ${oftenWritten}`

/**
 * The minutes added up by hour of UTC and context, one row for each, so that a question about months reads a sixtieth. It holds what is
 * additive, and no user: no sum is divided by one. Rows are replaced by version as the minutes are. Hours that are not there
 * are read from the minutes and made from them in the background.
 */
const hourLedger = `CREATE TABLE IF NOT EXISTS hour_ledger (
    client_id UInt32 CODEC(ZSTD(1)),
    machine_id UInt32 CODEC(ZSTD(1)),
    hour DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
    state Int32 CODEC(ZSTD(1)),
    category LowCardinality(String) CODEC(ZSTD(1)),
    product LowCardinality(String) CODEC(ZSTD(1)),
    tool LowCardinality(String) CODEC(ZSTD(1)),
    cause_group LowCardinality(String) CODEC(ZSTD(1)),
    cause LowCardinality(String) CODEC(ZSTD(1)),
    version UInt64 CODEC(Delta, ZSTD(1)),
    cleared UInt8 CODEC(ZSTD(1)),
    ms UInt32 CODEC(ZSTD(1)),
    packs Decimal(38, 9) CODEC(ZSTD(1)),
    rejects Nullable(Decimal(38, 9)) CODEC(ZSTD(1)),
    speed_ms UInt32 CODEC(ZSTD(1)),
    speed_sum Decimal(38, 6) CODEC(ZSTD(1)),
    speed_min Nullable(Float64) CODEC(ZSTD(1)),
    speed_max Nullable(Float64) CODEC(ZSTD(1)),
    samples UInt32 CODEC(ZSTD(1)),
    flagged UInt32 CODEC(ZSTD(1)),
    stops UInt32 CODEC(ZSTD(1))
  )
  ENGINE = ReplacingMergeTree(version, cleared)
  PARTITION BY toYYYYMM(hour)
  ORDER BY (client_id, machine_id, hour, state, category, product, tool, cause_group, cause)
  ${durable},
  index_granularity = 256`

/** The unit modes of the hours that have any, as `storedMinuteRow.ts` writes them (D72, decision 60). */
const modeHour = `CREATE TABLE IF NOT EXISTS mode_hour (
    client_id UInt32 CODEC(ZSTD(1)),
    machine_id UInt32 CODEC(ZSTD(1)),
    hour DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)),
    version UInt64 CODEC(Delta, ZSTD(1)),
    cleared UInt8 CODEC(ZSTD(1)),
    modes String CODEC(ZSTD(1))
  )
  ENGINE = ReplacingMergeTree(version, cleared)
  PARTITION BY toYYYYMM(hour)
  ORDER BY (client_id, machine_id, hour)
  ${durable},
  index_granularity = 256`

/**
 * What `state_times` says of the gaps of a machine, derived from the records as the minutes are, and replaced by version (decision 48).
 * A gap is known by its end; one that is no longer repaired has `repaired` 0.
 */
const gapRepair = `CREATE TABLE IF NOT EXISTS gap_repair (
    client_id UInt32,
    machine_id UInt32,
    until DateTime64(3, 'UTC'),
    version UInt64,
    repaired UInt8,
    begins DateTime64(3, 'UTC'),
    product String,
    tool String,
    times String,
    packs Nullable(Decimal(38, 9)),
    rejects Nullable(Decimal(38, 9))
  )
  ENGINE = ReplacingMergeTree(version)
  PARTITION BY toYYYYMM(until)
  ORDER BY (client_id, machine_id, until)
  ${durable}`

/** The id of the installation, which the management store holds, too (D68); the latest row counts. */
const installation = `CREATE TABLE IF NOT EXISTS installation (
    id String,
    named_at DateTime64(3, 'UTC')
  )
  ENGINE = MergeTree
  ORDER BY named_at
  ${durable}`

/** The newest change of the management store that was seen, by which an older copy of that store is noticed (D68). */
const managementChange = `CREATE TABLE IF NOT EXISTS management_change (
    only_row UInt8,
    newest UInt64
  )
  ENGINE = ReplacingMergeTree(newest)
  ORDER BY only_row
  ${durable}`

/**
 * Which list of erased names (D54) nothing that is stored of a client holds any more, by a digest of the list. A start searches the records
 * of a client again only where the list is another one. A store that was restored has the digests of its own time.
 */
const erasedList = `CREATE TABLE IF NOT EXISTS erased_list (
    client_id UInt32,
    digest String
  )
  ENGINE = ReplacingMergeTree
  ORDER BY client_id
  ${durable}`

/** Every table of the telemetry store. */
export const baseline: Migration = {
  version: 1,
  name: 'baseline',
  statements: [
    sample,
    alarm,
    audit,
    quarantine,
    machineRule,
    ingestCount,
    ledgerPosition,
    minuteLedger,
    hourLedger,
    modeHour,
    gapRepair,
    installation,
    managementChange,
    erasedList,
    `ALTER TABLE schema_version MODIFY COMMENT '1001'`,
  ],
}
