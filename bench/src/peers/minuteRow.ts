/** A step of the ledger that peers are filled with: the same rows by minute and by hour. */
export const steps = ['minute', 'hour'] as const
export type Step = (typeof steps)[number]

/** The columns of a row as a peer keeps them: every sum is a whole number. */
export const words = ['category', 'product', 'tool', 'cause_group', 'cause'] as const
export const wholes = [
  'ms',
  'packs',
  'rejects',
  'speed_ms',
  'speed_sum',
  'samples',
  'stops',
] as const
export const floats = ['speed_min', 'speed_max'] as const
export const columns = ['machine_id', 'began', 'state', ...words, ...wholes, ...floats] as const

/**
 * What one machine did in one context of a minute or an hour; `began` is its beginning in seconds since 1970. Packs and rejects are
 * billionths, `speed_sum` is in millionths (ppm · ms).
 */
export type LedgerRow = {
  readonly machine_id: number
  readonly began: number
  readonly state: number
  readonly category: string
  readonly product: string
  readonly tool: string
  readonly cause_group: string
  readonly cause: string
  readonly ms: string
  readonly packs: string
  readonly rejects: string | null
  readonly speed_ms: string
  readonly speed_sum: string
  readonly samples: string
  readonly stops: string
  readonly speed_min: number | null
  readonly speed_max: number | null
}

const scaledSums = `
  toString(ms) AS ms, toString(toInt64(packs * 1000000000)) AS packs, toString(toInt64(rejects * 1000000000)) AS rejects,
  toString(speed_ms) AS speed_ms, toString(toInt64(speed_sum * 1000000)) AS speed_sum, toString(samples) AS samples,
  toString(stops) AS stops, speed_min, speed_max`
const names =
  'machine_id, toUnixTimestamp(began) AS began, state, category, product, tool, cause_group, cause'

/** The rows of the product's own store under these names; minutes are unfolded from their pieces. */
export const flatRows: Record<Step, string> = {
  minute: `(
    SELECT client_id, machine_id, minute AS began, pieces.state AS state, pieces.category AS category, pieces.product AS product,
      pieces.tool AS tool, pieces.cause_group AS cause_group, pieces.cause AS cause, pieces.ms AS ms, pieces.packs AS packs,
      pieces.rejects AS rejects, (pieces.ms - pieces.speedless_ms) AS speed_ms, pieces.speed_sum AS speed_sum, pieces.samples AS samples,
      pieces.stops AS stops, pieces.speed_min AS speed_min, pieces.speed_max AS speed_max
    FROM minute_ledger FINAL ARRAY JOIN pieces
  )`,
  hour: '(SELECT *, hour AS began FROM hour_ledger FINAL)',
}

/** Reads the rows of one machine for the peers. */
export const rowsSql = (step: Step, machineId: number, from: number, to: number) => `
  SELECT ${names}, ${scaledSums}
  FROM (SELECT * FROM ${flatRows[step]} WHERE machine_id = ${machineId} AND began >= toDateTime(${from}, 'UTC') AND began < toDateTime(${to}, 'UTC'))
`
