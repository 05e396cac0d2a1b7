import { type Category, machineStates } from '@packboard/model'
import { scaled } from '../clickhouse/decimals.ts'
import type { Columns, RowOf } from '../clickhouse/readRows.ts'
import { categoryOf } from '../ledger/fold/categoryOf.ts'
import type { CachedContext } from '../ledger/pieceRows.ts'
import { rowMatches } from './contextFilter.ts'
import { fromBoth, fromHours, fromMinutes } from './rowSteps.ts'
import { placeOfRow } from './unplannedSpans.ts'

/** What a sum can be divided by. Minutes alone know the operator, hours and what is cached do not (D54). */
export type Dimensions = {
  readonly machineId: number
  readonly state: number
  /** `offline`: packs counted after a gap, assigned to the context known before it; no time. */
  readonly category: Category
  readonly product: string
  readonly tool: string
  /** The first-out alarm of the stop, or '' and the name of its first state; both '' in run (D18). */
  readonly causeGroup: string
  readonly cause: string
  readonly user: string
}

/** What can be added up. Times are whole milliseconds, so that any two sums add up to the last digit. */
export type Numbers = {
  /** Observed time, and of it each kind. */
  readonly ms: number
  readonly run: number
  readonly alarm: number
  readonly idle: number
  readonly ancillary: number
  readonly unknown: number
  /** The machine was healthy, the line was not (D13). */
  readonly external: number
  /** Billionths. */
  readonly packs: bigint
  /** Of these, read after a gap (D63). */
  readonly packsAfterGap: bigint
  /** Billionths; null: the machine had never reported a reject counter (D21). May be the only value of a context. */
  readonly rejects: bigint | null
  /** Time with a known speed. */
  readonly speedMs: number
  /** Millionths of a pack per minute, times ms: the mean is `speedSum / speedMs`. */
  readonly speedSum: bigint
  /** The slowest and the fastest that was held, in packs per minute. */
  readonly speedMin: number | null
  readonly speedMax: number | null
  readonly samples: number
  /** Stops whose first observed moment is in here. */
  readonly stops: number
}

export type Dimension = keyof Dimensions
export type Measure = keyof Numbers

/** A value of a row of the engine. */
type Cell = RowOf<Columns>[string]
type Column<Value> = {
  /** What the engine says of it, as `by_…` or `sum_…`. */
  readonly sql: string
  readonly type: Columns[string]
  read(cell: Cell): Value
}

/** Where a question does not divide by it, `none` stands for all. */
const divides = <const Name extends Dimension, const Sql extends string, const None extends string>(
  name: Name,
  sql: Sql,
  none: None,
) => `if(has({by:Array(String)}, '${name}'), ${sql}, ${none}) AS by_${name}` as const

const text = { type: 'String', read: String } as const

const dimensionRows = {
  machineId: { sql: divides('machineId', 'machine_id', '0'), type: 'UInt32', read: Number },
  state: { sql: divides('state', 'state', '0'), type: 'Int32', read: Number },
  category: {
    sql: divides('category', 'category', `''`),
    type: 'String',
    read: (cell: Cell) => categoryOf(String(cell)),
  },
  product: { sql: divides('product', 'product', `''`), ...text },
  tool: { sql: divides('tool', 'tool', `''`), ...text },
  causeGroup: { sql: divides('causeGroup', 'cause_group', `''`), ...text },
  cause: { sql: divides('cause', 'cause', `''`), ...text },
  user: { sql: divides('user', 'user', `''`), ...text },
} as const satisfies { readonly [Name in Dimension]: Column<Dimensions[Name]> }

type MeasureOf<Value> = Column<Value> & {
  /** The same of a piece that is cached, or folded from raw. */
  of(piece: CachedContext): Value
  /** Before anything is added. */
  readonly none: Value
  add(sum: Value, more: Value): Value
}

/** Whole numbers that a double holds exactly. */
const whole = <const Name extends Measure, const Sql extends string>(
  name: Name,
  sql: Sql,
  of: (piece: CachedContext) => number,
) =>
  ({
    sql: `toInt64(${sql}) AS sum_${name}`,
    type: 'Int64',
    read: Number,
    of,
    none: 0,
    add: (sum: number, more: number) => sum + more,
  }) as const

const timeOf = <const Kind extends Exclude<Category, 'offline'>>(kind: Kind) =>
  whole(kind, `sumIf(ms, category = '${kind}')`, ({ category, ms }) => (category === kind ? ms : 0))

/** Decimals, as whole numbers of their last place. */
const exact = <const Name extends Measure, const Sql extends string>(
  name: Name,
  sql: Sql,
  places: number,
  of: (piece: CachedContext) => bigint,
) =>
  ({
    sql: `toString(${sql}) AS sum_${name}`,
    type: 'String',
    read: (cell: Cell) => scaled(String(cell), places),
    of,
    none: 0n,
    add: (sum: bigint, more: bigint) => sum + more,
  }) as const

/** The least or the most of what is known. */
const extreme = <const Name extends 'speedMin' | 'speedMax', const Sql extends string>(
  name: Name,
  sql: Sql,
  pick: (a: number, b: number) => number,
) =>
  ({
    sql: `${sql} AS sum_${name}`,
    type: 'Nullable(Float64)',
    read: (cell: Cell) => (cell === null ? null : Number(cell)),
    of: (piece: CachedContext) => piece[name],
    none: null,
    add: (sum: number | null, more: number | null) =>
      sum === null || more === null ? (sum ?? more) : pick(sum, more),
  }) as const

/** The parameter of `external`. */
export const externalStates: readonly number[] = machineStates
  .filter(({ external }) => external)
  .map(({ code }) => code)
