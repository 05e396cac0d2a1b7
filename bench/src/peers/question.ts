/** A day of the zone as two instants, in seconds since 1970. */
export type LocalDay = { readonly date: string; readonly from: number; readonly to: number }

/** What is summed, over which machines and days. */
export type Question = {
  readonly name: QuestionName
  readonly machineIds: readonly number[]
  readonly days: readonly LocalDay[]
  /** Length of a step of the speed chart. */
  readonly stepSeconds: number
}

export const questionNames = [
  'states',
  'products',
  'stop causes',
  'day summary',
  'machine totals',
  'speed',
] as const
export type QuestionName = (typeof questionNames)[number]

/** The sums of an answer in one order: equal texts are equal answers. */
export type Answer = readonly string[]

export const lineOf = (...values: readonly unknown[]) => values.map(String).join('|')
export const inOrder = (lines: readonly string[]): Answer => [...lines].sort()

/** The beginning and the end of a question, in seconds since 1970. */
export function edgesOf({ days }: Pick<Question, 'days'>) {
  const [first, last] = [days.at(0), days.at(-1)]
  if (!first || !last) throw new Error('a question has days')
  return { from: first.from, to: last.to }
}

/** A store that is filled with the same rows and answers the same questions. */
export type Peer = {
  readonly name: string
  /** How its rows are laid out, and why so. */
  readonly schema: string
  add(step: Step, rows: readonly LedgerRow[]): Promise<void>
  /** After the last row: what its makers advise before it is read. */
  filled(): Promise<void>
  answer(question: Question, step: Step): Promise<Answer>
  close(): Promise<void>
}

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

/** What the SQL of stores differs in. */
export type Dialect = {
  readonly table: string
  /** A whole number divided without a rest. */
  quotient(dividend: string, divisor: number): string
  /** An instant as the column `began` is compared with. */
  instant(seconds: number): string
  /** The column `began` in seconds since 1970. */
  readonly seconds: string
  /** A sum as a whole number in the unit of the rows. */
  packs(sum: string): string
  speed(sum: string): string
}

const daySeconds = 86_400
const halfDay = daySeconds / 2

/** One statement whose rows, joined by bars, are the lines of the answer. */
export function questionSql(question: Question, dialect: Dialect): string {
  const { machineIds, stepSeconds } = question
  const { from, to } = edgesOf(question)
  const { table, seconds, quotient, packs, speed, instant } = dialect
  const where = `FROM ${table} WHERE client_id = 90 AND machine_id IN (${machineIds.join(',')}) AND began >= ${instant(from)} AND began < ${instant(to)}`
  const msOf = (category: string) => `sum(CASE WHEN category = '${category}' THEN ms ELSE 0 END)`
  const statements: Record<QuestionName, () => string> = {
    states: () => `SELECT category, sum(ms) ${where} GROUP BY category`,
    products: () => `SELECT product, ${packs('sum(packs)')} ${where} GROUP BY product`,
    'stop causes': () =>
      `SELECT cause_group, cause, sum(ms), sum(stops) ${where} AND category NOT IN ('run', 'offline') GROUP BY cause_group, cause`,
    'day summary': () => {
      const day = quotient(`(${seconds} + ${localShift(question, seconds)})`, daySeconds)
      return `SELECT ${day} AS day, machine_id, product, tool, ${msOf('run')}, ${msOf('idle')}, ${packs('sum(packs)')} ${where} GROUP BY day, machine_id, product, tool`
    },
    'machine totals': () =>
      `SELECT machine_id, ${msOf('run')}, ${msOf('idle')}, ${packs('sum(packs)')} ${where} GROUP BY machine_id`,
    speed: () =>
      `SELECT ${quotient(`(${seconds} + ${localShift(question, seconds)})`, stepSeconds)} AS step, sum(speed_ms), ${speed('sum(speed_sum)')}, min(speed_min), max(speed_max) ${where} AND speed_ms > 0 GROUP BY step`,
  }
  return statements[question.name]()
}

/** How many seconds the clock of a local day is ahead of UTC. */
const shiftOf = ({ date, from }: LocalDay) => Date.parse(`${date}T00:00:00Z`) / 1_000 - from

/**
 * The same at an instant, in seconds since 1970. On a day of 23 or 25 hours it changes half a day before the next one begins, so that its
 * first and its last minute are both of it.
 */
export const shiftAt = (days: readonly LocalDay[], at: number) => {
  const day = days.findLast(({ from }) => at >= from - halfDay) ?? days[0]
  return day ? shiftOf(day) : 0
}

/** The shift at the instant of a row, as SQL. */
function localShift({ days }: Question, seconds: string): string {
  const changes = days.filter((day, i) => {
    const before = days[i - 1]
    return before && shiftOf(before) !== shiftOf(day)
  })
  const [first] = days
  return changes.reduce(
    (before, day) =>
      `CASE WHEN ${seconds} >= ${day.from - halfDay} THEN ${shiftOf(day)} ELSE ${before} END`,
    String(first ? shiftOf(first) : 0),
  )
}

/** The number that the SQL gives to a local day. */
export const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1_000 / daySeconds

/** A day on which the clock changes has steps of its own length: its speeds are left out of the comparison, never its sums. */
export function comparable({ name, days, stepSeconds }: Question, answer: Answer): Answer {
  if (name !== 'speed') return answer
  const uneven = new Set(
    days.filter(({ from, to }) => to - from !== daySeconds).map(({ date }) => dayNumber(date)),
  )
  return answer.filter((line) => {
    const [step] = line.split('|')
    return !uneven.has(Math.floor((Number(step) * stepSeconds) / daySeconds))
  })
}
