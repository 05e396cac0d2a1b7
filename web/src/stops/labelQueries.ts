import { type LabelEntry, labelHistory, labelStop } from '@packboard/contract'
import { formatClock, formatDay } from '@packboard/model'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { CallFailed, call, failureText } from '../api/call.ts'
import { textsOf } from '../i18n/useTexts.ts'
import { serverNow } from '../time/serverClock.ts'
import type { StopLabelBody } from './labelChanges.ts'

export const sendLabel = (body: StopLabelBody) => call(labelStop, { body })

/** Does a refusal say that another person was faster? */
const isTaken = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && error.status === 409

/** What stands on a stretch since the last change of another person; null when that is not known. */
async function lastEntry({
  clientId,
  machineId,
  change,
}: StopLabelBody): Promise<LabelEntry | null> {
  try {
    const query = { clientId, machineId, from: textOf(change.from), to: textOf(change.to) }
    const { labels } = await call(labelHistory, { query })
    return labels.toSorted((a, b) => a.labelId - b.labelId).at(-1) ?? null
  } catch {
    return null
  }
}

const textOf = (at: string) => new Date(at).toISOString()

/**
 * Why a label was not stored, in words: of one that came second, who was first, when, and what that person said.
 */
export async function refusalOfLabel(
  error: unknown,
  body: StopLabelBody,
  nameOf: (reason: string) => string,
  zone: string,
): Promise<string> {
  const entry = isTaken(error) ? await lastEntry(body) : null
  if (!entry?.by) return failureText(error)
  const say = textsOf('stopBook')
  const now = new Date(serverNow())
  const today = formatDay(entry.at, zone) === formatDay(now, zone)
  const clock = formatClock(entry.at, zone).slice(0, 5)
  const time = today ? clock : `${formatDay(entry.at, zone)} ${clock}`
  const reason = entry.reason === null ? say('noReason') : nameOf(entry.reason)
  return say('wasFirst', { name: entry.by, time, reason })
}

export const historyQuery = (question: {
  clientId: number
  machineId: string
  from: string
  to: string
}) =>
  queryOptions({
    queryKey: ['labels', question],
    queryFn: async ({ signal }) => (await call(labelHistory, { query: question }, signal)).labels,
  })

const figuresOfLabels = [
  ['production', 'metrics'],
  ['explain'],
  ['daySummary', 'summary'],
  ['compare'],
] as const

/** What shows reasons of stops, and the figures that they may move (D73), are read again. */
export async function refreshLabels(queries: QueryClient) {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['production', 'stops'] }),
    queries.invalidateQueries({ queryKey: ['production', 'stop'] }),
    ...figuresOfLabels.map((queryKey) => queries.invalidateQueries({ queryKey })),
    queries.invalidateQueries({ queryKey: ['labels'] }),
    queries.invalidateQueries({ queryKey: ['operator'] }),
  ])
}
