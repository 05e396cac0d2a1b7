import { cutIntoDays, type DayPart } from '@packboard/model'
import { dayContextCount, dayContexts } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import { type ChartQuestion, ledgerQuestion } from '../figures/chartQuestion.ts'
import { limits } from '../http/limits.ts'
import { type DaySummaryRow, dayRows } from './dayRows.ts'

/**
 * The window, day by day of its zone. A run that crosses midnight is split at midnight (D15). More rows than one answer
 * may have are refused (D83).
 */
export async function readDays(
  telemetry: Telemetry,
  requested: ChartQuestion,
): Promise<DaySummaryRow[]> {
  if (requested.nothing) return []
  return rowsOf(telemetry, requested, cutIntoDays(requested.period, requested.zone), limits.dayRows)
}

/** How many rows the window has, counted in the engine, and never beyond what a file may have. */
export async function countDayRows(
  telemetry: Telemetry,
  requested: ChartQuestion,
): Promise<number> {
  if (requested.nothing) return 0
  return dayContextCount(telemetry, requested.scope, {
    ...ledgerQuestion(requested),
    days: cutIntoDays(requested.period, requested.zone),
    most: limits.exportRows + 1,
  })
}

/** So many days are read at once for a file: a month is a short question. */
const daysOfPage = 28

/**
 * The same rows in pieces of some days, newest first, for a file of any length. `ask` gets each piece its turn. Days with
 * more rows than one answer may have are read one by one.
 */
export async function* dayPages(
  telemetry: Telemetry,
  requested: ChartQuestion,
  ask: <Answer>(question: () => Promise<Answer>, extent: ChartQuestion) => Promise<Answer>,
): AsyncGenerator<DaySummaryRow[]> {
  const days = requested.nothing ? [] : cutIntoDays(requested.period, requested.zone)
  for (let end = days.length; end > 0; end -= daysOfPage) {
    const part = days.slice(Math.max(0, end - daysOfPage), end)
    const page = await piece(part, limits.dayRows).catch((error: unknown) => {
      if (!isTooLong(error)) throw error
      return undefined
    })
    if (page) yield page
    else for (const day of part.reverse()) yield await piece([day], limits.exportRows)
  }

  function piece(part: readonly DayPart[], most: number) {
    const [first] = part
    const last = part.at(-1)
    if (!first || !last) return Promise.resolve([])
    const question = { ...requested, period: { from: first.period.from, to: last.period.to } }
    return ask(() => rowsOf(telemetry, question, part, most), question)
  }
}

const isTooLong = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'answer.tooManyRows'

async function rowsOf(
  telemetry: Telemetry,
  requested: ChartQuestion,
  days: readonly DayPart[],
  most: number,
): Promise<DaySummaryRow[]> {
  const contexts = await dayContexts(telemetry, requested.scope, {
    ...ledgerQuestion(requested),
    days,
    most,
  })
  const serials = new Map(requested.machines.map(({ id, serialNo }) => [id, serialNo]))
  return dayRows(contexts, (machineId) => serials.get(machineId) ?? '')
}
