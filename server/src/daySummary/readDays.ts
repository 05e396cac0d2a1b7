import { clientById, type Management } from '@packboard/management'
import {
  AppError,
  addDays,
  type ClientScope,
  cutIntoDays,
  type DayPart,
  type Period,
  packsOf,
  startOfDay,
} from '@packboard/model'
import { type DayContext, dayContextCount, dayContexts } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import { type ChartQuestion, ledgerQuestion } from '../figures/chartQuestion.ts'
import { byText } from '../figures/contextSums.ts'
import { limits } from '../http/limits.ts'

/** The part of a window that falls into one day of a zone (D15); empty when they do not meet. */
export function dayPart({ from, to }: Period, date: string, zone: string): Period {
  const begins = Math.max(from.getTime(), startOfDay(date, zone).getTime())
  const ends = Math.min(to.getTime(), startOfDay(addDays(date, 1), zone).getTime())
  return { from: new Date(begins), to: new Date(Math.max(begins, ends)) }
}

/** One product with one tool on one machine on one day of the zone (D15), in seconds and packs. */
export type DaySummaryRow = {
  readonly date: string
  readonly serialNo: string
  readonly product: string
  readonly tool: string
  readonly run: number
  readonly idle: number
  readonly packs: number
  /** Packs by run minutes, without those after a gap (D63); null where nothing ran. */
  readonly packsPerMinute: number | null
}

/** The table of days: newest first, then by machine, product and tool; rows without time and packs are left out. */
function dayRows(
  contexts: readonly DayContext[],
  serialOf: (machineId: number) => string,
): DaySummaryRow[] {
  return contexts
    .filter(({ observed, packs }) => observed > 0 || packs > 0n)
    .map(({ date, machineId, product, tool, run, idle, packs, packsAfterGap }) => ({
      date,
      serialNo: serialOf(machineId),
      product,
      tool,
      run: run / 1000,
      idle: idle / 1000,
      packs: packsOf(packs),
      packsPerMinute: run > 0 ? (packsOf(packs - packsAfterGap) * 60_000) / run : null,
    }))
    .sort(
      (a, b) =>
        byText(b.date, a.date) ||
        byText(a.serialNo, b.serialNo) ||
        byText(a.product, b.product) ||
        byText(a.tool, b.tool),
    )
}

/** Does this client pay for the Per Day Summary (D51)? */
export async function isPremium(management: Management, scope: ClientScope): Promise<boolean> {
  const client = await clientById(management, scope.clientId)
  return client?.subscriptionLabel === 'premium'
}

/** Refuses a request for days of a client without premium (D51). */
export async function requirePremium(management: Management, scope: ClientScope): Promise<void> {
  if (!(await isPremium(management, scope))) throw new AppError('client.noPremium')
}

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
