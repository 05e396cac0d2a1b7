import type { ClientScope } from '@packboard/model'
import { type MachineStretch, stretchLists } from '../ledger/machinePlace.ts'
import { selectRows } from '../select.ts'
import type { Telemetry } from '../store.ts'
import type { Period } from './period.ts'
import { readWindow } from './readWindow.ts'

/** A time that a machine spent in one state without a break. Time without one is offline. */
export type StatePart = {
  readonly machineId: number
  readonly from: Date
  readonly to: Date
  readonly state: number
}

type Part = { machineId: number; from: number; to: number; state: number }

const sql = `
  WITH
    parts AS (
      SELECT machine_id, spans.state AS state,
        toUnixTimestamp(minute) * 1000 + spans.from_ms AS begins,
        toUnixTimestamp(minute) * 1000 + spans.to_ms AS ends
      FROM packboard.minute_ledger FINAL
      ARRAY JOIN spans
      WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
        AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
        AND toUnixTimestamp(minute) * 1000
          >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
        AND toUnixTimestamp(minute) * 1000
          < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))
    ),
    marked AS (
      SELECT *,
        lagInFrame(ends, 1) OVER w != begins OR lagInFrame(state, 1) OVER w != state AS breaks
      FROM parts
      WINDOW w AS (PARTITION BY machine_id ORDER BY begins ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    ),
    counted AS (
      SELECT *, sum(breaks) OVER w AS part
      FROM marked
      WINDOW w AS (PARTITION BY machine_id ORDER BY begins ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    )
  SELECT machine_id AS machineId, toInt64(min(begins)) AS begin, toInt64(max(ends)) AS end, any(state) AS code
  FROM counted
  GROUP BY machine_id, part
  ORDER BY machineId, begin
`

/** The states of machines in the order in which they were; neighbours of equal state are one part. */
export async function stateStrip(
  telemetry: Telemetry,
  scope: ClientScope,
  question: { readonly machineIds: readonly number[]; readonly period: Period },
): Promise<StatePart[]> {
  const parts = await readWindow<Part[]>(telemetry, scope, question, {
    begin: () => [],
    rows: (found, stretches) => addRows(telemetry, found, stretches),
    sink: (found, machineId) => ({
      time: (from, to, { state }) => void found.push({ machineId, from, to, state }),
      counted() {},
      sampled() {},
    }),
  })
  parts.sort((a, b) => a.machineId - b.machineId || a.from - b.from)
  const merged: Part[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    const goesOn =
      last?.machineId === part.machineId && last.to === part.from && last.state === part.state
    if (goesOn) last.to = part.to
    else merged.push({ ...part })
  }
  return merged.map(({ from, to, ...part }) => ({
    ...part,
    from: new Date(from),
    to: new Date(to),
  }))
}

async function addRows(
  { room }: Telemetry,
  parts: Part[],
  stretches: readonly MachineStretch[],
): Promise<void> {
  await selectRows(
    room,
    {
      name: 'read.stateStrip',
      sql,
      params: stretchLists(stretches),
      columns: { machineId: 'UInt32', begin: 'Int64', end: 'Int64', code: 'Int32' },
    },
    (rows) => {
      for (const { machineId, begin, end, code } of rows) {
        parts.push({ machineId, from: Number(begin), to: Number(end), state: code })
      }
    },
  )
}
