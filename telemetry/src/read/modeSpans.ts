import { addModeSpan, type ClientScope, type ModeSpan } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import { hourMs, minuteMs } from '../ledger/fold/minute.ts'
import type { CurrentHours } from '../ledger/hourBook.ts'
import {
  hourInStretch,
  type MachineStretch,
  minuteInStretch,
  stretchLists,
} from '../ledger/store/machinePlace.ts'
import { decodeModes } from '../ledger/store/storedMinuteRow.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { readWindow } from './readWindow.ts'
import type { WindowOfMachines } from './windowQuestion.ts'

const sql = {
  hours: `
  SELECT machine_id AS machineId, toDateTime64(hour, 3, 'UTC') AS start, modes
  FROM mode_hour FINAL
  WHERE ${hourInStretch}
  LIMIT {most:UInt32}`,
  minutes: `
  SELECT machine_id AS machineId, toDateTime64(minute, 3, 'UTC') AS start, modes
  FROM minute_ledger FINAL
  PREWHERE ${minuteInStretch}
  WHERE modes != ''
  LIMIT {most:UInt32}`,
} as const

const columns = { machineId: 'UInt32', start: 'DateTime64', modes: 'String' } as const

/** Spans of each machine, in any order. */
type Found = Map<number, ModeSpan[]>

/**
 * The times that machines spent in another unit mode than production, inside a window: observed time alone, of each machine in order and
 * without overlap; neighbours of one mode are one (D72, decision 60). A machine without any is not in the answer.
 */
export async function modeSpans(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowOfMachines,
): Promise<ReadonlyMap<number, readonly ModeSpan[]>> {
  const read = async (found: Found, of: keyof typeof sql, stretches: readonly MachineStretch[]) => {
    if (stretches.length === 0) return
    let rowsRead = 0
    const params = { ...stretchLists(stretches), most: answerRows.modes + 1 }
    const question = { name: `read.modes.${of}`, sql: sql[of], params, columns }
    await selectRows(telemetry.context, question, (rows) => {
      for (const { machineId, start, modes } of rows) {
        add(found, machineId, decodeModes(modes, start))
        rowsRead += 1
      }
      checkRows(rowsRead, answerRows.modes)
    })
  }
  const found = await readWindow<Found>(telemetry, scope, question, {
    named: false,
    begin: () => new Map(),
    rows: async (collection, stretches, { hours }) => {
      const { whole, heads, tails } = divided(stretches, hours)
      await Promise.all([
        read(collection, 'hours', whole),
        read(collection, 'minutes', heads),
        read(collection, 'minutes', tails),
      ])
    },
    cachedMinutes: (collection, { machineId, from, to }, minutes) =>
      add(collection, machineId, minutes.modes(from, to)),
    // Nothing is known of the mode in a gap.
    events: (collection, events) => {
      for (const { machineId, from, to, mode } of events) {
        if (mode !== '') add(collection, machineId, [{ from, to, mode }])
      }
    },
  })
  return new Map([...found].map(([machineId, spans]) => [machineId, joined(spans)]))
}

/** The same, as it was when only what had been received until then was known. */
export const modeSpansAsOf = (
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowOfMachines & { readonly receivedUntil: Date },
): Promise<ReadonlyMap<number, readonly ModeSpan[]>> => modeSpans(telemetry, scope, question)

function add(found: Found, machineId: number, spans: readonly ModeSpan[]): void {
  if (spans.length === 0) return
  const own = found.get(machineId)
  if (own) own.push(...spans)
  else found.set(machineId, [...spans])
}

/** Which parts of stretches are read as hours, and what is left before and after: at most one of each for a machine. */
function divided(stretches: readonly MachineStretch[], hours: CurrentHours) {
  const parts: Record<'whole' | 'heads' | 'tails', MachineStretch[]> = {
    whole: [],
    heads: [],
    tails: [],
  }
  for (const stretch of stretches) {
    const { machineId, from, to } = stretch
    const range = to === null ? null : hours.current(machineId, from, to)
    if (range === null || to === null || range.to - range.from < hourMs) {
      parts.heads.push(stretch)
      continue
    }
    parts.whole.push({ ...stretch, ...range })
    if (range.from - from >= minuteMs) parts.heads.push({ ...stretch, to: range.from })
    if (to - range.to >= minuteMs) parts.tails.push({ ...stretch, from: range.to })
  }
  return parts
}

function joined(spans: readonly ModeSpan[]): ModeSpan[] {
  const found: ModeSpan[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) addModeSpan(found, span)
  return found
}
