import { machineStates } from '@packboard/model'
import { id, instant, numeral, serialNo } from './endpoint.ts'
import { z } from './z.ts'

const codes = machineStates.map(({ code }) => code)

/** The codes that a state can have, in words: `State code 1 to 26`. */
export const stateCodes = `State code ${Math.min(...codes)} to ${Math.max(...codes)}`

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date()

/** A time of day, `HH:mm`. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** An IANA zone such as `Europe/London`; an unknown one is refused with 400. */
export const timezone = z.string().min(1).max(64)

/** `All`, like leaving it out, filters nothing (D17). */
export const all = 'All'

const choice = z.string().max(512).default(all)

/**
 * One stretch without break from the start day and time to the end day and time in a zone (D16), at most 3 years. It is
 * answered up to the present: the future is part of no figure.
 */
export const windowQuery = {
  start_date: day,
  end_date: day,
  start_time: timeOfDay.default('00:00'),
  end_time: timeOfDay.default('23:59').describe('23:59 reaches to the end of that minute'),
  timezone: timezone.default('UTC'),
  until: z.iso
    .datetime()
    .optional()
    .describe(
      'Answer as of this instant instead of the present: several figures of one page, and the explanation of one, agree',
    ),
}

/** What the filter bar holds (D17). */
export const filterQuery = {
  ...windowQuery,
  product: choice,
  tool: choice,
  recipe: choice.describe(`${stateCodes}, a state name or an alarm group`),
  machine: z
    .union([z.literal(all), serialNo])
    .default(all)
    .describe('Serial number'),
}

/** The machines of one line. */
export const lineChoice = choice.describe(
  'Only machines of this line, by the line in which they stood when the window began',
)

/** The filter of a chart: of one machine, or of all machines of a client. */
export const chartQuery = z.object({
  clientId: id,
  machineId: z
    .union([z.literal(all), serialNo])
    .default(all)
    .describe('Serial number'),
  ...filterQuery,
})
export type ChartQuery = z.output<typeof chartQuery>

/** Which page of a table, counted from 1, and how long a page is. */
export const pageParams = z.object({
  page: numeral({ max: 1_000_000 }),
  pageSize: numeral({ max: 200 }),
})

/** The longest window (specification §9). */
export const windowLimitDays = 3 * 366

/** Closed time of a plan: what is OFFLINE in it is "not scheduled" (D73). */
export const closedSpans = z
  .array(z.object({ from: instant, to: instant }))
  .optional()
  .describe('Closed time of the plan, in order; OFFLINE in it is "not scheduled". Absent: none')
