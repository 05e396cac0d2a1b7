import {
  daySummary,
  machineStatusPie,
  machinesData,
  productsPie,
  speedPerMinute,
  stopCauses,
} from '@packboard/contract'
import {
  type Answer,
  edgesOf,
  inOrder,
  lineOf,
  type Question,
  type QuestionName,
} from './question.ts'
import { dayNumber, shiftAt } from './questionSql.ts'

type Call = { readonly path: string; readonly body?: object }
type Machines = { readonly clientId: number; serialOf(machineId: number): string }

/** The call of a page that answers a question; the window ends at a midnight. */
export function callOf(question: Question, machines: Machines): Call {
  const { name, machineIds, days } = question
  const [only = 0, ...others] = machineIds
  const machine = others.length > 0 ? 'All' : machines.serialOf(only)
  const { from, to } = edgesOf(question)
  const query = new URLSearchParams({
    ...{ clientId: String(machines.clientId), machineId: machine, machine },
    ...{ start_date: days.at(0)?.date ?? '', end_date: days.at(-1)?.date ?? '' },
    timezone: 'Europe/London',
  })
  if (name === 'machine totals') {
    const dates = { start_date: isoOf(from), end_date: isoOf(to) }
    const machinesIdArray = machineIds.map((id) => machines.serialOf(id))
    const body = { ...dates, clientId: machines.clientId, initialReq: 'yes', machinesIdArray }
    return { path: machinesData.path, body }
  }
  const paths: Record<Exclude<QuestionName, 'machine totals'>, string> = {
    states: machineStatusPie.path,
    products: productsPie.path,
    'stop causes': stopCauses.path,
    'day summary': daySummary.path,
    speed: speedPerMinute.path,
  }
  return { path: `${paths[name]}?${query}` }
}

const isoOf = (seconds: number) => new Date(seconds * 1_000).toISOString()
const packs = (billionths: string) => Number(billionths) / 1e9

/** What a page is given, in one order. */
export function linesOfApi({ name, stepSeconds, days }: Question, body: unknown): Answer {
  const lines: Record<QuestionName, () => string[]> = {
    states: () =>
      machineStatusPie.answer
        .parse(body)
        .data.pieChunks.filter(({ x, y }) => x !== 'Offline' && y !== 0)
        .map(({ x, y }) => lineOf(x.toLowerCase(), y)),
    products: () => productsPie.answer.parse(body).data.pieChunks.map(({ x, y }) => lineOf(x, y)),
    'stop causes': () =>
      stopCauses.answer
        .parse(body)
        .causes.map(({ group, cause, seconds, count }) => lineOf(group, cause, seconds, count)),
    'day summary': () =>
      daySummary.answer
        .parse(body)
        .groupedData.map((row) =>
          lineOf(
            ...[row.Day, row.Machine, row.Product, row.Tool],
            ...[row['Run Time'], row['Idle Time'], row['Number of Packs Packed']],
          ),
        ),
    'machine totals': () =>
      machinesData.answer
        .parse(body)
        .dataArray.map((row) =>
          lineOf(row.machineId, row.Run_Time_Prod, row.Idle_Time_Prod, row.Total_Packs_Prod),
        ),
    speed: () =>
      speedPerMinute.answer.parse(body).data.speed.map(({ x, y, min, max }) => {
        const at = Date.parse(String(x)) / 1_000
        return lineOf((at + shiftAt(days, at)) / stepSeconds, y, min, max)
      }),
  }
  return inOrder(lines[name]())
}

/** The exact sums as a page would be given them. */
export function asApiShows(question: Question, answer: Answer, machines: Machines): Answer {
  const dates = new Map(question.days.map(({ date }) => [String(dayNumber(date)), date]))
  const serial = (id = '') => machines.serialOf(Number(id))
  const shown: Record<QuestionName, (values: string[]) => string | null> = {
    states: ([category, ms]) => (ms === '0' ? null : lineOf(category, Number(ms) / 1_000)),
    products: ([product, sum = '']) => (sum === '0' ? null : lineOf(product, packs(sum))),
    'stop causes': ([group, cause, ms, stops]) => lineOf(group, cause, Number(ms) / 1_000, stops),
    'day summary': ([day = '', id, product, tool, run, idle, sum = '']) =>
      lineOf(
        ...[dates.get(day), serial(id), product, tool],
        ...[Number(run) / 1_000, Number(idle) / 1_000, packs(sum)],
      ),
    'machine totals': ([id, run, idle, sum = '']) =>
      lineOf(serial(id), Number(run) / 1_000, Number(idle) / 1_000, packs(sum)),
    speed: ([step, ms, sum, low, high]) => lineOf(step, Number(sum) / 1e6 / Number(ms), low, high),
  }
  return inOrder(
    answer.map((line) => shown[question.name](line.split('|'))).filter((line) => line !== null),
  )
}
