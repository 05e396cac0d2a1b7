import type { ClientScope, DayPart } from '@packboard/model'
import { minuteOf } from '../ledger/fold/minute.ts'
import type { Telemetry } from '../store.ts'
import type { Dimensions, Numbers } from './measures.ts'
import { countSums, sums } from './sums.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** What one machine did with one product and tool on one local day (D15). */
export type DayContext = Pick<Dimensions, 'machineId' | 'product' | 'tool'> &
  Pick<Numbers, 'run' | 'idle' | 'packs' | 'packsAfterGap'> & {
    readonly date: string
    /** All time that was not offline. */
    readonly observed: number
  }

/** A window that is cut into local days; of its rows at most so many. */
type DaysQuestion = WindowQuestion & {
  readonly days: readonly DayPart[]
  readonly most: number
}

/**
 * The window day by day, machine, product and tool; in no certain order. `days` are the window, cut into local days. More
 * than `most` of them are refused.
 */
export async function dayContexts(
  telemetry: Telemetry,
  scope: ClientScope,
  question: DaysQuestion,
): Promise<DayContext[]> {
  const { days } = question
  if (days.length === 0) return []
  const found = await sums(telemetry, scope, {
    ...question,
    ...byDay(days),
    name: 'read.dayContexts',
  })
  return found.map(({ part, total: { ms, ...total } }) => {
    return { ...total, date: days[part]?.date ?? '', observed: ms }
  })
}

/** How many rows `dayContexts` has of whole minutes, counted in the engine up to `most`: enough to refuse a file. */
export async function dayContextCount(
  telemetry: Telemetry,
  scope: ClientScope,
  question: DaysQuestion,
): Promise<number> {
  const { days } = question
  if (days.length === 0) return 0
  return countSums(telemetry, scope, { ...question, ...byDay(days), name: 'read.dayContextCount' })
}

const byDay = (days: readonly DayPart[]) =>
  ({
    numbers: 'days',
    by: ['machineId', 'product', 'tool'],
    // Only the first may begin inside a minute; it has no minute before it (D15).
    starts: days.map(({ period }) => minuteOf(period.from.getTime())),
  }) as const
