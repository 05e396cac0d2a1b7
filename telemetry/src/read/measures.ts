import { type Category, machineStates } from '@packboard/model'
import { type Columns, type RowOf, scaled } from '../clickhouse/readRows.ts'
import { categoryOf, type PieceContext } from '../ledger/fold/ledgerMinute.ts'
import type { CachedContext } from '../ledger/pieceRows.ts'
import { rowMatches } from './contextFilter.ts'
import { fromBoth, fromHours, fromMinutes } from './rowSteps.ts'
import { placeOfRow } from './unplannedSpans.ts'

/** What a sum can be divided by. Minutes alone know the operator, hours and what is cached do not (D54). */
export type Dimensions = PieceContext & { readonly machineId: number; readonly user: string }

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
  /** Of these, what ran. */
  readonly externalRun: number
  /** Billionths. */
  readonly packs: bigint
  /** Of these, read after a gap (D63). */
  readonly packsAfterGap: bigint
  /** Billionths; null: the machine had never reported a reject counter (D21). May be the only value of a context. */
  readonly rejects: bigint | null
  /** Of these, those that were not read after a gap (D63). */
  readonly rejectsInTime: bigint | null
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
export type Cell = RowOf<Columns>[string]

export type DimensionRow<Value> = {
  readonly type: Columns[string]
  read(cell: Cell): Value
  of(piece: CachedContext, owner: Owner): Value
}

const word = { type: 'String', read: String } as const

export const dimensions: { readonly [Name in Dimension]: DimensionRow<Dimensions[Name]> } = {
  machineId: { type: 'UInt32', read: Number, of: (_, { machineId }) => machineId },
  state: { type: 'Int32', read: Number, of: ({ state }) => state },
  category: {
    type: 'String',
    read: (cell) => categoryOf(String(cell)),
    of: ({ category }) => category,
  },
  product: { ...word, of: ({ product }) => product },
  tool: { ...word, of: ({ tool }) => tool },
  causeGroup: { ...word, of: ({ causeGroup }) => causeGroup },
  cause: { ...word, of: ({ cause }) => cause },
  user: { ...word, of: (_, { user }) => user },
}

/** How numbers of one kind are read, and how two add up. */
type Kind<Value> = {
  readonly type: Columns[string]
  read(cell: Cell): Value
  /** Before anything is added. */
  readonly none: Value
  add(sum: Value, more: Value): Value
}

const decimal = (places: number): Kind<bigint> => ({
  type: 'String',
  read: (cell) => scaled(String(cell), places),
  none: 0n,
  add: (sum, more) => sum + more,
})

const extreme = (pick: (a: number, b: number) => number): Kind<number | null> => ({
  type: 'Nullable(Float64)',
  read: (cell) => (cell === null ? null : Number(cell)),
  none: null,
  add: (sum, more) => (sum === null || more === null ? (sum ?? more) : pick(sum, more)),
})

/** Whole numbers that a double holds exactly. */
const count: Kind<number> = {
  type: 'Int64',
  read: Number,
  none: 0,
  add: (sum, more) => sum + more,
}

const billionths = decimal(9)
const millionths = decimal(6)

/** Billionths; null: none was ever reported. */
const known: Kind<bigint | null> = {
  type: 'Nullable(String)',
  read: (cell) => (cell === null ? null : scaled(String(cell), 9)),
  none: null,
  add: (sum, more) => (more === null ? sum : (sum ?? 0n) + more),
}

const least = extreme(Math.min)
const most = extreme(Math.max)

export type MeasureRow = {
  readonly name: Measure
  readonly type: Columns[string]
  readonly none: Numbers[Measure]
  addCell(sums: OpenSums, cell: Cell): void
  /** The same of a piece that is cached, or folded from raw. Each has its own text: there are tens of thousands of pieces. */
  addPiece(sums: OpenSums, piece: CachedContext): void
}

const measure = <Name extends Measure>(
  name: Name,
  { type, none, read, add }: Kind<Numbers[Name]>,
  addPiece: MeasureRow['addPiece'],
): MeasureRow => ({
  name,
  type,
  none,
  addCell: (sums, cell) => {
    sums[name] = add(sums[name], read(cell))
  },
  addPiece,
})

const timeOf = (name: Exclude<Category, 'offline'>) =>
  measure(name, count, (sums, { category, ms }) => {
    if (category === name) sums[name] += ms
  })

/** The parameter of `external`. */
export const externalStates: readonly number[] = machineStates
  .filter(({ external }) => external)
  .map(({ code }) => code)
