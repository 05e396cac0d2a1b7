import type { ClientScope } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import { minuteOf } from '../ledger/fold/minute.ts'
import type { CurrentHours } from '../ledger/hourBook.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { filterLists, rowMatches } from './contextFilter.ts'
import {
  ContextSums,
  contextColumns,
  contextHolds,
  contextKey,
  contextOf,
  contextValues,
  type Dimension,
  type TotalBy,
} from './contextTotals.ts'
import { readWindow } from './readWindow.ts'
import { fromBoth, fromHours, fromMinutes, rowSteps } from './rowSteps.ts'
import { partsOf, stepAt } from './stepAt.ts'
import type { WindowQuestion } from './windowQuestion.ts'

const chosen = `SELECT roundDown(at, {steps:Array(UInt32)}) AS part, ${contextValues}` as const
const grouped = `WHERE ${rowMatches} GROUP BY part, ${contextKey} ${contextHolds}` as const

const sql = {
  hours: `${chosen} ${fromHours} ${grouped}`,
  minutes: `${chosen} ${fromMinutes} ${grouped}`,
  both: `${chosen} ${fromBoth} ${grouped}`,
} as const

const columns = { part: 'UInt32', ...contextColumns } as const

/**
 * The context totals of each part of a window, in the order of `starts`: instants on whole minutes at which parts begin, the
 * first at or before the window. All parts together are at most as many contexts as one window may have.
 */
export async function partTotals<By extends Dimension>(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion & { readonly by: readonly By[]; readonly starts: readonly Date[] },
): Promise<TotalBy<By>[][]> {
  const { filter, by } = question
  const starts = question.starts.map((start) => minuteOf(start.getTime()))
  if (starts.length === 0) return []
  const most = answerRows.contexts

  const rows = async (
    parts: ContextSums[],
    stretches: readonly MachineStretch[],
    hours: CurrentHours,
  ) => {
    const { tables, ...steps } = rowSteps(stretches, hours, starts)
    const params = {
      ...steps,
      ...filterLists(filter),
      steps: starts.map((start) => start / 1_000),
      by: [...by],
      most: most + 1,
    }
    await selectRows(
      telemetry.context,
      { name: 'read.partTotals', sql: sql[tables], params, columns },
      (all) => {
        for (const row of all) parts[stepAt(starts, row.part * 1_000)]?.add(contextOf(row))
        check(parts)
      },
    )
  }

  const check = (parts: readonly ContextSums[]) =>
    checkRows(
      parts.reduce((sum, { size }) => sum + size, 0),
      most,
    )

  const found = await readWindow<ContextSums[]>(telemetry, scope, question, {
    begin: () => starts.map(() => new ContextSums(filter, by)),
    // The first one may begin before the window.
    cuts: starts.slice(1),
    rows,
    remembered: (parts, { machineId, from, to }, held) => {
      for (const [first, last] of partsOf(starts, from, to)) {
        const sums = parts[stepAt(starts, first)]
        for (const total of held.contexts(first, last)) {
          if (total.ms > 0 || total.packs > 0n || total.rejects !== null) {
            sums?.addEvent({ machineId, ...total })
          }
        }
      }
    },
    event: (parts, event) => {
      // Packs are of the part of the later sample, which is where they were counted.
      const at = event.ms === 0 ? event.to : event.from
      parts[stepAt(starts, at)]?.addEvent(event)
    },
  })
  check(found)
  return found.map((sums) => sums.totals())
}
