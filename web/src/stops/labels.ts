import {
  type LabelEntry,
  labelHistory,
  labelStop,
  type StopPart,
  type StopRow,
} from '@packboard/contract'
import { formatClock, formatDay } from '@packboard/model'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { CallFailed, call, failureText } from '../api/call.ts'
import { textsOf } from '../i18n/useTexts.ts'
import { serverNow } from '../time/serverClock.ts'

export type StopLabelBody = z.input<typeof labelStop.body>
export type LabelChange = StopLabelBody['change']

/** A stretch with the labels in it, as a change names them. */
export function stretchOf(parts: readonly Pick<StopPart, 'start' | 'end' | 'labelId'>[]): {
  from: string
  to: string
  replaces: number[]
} {
  const starts = parts.map(({ start }) => start.getTime())
  const ends = parts.map(({ end }) => end.getTime())
  return {
    from: new Date(Math.min(...starts)).toISOString(),
    to: new Date(Math.max(...ends)).toISOString(),
    replaces: [...new Set(parts.flatMap(({ labelId }) => labelId ?? []))],
  }
}

/** A random UUID. Of the browser's own maker there is none on an address without TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The parts that one press names: all where none has a reason, else the first stretch without one. */
export function partsToName(parts: readonly StopPart[]): readonly StopPart[] {
  const first = parts.findIndex(({ reason }) => reason === null)
  if (first < 0) return []
  const after = parts.findIndex(({ reason }, index) => index > first && reason !== null)
  return parts.slice(first, after < 0 ? undefined : after)
}

/** A label on parts of a stop; on the end of one that goes on it holds until the machine runs. */
export function labelChange(
  { parts: all, goesOn }: Pick<StopRow, 'parts' | 'goesOn'>,
  parts: readonly StopPart[],
  reason: string,
  note: string,
): LabelChange {
  const untilRun = goesOn && parts.at(-1) === all.at(-1)
  return { action: 'label', ...stretchOf(parts), reason, note, untilRun }
}

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
  ['shiftPage'],
] as const

/** What shows reasons of stops, and the figures that they may move (D73), are read again. */
export async function refreshLabels(queries: QueryClient) {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['production', 'stops'] }),
    queries.invalidateQueries({ queryKey: ['production', 'stop'] }),
    queries.invalidateQueries({ queryKey: ['production', 'stopCauses', 'reason'] }),
    ...figuresOfLabels.map((queryKey) => queries.invalidateQueries({ queryKey })),
    queries.invalidateQueries({ queryKey: ['labels'] }),
    queries.invalidateQueries({ queryKey: ['operator'] }),
  ])
}