const isExternal = new Set(externalStates)

export const measures: { readonly [Name in Measure]: MeasureRow } = {
  ms: measure('ms', count, (sums, { ms }) => {
    sums.ms += ms
  }),
  run: timeOf('run'),
  alarm: timeOf('alarm'),
  idle: timeOf('idle'),
  ancillary: timeOf('ancillary'),
  unknown: timeOf('unknown'),
  external: measure('external', count, (sums, { category, state, ms }) => {
    if (category !== 'unknown' && isExternal.has(state)) sums.external += ms
  }),
  externalRun: measure('externalRun', count, (sums, { category, state, ms }) => {
    if (category === 'run' && isExternal.has(state)) sums.externalRun += ms
  }),
  packs: measure('packs', billionths, (sums, { packs }) => {
    sums.packs += packs
  }),
  packsAfterGap: measure('packsAfterGap', billionths, (sums, { category, packs }) => {
    if (category === 'offline') sums.packsAfterGap += packs
  }),
  rejects: measure('rejects', known, (sums, { rejects }) => {
    sums.rejects = known.add(sums.rejects, rejects)
  }),
  rejectsInTime: measure('rejectsInTime', known, (sums, { category, rejects }) => {
    if (category !== 'offline') sums.rejectsInTime = known.add(sums.rejectsInTime, rejects)
  }),
  speedMs: measure('speedMs', count, (sums, { speedMs }) => {
    sums.speedMs += speedMs
  }),
  speedSum: measure('speedSum', millionths, (sums, { speedSum }) => {
    sums.speedSum += speedSum
  }),
  speedMin: measure('speedMin', least, (sums, { speedMin }) => {
    sums.speedMin = least.add(sums.speedMin, speedMin)
  }),
  speedMax: measure('speedMax', most, (sums, { speedMax }) => {
    sums.speedMax = most.add(sums.speedMax, speedMax)
  }),
  samples: measure('samples', count, (sums, { samples }) => {
    sums.samples += samples
  }),
  stops: measure('stops', count, (sums, { stops }) => {
    sums.stops += stops
  }),
}

/** The columns of the engine. Where a question does not divide by a dimension, an empty value stands for all. */
const byMachine = `if(has({by:Array(String)}, 'machineId'), machine_id, 0) AS by_machineId`
const byState = `if(has({by:Array(String)}, 'state'), state, 0) AS by_state`
const byCategory = `if(has({by:Array(String)}, 'category'), category, '') AS by_category`
const byProduct = `if(has({by:Array(String)}, 'product'), product, '') AS by_product`
const byTool = `if(has({by:Array(String)}, 'tool'), tool, '') AS by_tool`
const byCauseGroup = `if(has({by:Array(String)}, 'causeGroup'), cause_group, '') AS by_causeGroup`
const byCause = `if(has({by:Array(String)}, 'cause'), cause, '') AS by_cause`
const byUser = `if(has({by:Array(String)}, 'user'), user, '') AS by_user`

const sumMs = 'toInt64(sum(ms)) AS sum_ms'
const sumRun = `toInt64(sumIf(ms, category = 'run')) AS sum_run`
const sumIdle = `toInt64(sumIf(ms, category = 'idle')) AS sum_idle`
const sumAlarm = `toInt64(sumIf(ms, category = 'alarm')) AS sum_alarm`
const sumAncillary = `toInt64(sumIf(ms, category = 'ancillary')) AS sum_ancillary`
const sumUnknown = `toInt64(sumIf(ms, category = 'unknown')) AS sum_unknown`
const sumExternal = `toInt64(sumIf(ms, category != 'unknown' AND state IN {externalStates:Array(Int32)})) AS sum_external`
const sumPacks = 'toString(sum(packs)) AS sum_packs'
const sumPacksAfterGap = `toString(sumIf(packs, category = 'offline')) AS sum_packsAfterGap`
const sumRejects = 'toString(sum(rejects)) AS sum_rejects'
const sumSpeedMs = 'toInt64(sum(speed_ms)) AS sum_speedMs'
const sumSpeedSum = 'toString(sum(speed_sum)) AS sum_speedSum'

const contextColumns =
  `SELECT ${placeOfRow} AS place, ${byMachine}, ${byState}, ${byCategory}, ${byProduct}, ${byTool},
  ${byCauseGroup}, ${byCause}, ${byUser}, ${sumMs}, ${sumPacks}, ${sumRejects}, toInt64(sum(stops)) AS sum_stops` as const