const isExternal = new Set(externalStates)

const measureRows = {
  ms: whole('ms', 'sum(ms)', ({ ms }) => ms),
  run: timeOf('run'),
  alarm: timeOf('alarm'),
  idle: timeOf('idle'),
  ancillary: timeOf('ancillary'),
  unknown: timeOf('unknown'),
  external: whole(
    'external',
    `sumIf(ms, category != 'unknown' AND state IN {externalStates:Array(Int32)})`,
    ({ category, state, ms }) => (category !== 'unknown' && isExternal.has(state) ? ms : 0),
  ),
  packs: exact('packs', 'sum(packs)', 9, ({ packs }) => packs),
  packsAfterGap: exact(
    'packsAfterGap',
    `sumIf(packs, category = 'offline')`,
    9,
    ({ category, packs }) => (category === 'offline' ? packs : 0n),
  ),
  rejects: {
    sql: 'toString(sum(rejects)) AS sum_rejects',
    type: 'Nullable(String)',
    read: (cell: Cell) => (cell === null ? null : scaled(String(cell), 9)),
    of: ({ rejects }) => rejects,
    none: null,
    add: (sum, more) => (more === null ? sum : (sum ?? 0n) + more),
  },
  speedMs: whole('speedMs', 'sum(speed_ms)', ({ speedMs }) => speedMs),
  speedSum: exact('speedSum', 'sum(speed_sum)', 6, ({ speedSum }) => speedSum),
  speedMin: extreme('speedMin', 'min(speed_min)', Math.min),
  speedMax: extreme('speedMax', 'max(speed_max)', Math.max),
  samples: whole('samples', 'sum(samples)', ({ samples }) => samples),
  stops: whole('stops', 'sum(stops)', ({ stops }) => stops),
} as const satisfies { readonly [Name in Measure]: MeasureOf<Numbers[Name]> }

export const dimensions: { readonly [Name in Dimension]: Column<Dimensions[Name]> } = dimensionRows
export const measures: { readonly [Name in Measure]: MeasureOf<Numbers[Name]> } = measureRows

type Texts = Record<string, { readonly sql: string }>

/** The texts of some rows of a table, each after a comma. */
type Listed<Table extends Texts, Names extends readonly (keyof Table)[]> = Names extends readonly [
  infer Name extends keyof Table,
  ...infer More extends readonly (keyof Table)[],
]
  ? `, ${Table[Name]['sql']}${Listed<Table, More>}`
  : ''

const listed = <Table extends Texts, const Names extends readonly (keyof Table)[]>(
  table: Table,
  names: Names,
) => names.map((name) => `, ${table[name]?.sql}`).join('') as Listed<Table, Names>

/** Which pieces count: a condition on rows, and the same on what is cached or folded. */
const keeps = {
  all: { sql: '1', of: () => true },
  /** Those that say something of time, packs or rejects. */
  told: {
    sql: `(ms > 0 OR packs > 0 OR rejects IS NOT NULL) AND ${rowMatches}`,
    of: ({ ms, packs, rejects }) => ms !== 0 || packs > 0n || rejects !== null,
  },
  made: {
    sql: `(ms > 0 OR packs > 0) AND ${rowMatches}`,
    of: ({ ms, packs }) => ms !== 0 || packs > 0n,
  },
  withSpeed: { sql: `speed_ms > 0 AND ${rowMatches}`, of: ({ speedMs }) => speedMs > 0 },
} as const satisfies Record<string, { sql: string; of(piece: CachedContext): boolean }>

const reading = <
  const By extends readonly Dimension[],
  const Sums extends readonly Measure[],
  const Keeps extends keyof typeof keeps,
>(
  by: By,
  numbers: Sums,
  keep: Keeps,
) => {
  const keys = listed(dimensionRows, by)
  const sums = listed(measureRows, numbers)
  const chosen = `SELECT ${placeOfRow} AS place${keys}${sums}` as const
  const grouped = `WHERE ${keeps[keep].sql} GROUP BY ALL LIMIT {most:UInt32}` as const
  const columns: Columns = {
    place: 'UInt32',
    ...Object.fromEntries(by.map((name) => [`by_${name}`, dimensionRows[name].type])),
    ...Object.fromEntries(numbers.map((name) => [`sum_${name}`, measureRows[name].type])),
  }
  return {
    numbers,
    columns,
    keeps: keeps[keep].of,
    sql: {
      hours: `${chosen} ${fromHours} ${grouped}`,
      minutes: `${chosen} ${fromMinutes} ${grouped}`,
      both: `${chosen} ${fromBoth} ${grouped}`,
    },
  } as const
}

/** What questions add up together, and may divide by: no other column is read. */
export const readings = {
  contexts: reading(
    ['machineId', 'state', 'category', 'product', 'tool', 'causeGroup', 'cause', 'user'],
    ['ms', 'packs', 'rejects', 'stops'],
    'told',
  ),
  machines: reading(
    ['machineId'],
    [
      'run',
      'alarm',
      'idle',
      'ancillary',
      'unknown',
      'external',
      'packs',
      'rejects',
      'speedMs',
      'speedSum',
      'samples',
    ],
    'all',
  ),
  steps: reading(['category'], ['ms', 'speedMs', 'speedSum', 'packs', 'rejects'], 'told'),
  days: reading(
    ['machineId', 'product', 'tool'],
    ['run', 'idle', 'ms', 'packs', 'packsAfterGap'],
    'made',
  ),
  speeds: reading(['machineId'], ['speedMs', 'speedSum', 'speedMin', 'speedMax'], 'withSpeed'),
  values: reading(['machineId', 'product', 'tool'], [], 'made'),
} as const
