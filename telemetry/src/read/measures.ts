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
type Measure = keyof Numbers
/** Sums while they are added up. */
export type OpenSums = { -readonly [Name in Measure]: Numbers[Name] }
/** Whose a piece is; one that is cached has no operator. */
export type Owner = Pick<Dimensions, 'machineId' | 'user'>

/** A value of a row of the engine. */
type Cell = RowOf<Columns>[string]

export type DimensionRow<Value> = {
  /** As `by_…` what it is in a row of the engine. */
  readonly sql: string
  readonly type: Columns[string]
  read(cell: Cell): Value
  of(piece: CachedContext, owner: Owner): Value
}

/** Where a question does not divide by it, `none` stands for all. */
const divides = <const Name extends Dimension, const Sql extends string, const None extends string>(
  name: Name,
  sql: Sql,
  none: None,
) => `if(has({by:Array(String)}, '${name}'), ${sql}, ${none}) AS by_${name}` as const

const word = { type: 'String', read: String } as const

const dimensionRows = {
  machineId: {
    sql: divides('machineId', 'machine_id', '0'),
    type: 'UInt32',
    read: Number,
    of: (_, { machineId }) => machineId,
  },
  state: {
    sql: divides('state', 'state', '0'),
    type: 'Int32',
    read: Number,
    of: ({ state }) => state,
  },
  category: {
    sql: divides('category', 'category', `''`),
    type: 'String',
    read: (cell) => categoryOf(String(cell)),
    of: ({ category }) => category,
  },
  product: { sql: divides('product', 'product', `''`), ...word, of: ({ product }) => product },
  tool: { sql: divides('tool', 'tool', `''`), ...word, of: ({ tool }) => tool },
  causeGroup: {
    sql: divides('causeGroup', 'cause_group', `''`),
    ...word,
    of: ({ causeGroup }) => causeGroup,
  },
  cause: { sql: divides('cause', 'cause', `''`), ...word, of: ({ cause }) => cause },
  user: { sql: divides('user', 'user', `''`), ...word, of: (_, { user }) => user },
} as const satisfies { readonly [Name in Dimension]: DimensionRow<Dimensions[Name]> }

/** How numbers of one kind are read, and how two add up. */
type Kind<Value> = {
  /** The function that makes them what `read` takes. */
  readonly cast: string
  readonly type: Columns[string]
  read(cell: Cell): Value
  /** Before anything is added. */
  readonly none: Value
  add(sum: Value, more: Value): Value
}

const decimal = <const Places extends number>(places: Places) =>
  ({
    cast: 'toString',
    type: 'String',
    read: (cell) => scaled(String(cell), places),
    none: 0n,
    add: (sum, more) => sum + more,
  }) as const satisfies Kind<bigint>

const extreme = (pick: (a: number, b: number) => number) =>
  ({
    cast: 'toNullable',
    type: 'Nullable(Float64)',
    read: (cell) => (cell === null ? null : Number(cell)),
    none: null,
    add: (sum, more) => (sum === null || more === null ? (sum ?? more) : pick(sum, more)),
  }) as const satisfies Kind<number | null>

/** Whole numbers that a double holds exactly. */
const count = {
  cast: 'toInt64',
  type: 'Int64',
  read: Number,
  none: 0,
  add: (sum, more) => sum + more,
} as const satisfies Kind<number>

const billionths = decimal(9)
const millionths = decimal(6)

/** Billionths; null: none was ever reported. */
const known = {
  cast: 'toString',
  type: 'Nullable(String)',
  read: (cell) => (cell === null ? null : scaled(String(cell), 9)),
  none: null,
  add: (sum, more) => (more === null ? sum : (sum ?? 0n) + more),
} as const satisfies Kind<bigint | null>

const least = extreme(Math.min)
const most = extreme(Math.max)

const measure = <
  const Name extends Measure,
  const Sql extends string,
  K extends Kind<Numbers[Name]>,
>(
  name: Name,
  kind: K,
  sql: Sql,
  addPiece: (sums: OpenSums, piece: CachedContext) => void,
) => ({
  name,
  /** As `sum_…` what it is in a row of the engine. */
  sql: `${kind.cast as K['cast']}(${sql}) AS sum_${name}` as const,
  type: kind.type,
  none: kind.none,
  addCell: (sums: OpenSums, cell: Cell) => {
    sums[name] = kind.add(sums[name], kind.read(cell))
  },
  /** The same of a piece that is cached, or folded from raw. Each has its own text: there are tens of thousands of pieces. */
  addPiece,
})

const timeOf = <const Name extends Exclude<Category, 'offline'>>(name: Name) =>
  measure(name, count, `sumIf(ms, category = '${name}')`, (sums, { category, ms }) => {
    if (category === name) sums[name] += ms
  })

/** The parameter of `external`. */
export const externalStates: readonly number[] = machineStates
  .filter(({ external }) => external)
  .map(({ code }) => code)
const isExternal = new Set(externalStates)
const externalSql =
  `sumIf(ms, category != 'unknown' AND state IN {externalStates:Array(Int32)})` as const

const measureRows = {
  ms: measure('ms', count, 'sum(ms)', (sums, { ms }) => {
    sums.ms += ms
  }),
  run: timeOf('run'),
  alarm: timeOf('alarm'),
  idle: timeOf('idle'),
  ancillary: timeOf('ancillary'),
  unknown: timeOf('unknown'),
  external: measure('external', count, externalSql, (sums, { category, state, ms }) => {
    if (category !== 'unknown' && isExternal.has(state)) sums.external += ms
  }),
  packs: measure('packs', billionths, 'sum(packs)', (sums, { packs }) => {
    sums.packs += packs
  }),
  packsAfterGap: measure(
    'packsAfterGap',
    billionths,
    `sumIf(packs, category = 'offline')`,
    (sums, { category, packs }) => {
      if (category === 'offline') sums.packsAfterGap += packs
    },
  ),
  rejects: measure('rejects', known, 'sum(rejects)', (sums, { rejects }) => {
    sums.rejects = known.add(sums.rejects, rejects)
  }),
  speedMs: measure('speedMs', count, 'sum(speed_ms)', (sums, { speedMs }) => {
    sums.speedMs += speedMs
  }),
  speedSum: measure('speedSum', millionths, 'sum(speed_sum)', (sums, { speedSum }) => {
    sums.speedSum += speedSum
  }),
  speedMin: measure('speedMin', least, 'min(speed_min)', (sums, { speedMin }) => {
    sums.speedMin = least.add(sums.speedMin, speedMin)
  }),
  speedMax: measure('speedMax', most, 'max(speed_max)', (sums, { speedMax }) => {
    sums.speedMax = most.add(sums.speedMax, speedMax)
  }),
  samples: measure('samples', count, 'sum(samples)', (sums, { samples }) => {
    sums.samples += samples
  }),
  stops: measure('stops', count, 'sum(stops)', (sums, { stops }) => {
    sums.stops += stops
  }),
}

export const dimensions: { readonly [Name in Dimension]: DimensionRow<Dimensions[Name]> } =
  dimensionRows
export type MeasureRow = Pick<(typeof measureRows)['ms'], 'addCell' | 'addPiece'> & {
  readonly name: Measure
  readonly none: Numbers[Measure]
}
export const measures: { readonly [Name in Measure]: MeasureRow } = measureRows

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