const machineColumns =
  `SELECT ${placeOfRow} AS place, ${byMachine}, ${sumRun}, ${sumAlarm}, ${sumIdle}, ${sumAncillary},
  ${sumUnknown}, ${sumExternal}, ${sumPacks}, ${sumRejects}, ${sumSpeedMs}, ${sumSpeedSum}, toInt64(sum(samples)) AS sum_samples` as const
const oeeColumns =
  `SELECT ${placeOfRow} AS place, ${byMachine}, ${byProduct}, ${sumRun}, ${sumAlarm}, ${sumIdle}, ${sumAncillary},
  ${sumUnknown}, ${sumExternal},
  toInt64(sumIf(ms, category = 'run' AND state IN {externalStates:Array(Int32)})) AS sum_externalRun,
  ${sumPacks}, ${sumPacksAfterGap}, toString(sumIf(rejects, category != 'offline')) AS sum_rejectsInTime` as const
const stepColumns =
  `SELECT ${placeOfRow} AS place, ${byCategory}, ${sumMs}, ${sumSpeedMs}, ${sumSpeedSum}, ${sumPacks},
  ${sumRejects}` as const
const dayColumns =
  `SELECT ${placeOfRow} AS place, ${byMachine}, ${byProduct}, ${byTool}, ${sumRun}, ${sumIdle}, ${sumMs},
  ${sumPacks}, ${sumPacksAfterGap}` as const
const speedColumns = `SELECT ${placeOfRow} AS place, ${byMachine}, ${sumSpeedMs}, ${sumSpeedSum},
  toNullable(min(speed_min)) AS sum_speedMin, toNullable(max(speed_max)) AS sum_speedMax` as const
const valueColumns = `SELECT ${placeOfRow} AS place, ${byMachine}, ${byProduct}, ${byTool}` as const

/** Which pieces count: a condition on rows, and the same on what is cached or folded. */
const keeps = {
  all: { sql: '1', of: () => true },
  /** Those that say something of time, packs or rejects. */
  withAnything: {
    sql: `(ms > 0 OR packs > 0 OR rejects IS NOT NULL) AND ${rowMatches}`,
    of: ({ ms, packs, rejects }) => ms !== 0 || packs !== 0n || rejects !== null,
  },
  made: {
    sql: `(ms > 0 OR packs > 0) AND ${rowMatches}`,
    of: ({ ms, packs }) => ms !== 0 || packs > 0n,
  },
  withSpeed: { sql: `speed_ms > 0 AND ${rowMatches}`, of: ({ speedMs }) => speedMs > 0 },
} as const satisfies Record<string, { sql: string; of(piece: CachedContext): boolean }>

/** `by` and `numbers` in the order in which they are chosen. */
const reading = <
  const By extends readonly Dimension[],
  const Sums extends readonly Measure[],
  const Chosen extends string,
  const Keeps extends keyof typeof keeps,
>(
  chosen: Chosen,
  by: By,
  numbers: Sums,
  keep: Keeps,
) => {
  const grouped = `WHERE ${keeps[keep].sql} GROUP BY ALL LIMIT {most:UInt32}` as const
  const columns: Columns = {
    place: 'UInt32',
    ...Object.fromEntries(by.map((name) => [`by_${name}`, dimensions[name].type])),
    ...Object.fromEntries(numbers.map((name) => [`sum_${name}`, measures[name].type])),
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
    contextColumns,
    ['machineId', 'state', 'category', 'product', 'tool', 'causeGroup', 'cause', 'user'],
    ['ms', 'packs', 'rejects', 'stops'],
    'withAnything',
  ),
  machines: reading(
    machineColumns,
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
  /** All that OEEE is made of. */
  oee: reading(
    oeeColumns,
    ['machineId', 'product'],
    [
      'run',
      'alarm',
      'idle',
      'ancillary',
      'unknown',
      'external',
      'externalRun',
      'packs',
      'packsAfterGap',
      'rejectsInTime',
    ],
    'withAnything',
  ),
  steps: reading(
    stepColumns,
    ['category'],
    ['ms', 'speedMs', 'speedSum', 'packs', 'rejects'],
    'withAnything',
  ),
  days: reading(
    dayColumns,
    ['machineId', 'product', 'tool'],
    ['run', 'idle', 'ms', 'packs', 'packsAfterGap'],
    'made',
  ),
  speeds: reading(
    speedColumns,
    ['machineId'],
    ['speedMs', 'speedSum', 'speedMin', 'speedMax'],
    'withSpeed',
  ),
  values: reading(valueColumns, ['machineId', 'product', 'tool'], [], 'made'),
} as const
