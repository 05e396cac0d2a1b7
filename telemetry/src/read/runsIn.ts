import type { ClientScope } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { minuteFrom, minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import { type MachineStretch, minuteInStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { readWindow, type WindowParts } from './readWindow.ts'
import { keysOf, type PlacedStretch, placeOfMinute } from './rowKeys.ts'
import { spansOf, spanTexts } from './stopGroups.ts'
import { foldMinutes } from './stopMinutes.ts'
import type { WindowOfMachines } from './windowQuestion.ts'

/** Time of a machine; ms since 1970. */
export type MachineSpan = {
  readonly machineId: number
  readonly from: number
  readonly to: number
}

/** A stretch that is looked through for runs; with `untilRun` also what follows it, until the machine runs. */
export type RunStretch = MachineSpan & { readonly untilRun: boolean }

/** How far a run after a stretch is looked for, one step after the other: most stops are short. */
const reaches = [60, 24 * 60, 31 * 24 * 60].map((minutes) => minutes * minuteMs)

/** Minutes in which a machine ran, at most so many of each place. */
const sql = `
  WITH arrayFilter((state, category, ms) -> category = 'run' AND ms > 0, pieces.state, pieces.category, pieces.ms)
    AS running
  SELECT machine_id AS machineId, toInt64(toUnixTimestamp(minute)) * 1000 AS start,
    ${placeOfMinute} AS place,
    ${spanTexts} AS states,
    arrayStringConcat(arrayMap(state -> toString(state), running), ',') AS ran,
    arrayStringConcat(arrayMap(state -> toString(state),
      arrayFilter((state, category, ms) -> category NOT IN ('run', 'offline') AND ms > 0,
        pieces.state, pieces.category, pieces.ms)), ',') AS stood
  FROM minute_ledger FINAL
  PREWHERE ${minuteInStretch}
    AND ${placeOfMinute} > 0
  WHERE notEmpty(running)
  ORDER BY machineId, start
  LIMIT {each:UInt32} BY place
` as const

const columns = {
  machineId: 'UInt32',
  start: 'Int64',
  place: 'UInt32',
  states: 'String',
  ran: 'String',
  stood: 'String',
} as const

/**
 * The times in which machines ran within some stretches, and the first one after those that go on; in any order, and not beyond
 * `until`. Runs around them may be among the answer.
 */
export async function runsIn(
  telemetry: Telemetry,
  scope: ClientScope,
  { stretches, until }: { readonly stretches: readonly RunStretch[]; readonly until: number },
): Promise<MachineSpan[]> {
  const wanted = stretches.filter(({ from }) => from < until)
  if (wanted.length === 0) return []
  const goesOn = wanted.some(({ untilRun }) => untilRun)
  const last = goesOn ? until : Math.max(...wanted.map(({ to }) => to))
  // Whole minutes need no fold at their edges.
  const period = {
    from: new Date(minuteOf(Math.min(...wanted.map(({ from }) => from)))),
    to: new Date(minuteFrom(Math.min(until, last))),
  }
  const machineIds = [...new Set(wanted.map(({ machineId }) => machineId))]
  const findRuns: ReadsRuns = async (found, rows, view) => {
    const question = { context: telemetry.context, view, rows }
    found.push(...(await runMinutes(question, wanted, answerRows.stopParts)))
    let open = wanted.filter(({ untilRun }) => untilRun)
    for (const reach of reaches) {
      if (open.length === 0) return
      const after = open.map(({ machineId, to }) => ({ machineId, from: to, to: to + reach }))
      const runs = await runMinutes(question, after, 2)
      found.push(...runs)
      open = open.filter(
        ({ machineId, to }) =>
          to + reach < until &&
          !runs.some((run) => {
            return run.machineId === machineId && run.to > to && run.from < to + reach
          }),
      )
    }
  }
  return readWindow(telemetry, scope, { machineIds, period }, { ...ofRuns, rows: findRuns })
}

/** The times in which machines ran, as they were when only what had been received until then was known; in any order. */
export const runsAsOf = (
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowOfMachines & { readonly receivedUntil: Date },
): Promise<MachineSpan[]> =>
  readWindow(telemetry, scope, question, { ...ofRuns, rows: async () => {} })

type ReadsRuns = WindowParts<MachineSpan[]>['rows']

const ofRuns: Omit<WindowParts<MachineSpan[]>, 'rows'> = {
  named: false,
  begin: () => [],
  events: (found, events) => {
    for (const { machineId, from, to, ms, category, recovered } of events) {
      // When the machine ran in a gap is not known, so it voids no label.
      if (category === 'run' && ms > 0 && recovered === null) found.push({ machineId, from, to })
    }
  },
}

type RowQuestion = {
  readonly context: TelemetryContext
  readonly view: LedgerView
  readonly rows: readonly MachineStretch[]
}

/** Runs in the minutes of some stretches, of each stretch those of the first `each` minutes that have one. */
async function runMinutes(
  { context, view, rows }: RowQuestion,
  stretches: readonly MachineSpan[],
  each: number,
): Promise<MachineSpan[]> {
  const runs: MachineSpan[] = []
  const unclear: { machineId: number; minute: number }[] = []
  for (const { edges, places, machineIds } of keysOf(placesOf(stretches))) {
    const own = rows.filter(({ machineId }) => machineIds.includes(machineId))
    if (own.length === 0) continue
    const params = { ...stretchLists(own), edges, places, each }
    await selectRows(context, { name: 'read.runsIn', sql, params, columns }, (found) => {
      for (const { machineId, start, states, ran, stood } of found) {
        const minute = Number(start)
        const running = ran.split(',').map(Number)
        const standing = stood === '' ? [] : stood.split(',').map(Number)
        // A warning may be run and stop in one minute (D13): which came when is only in the raw records.
        if (running.some((state) => standing.includes(state))) unclear.push({ machineId, minute })
        else {
          for (const { from, to, state } of spansOf(states)) {
            if (running.includes(state)) {
              runs.push({ machineId, from: minute + from, to: minute + to })
            }
          }
        }
      }
      checkRows(runs.length, answerRows.stopParts)
    })
  }
  for (const { machineId, from, to, stood } of await foldMinutes(context, view, rows, unclear)) {
    if (stood === null) runs.push({ machineId, from, to })
  }
  return runs
}

/** Stretches without overlap, each with a place of its own, one for each beginning. */
function placesOf(stretches: readonly MachineSpan[]): PlacedStretch[] {
  const placed: PlacedStretch[] = []
  for (const [machineId, own] of Map.groupBy(stretches, (stretch) => stretch.machineId)) {
    const minutes = own
      .map(({ from, to }) => ({ from: minuteOf(from), to: minuteFrom(to) }))
      .sort((a, b) => a.from - b.from)
    let reach = 0
    for (const [index, { from, to }] of minutes.entries()) {
      reach = Math.max(reach, to)
      const end = Math.min(reach, minutes[index + 1]?.from ?? reach)
      if (from < end) placed.push({ machineId, from, to: end, place: placed.length + 1 })
    }
  }
  return placed
}
