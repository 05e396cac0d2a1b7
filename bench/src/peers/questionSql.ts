import {
  type Answer,
  edgesOf,
  type LocalDay,
  type Question,
  type QuestionName,
} from './question.ts'

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
