import type { ClientScope } from '@packboard/model'
import { scaled } from '../clickhouse/decimals.ts'
import { selectRows } from '../clickhouse/select.ts'
import { minuteOf } from '../ledger/fold/minute.ts'
import type { CurrentHours } from '../ledger/hourBook.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { checkRows } from './answerRows.ts'
import { filterLists, matches } from './contextFilter.ts'
import { type DaysQuestion, dayGroups, daySteps } from './dayPieces.ts'
import { readWindow } from './readWindow.ts'
import { fromBoth, fromHours, fromMinutes } from './rowSteps.ts'
import { partsOf, stepAt } from './timeSteps.ts'

/** What one machine did with one product and tool on one local day (D15). */
export type DayContext = {
  readonly date: string
  readonly machineId: number
  readonly product: string
  readonly tool: string
  /** Milliseconds. */
  readonly run: number
  readonly idle: number
  /** All time that was not offline. */
  readonly observed: number
  /** Billionths. */
  readonly packs: bigint
  /** Of these, read after a gap (D63). */
  readonly packsAfterGap: bigint
}

const chosen = `
  SELECT day, machineId, product, tool,
    toInt64(sumIf(ms, category = 'run')) AS run,
    toInt64(sumIf(ms, category = 'idle')) AS idle,
    toInt64(sum(ms)) AS observed,
    toString(sum(packs)) AS dayPacks,
    toString(sumIf(packs, category = 'offline')) AS packsAfterGap
` as const

const sql = {
  hours: `${chosen} ${fromHours} ${dayGroups}`,
  minutes: `${chosen} ${fromMinutes} ${dayGroups}`,
  both: `${chosen} ${fromBoth} ${dayGroups}`,
} as const

const columns = {
  day: 'UInt32',
  machineId: 'UInt32',
  product: 'String',
  tool: 'String',
  run: 'Int64',
  idle: 'Int64',
  observed: 'Int64',
  dayPacks: 'String',
  packsAfterGap: 'String',
} as const

type Mutable = { -readonly [Key in keyof DayContext]: DayContext[Key] }
type Days = Map<string, Mutable>

/**
 * The window day by day, machine, product and tool; in no certain order. `days` are the window, cut into local days. More
 * than `most` of them are refused.
 */
export async function dayContexts(
  telemetry: Telemetry,
  scope: ClientScope,
  question: DaysQuestion,
): Promise<DayContext[]> {
  const { days, filter, most } = question
  // Only the first may begin inside a minute; it has no minute before it (D15).
  const starts = days.map(({ period }) => minuteOf(period.from.getTime()))
  const dateAt = (at: number) => days[stepAt(starts, at)]?.date ?? ''
  const rows = async (found: Days, stretches: readonly MachineStretch[], hours: CurrentHours) => {
    const steps = daySteps(stretches, hours, starts)
    const params = { ...steps.params, ...filterLists(filter) }
    await selectRows(
      telemetry.context,
      { name: 'read.dayContexts', sql: sql[steps.tables], params, columns, mostGroups: most },
      (all) => {
        for (const { day, run, idle, observed, dayPacks, packsAfterGap, ...context } of all) {
          add(found, {
            ...context,
            date: dateAt(day * 1_000),
            run: Number(run),
            idle: Number(idle),
            observed: Number(observed),
            packs: scaled(dayPacks, 9),
            packsAfterGap: scaled(packsAfterGap, 9),
          })
        }
        checkRows(found.size, most)
      },
    )
  }
  if (days.length === 0) return []
  const found = await readWindow<Days>(telemetry, scope, question, {
    begin: () => new Map(),
    // The first one may begin before the window.
    cuts: starts.slice(1),
    rows,
    remembered: (sums, { machineId, from, to }, held) => {
      for (const [first, last] of partsOf(starts, from, to)) {
        const date = dateAt(first)
        for (const context of held.contexts(first, last)) {
          const { product, tool, category, ms, packs } = context
          if (!matches(filter, context) || (ms === 0 && packs === 0n)) continue
          add(sums, {
            date,
            machineId,
            product,
            tool,
            run: category === 'run' ? ms : 0,
            idle: category === 'idle' ? ms : 0,
            observed: ms,
            packs,
            packsAfterGap: category === 'offline' ? packs : 0n,
          })
        }
        checkRows(sums.size, most)
      }
    },
    event: (sums, event) => {
      const { machineId, product, tool, category, ms, packs } = event
      if (!matches(filter, event) || (ms === 0 && packs === 0n)) return
      add(sums, {
        // Packs are of the day of the later sample, which is where they were counted.
        date: dateAt(ms === 0 ? event.to : event.from),
        machineId,
        product,
        tool,
        run: category === 'run' ? ms : 0,
        idle: category === 'idle' ? ms : 0,
        observed: ms,
        packs,
        packsAfterGap: category === 'offline' ? packs : 0n,
      })
    },
  })
  checkRows(found.size, most)
  return [...found.values()]
}

function add(sums: Days, day: DayContext): void {
  const key = `${day.date}\u0000${day.machineId}\u0000${day.product}\u0000${day.tool}`
  const sum = sums.get(key)
  if (sum === undefined) {
    sums.set(key, { ...day })
    return
  }
  sum.run += day.run
  sum.idle += day.idle
  sum.observed += day.observed
  sum.packs += day.packs
  sum.packsAfterGap += day.packsAfterGap
}
