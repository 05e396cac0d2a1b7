import type { ClientScope } from '@packboard/model'
import { minuteOf } from '../ledger/fold/minute.ts'
import type { Telemetry } from '../store.ts'
import { answerRows } from './answerRows.ts'
import type { Dimension, Dimensions, Numbers } from './measures.ts'
import { type SumsQuestion, sums } from './sums.ts'
import type { SpanMark, UnplannedSpans } from './unplannedSpans.ts'
import type { WindowQuestion } from './windowQuestion.ts'

export type { Dimension } from './measures.ts'

type ContextNumbers = Pick<Numbers, 'ms' | 'packs' | 'rejects' | 'stops'>
/** Who worked there is absent unless a question divides by it. */
type ContextOf = Omit<Dimensions, 'user'> & Partial<Pick<Dimensions, 'user'>>

/** What one machine did in one context: every pie, bar and metric is a sum of these. */
export type ContextTotal = ContextOf & ContextNumbers

/** What is known of a context in a sum by these dimensions. */
export type TotalBy<By extends Dimension> = Pick<ContextOf, By> & ContextNumbers

type Unnamed = Exclude<Dimension, 'user'>
const unnamed: readonly Unnamed[] = [
  'machineId',
  'state',
  'category',
  'product',
  'tool',
  'causeGroup',
  'cause',
]

/** Times, packs, rejects and stops of machines over a window, context by context, or by fewer dimensions. */
export async function contextTotals<By extends Unnamed = Unnamed>(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion & { readonly by?: readonly By[] },
): Promise<TotalBy<By>[]> {
  const { by = unnamed as readonly By[] } = question
  const found = await sums(telemetry, scope, {
    ...question,
    name: 'read.contextTotals',
    numbers: 'contexts',
    by,
    most: answerRows.contexts,
  })
  return found.map(({ total }) => total)
}

/** The parts of a window: instants on whole minutes at which they begin, the first at or before the window. */
type Parts<By extends Dimension> = {
  readonly by?: readonly By[]
  readonly starts: readonly Date[]
}

/**
 * The context totals of each part of a window, in the order of `starts`. All parts together are at most as many contexts as one window may
 * have. By `user` it costs what the minutes of the window cost: hours and what is cached do not know who worked (D54).
 */
export async function partTotals<By extends Dimension>(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion & Parts<By>,
): Promise<TotalBy<By>[][]> {
  return partsOf(telemetry, scope, question, 'read.partTotals', answerRows.contexts)
}

/** Sums of a part under one mark; without one nothing takes them out of planned time (D72, D73). */
export type PlannedTotal<Total> = Total & SpanMark

/**
 * The same, where a plan, labels or modes divide the time of the machines: a context has one total for each mark. All of them together
 * are the totals of `partTotals`, to the last digit. A plan lies on whole minutes; labels and modes may begin and end at any ms: what
 * they decide is read once more and moved from one sum to the other (`movedTimes`), so it costs what they cover and not the window.
 */
export async function plannedTotals<By extends Dimension = Unnamed>(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion & Parts<By> & { readonly spans: UnplannedSpans },
): Promise<PlannedTotal<TotalBy<By>>[][]> {
  // What divides time makes several totals of one context, and must not refuse a question for that.
  return partsOf(telemetry, scope, question, 'read.plannedTotals', 3 * answerRows.contexts)
}

/**
 * The totals of a window as they were when only what had been received until then was known, divided by what takes time out of planned
 * time (D72, D73).
 */
export async function contextTotalsAsOf(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion & {
    readonly receivedUntil: Date
    readonly spans?: UnplannedSpans | undefined
  },
): Promise<PlannedTotal<ContextTotal>[]> {
  const whole = { ...question, starts: [question.period.from] }
  const most = answerRows.contexts
  const [totals = []] = await partsOf(telemetry, scope, whole, 'read.totalsAsOf', most)
  return totals
}

async function partsOf<By extends Dimension = Unnamed>(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion &
    Parts<By> &
    Pick<SumsQuestion<'contexts', By>, 'spans' | 'receivedUntil'>,
  name: string,
  most: number,
): Promise<PlannedTotal<TotalBy<By>>[][]> {
  const { by = unnamed as readonly By[] } = question
  const starts = wholeMinutes(question.starts)
  const divided = { ...question, name, numbers: 'contexts', by, starts, most } as const
  return starts.length === 0 ? [] : byPart(starts, await sums(telemetry, scope, divided))
}

/** What OEEE is made of, of one product on one machine. */
export type OeeTotal = Pick<Dimensions, 'machineId' | 'product'> &
  Pick<
    Numbers,
    | 'run'
    | 'alarm'
    | 'idle'
    | 'ancillary'
    | 'unknown'
    | 'external'
    | 'externalRun'
    | 'packs'
    | 'packsAfterGap'
    | 'rejectsInTime'
  >

/** The totals of each part of a window as `plannedTotals` has them, with one total where that has one for each state: for many short parts. */
export async function oeeTotals(
  telemetry: Telemetry,
  scope: ClientScope,
  question: Omit<WindowQuestion, 'filter'> &
    Pick<Parts<'machineId'>, 'starts'> & { readonly spans: UnplannedSpans },
): Promise<PlannedTotal<OeeTotal>[][]> {
  const starts = wholeMinutes(question.starts)
  if (starts.length === 0) return []
  const found = await sums(telemetry, scope, {
    ...{
      ...question,
      name: 'read.oeeTotals',
      numbers: 'oee',
      by: ['machineId', 'product'],
      starts,
    },
    most: 3 * answerRows.contexts,
  })
  return byPart(starts, found)
}

const wholeMinutes = (starts: readonly Date[]) => starts.map((start) => minuteOf(start.getTime()))

function byPart<Total extends object>(
  starts: readonly number[],
  found: readonly { readonly part: number; readonly mark: SpanMark; readonly total: Total }[],
): PlannedTotal<Total>[][] {
  const parts: PlannedTotal<Total>[][] = starts.map(() => [])
  for (const { part, mark, total } of found) parts[part]?.push(Object.assign(total, mark))
  return parts
}
