import type { ClientScope, Period } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import { minuteFrom, minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import { ruleWith } from '../ledger/fold/recompute.ts'
import { RepairList } from '../ledger/fold/repairList.ts'
import type { OpenContext } from '../ledger/ledger.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import { minutesBefore } from '../ledger/store/readMinutes.ts'
import type { Telemetry } from '../store.ts'
import { foldNamed, type UnnamedFold } from './namedFold.ts'
import { alarmsAsOf, samplesAsOf } from './recordsAsOf.ts'

/** Records that came late before the window change what it began with; older ones than this are taken as known. */
const lookBackMs = 31 * 24 * 60 * minuteMs
/** A clock may be this much ahead of the time of receipt (D9). */
const clockAheadMs = 5_000

const lateSql = `
  SELECT minOrNull(time) AS first
  FROM (
    SELECT toUnixTimestamp64Milli(at) AS time FROM sample
    WHERE client_id = {clientId:UInt32} AND machine_id = {machineId:UInt32}
      AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
      AND received_at > {receivedUntil:DateTime64(3,'UTC')}
    UNION ALL
    SELECT toUnixTimestamp64Milli(raised_at) AS time FROM alarm
    WHERE client_id = {clientId:UInt32} AND machine_id = {machineId:UInt32}
      AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
      AND received_at > {receivedUntil:DateTime64(3,'UTC')}
  )
`

/** A window of machines, and by when the records had been received that are to count. */
export type QuestionAsOf = {
  readonly machineIds: readonly number[]
  readonly period: Period
  readonly receivedUntil: Date
}

/**
 * Follows each machine through a window as it was when only what had been received until then was known. Everything is folded from
 * raw: for windows of up to 31 days and few machines.
 */
export async function foldsAsOf(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, period, receivedUntil }: QuestionAsOf,
  each: (machineId: number, fold: UnnamedFold) => void,
): Promise<void> {
  const from = period.from.getTime()
  const to = period.to.getTime()
  const wanted = [...new Set(machineIds)]
  if (from >= to) return
  await context.ledger.read(wanted, from, async (view) => {
    for (const machineId of wanted) {
      const requested = { clientId, machineId, from, to, receivedUntil }
      each(machineId, await foldAsOf(context, view, requested))
    }
  })
}

type Requested = {
  readonly clientId: number
  readonly machineId: number
  readonly from: number
  readonly to: number
  readonly receivedUntil: Date
}

async function foldAsOf(
  context: OpenContext,
  view: LedgerView,
  requested: Requested,
): Promise<UnnamedFold> {
  const { clientId, machineId, from, to, receivedUntil } = requested
  const start = Math.min(
    minuteOf(await firstLate(context, requested)),
    view.uncertainFrom(machineId),
  )
  const rows = await minutesBefore(context, [{ clientId, machineId, before: start }])
  const before = rows.get(machineId) ?? null
  const begin = before === null ? start - minuteMs : before.minute + minuteMs
  // The records after the window that were known then name a stop that continues.
  const end = Math.max(minuteFrom(to), minuteFrom(receivedUntil.getTime() + clockAheadMs + 1))
  const place = { clientId, machineId, receivedUntil, to: end }
  const [samples, alarms] = await Promise.all([
    samplesAsOf(context, { ...place, from: begin }),
    alarmsAsOf(context, { ...place, from: begin }),
  ])
  const stretch = { machineId, before, start, end, from, to, samples, alarms }
  // What fills the gaps is what those records say: others may have come since.
  const { repairs: _, ...rule } = view.ruleOf(machineId)
  const known = RepairList.none.with(foldNamed({ ...stretch, rule }).found)
  return foldNamed({ ...stretch, rule: ruleWith(rule, known) })
}

/** Where what was known then begins to differ from what is known now; the window's beginning at the latest. */
async function firstLate(
  context: OpenContext,
  { clientId, machineId, from, receivedUntil }: Requested,
): Promise<number> {
  const [found] = await select(context, {
    name: 'read.firstLate',
    sql: lateSql,
    params: {
      ...{ clientId, machineId, receivedUntil },
      from: new Date(from - lookBackMs),
      to: new Date(from),
    },
    row: z.object({ first: z.coerce.number().nullable() }),
  })
  return Math.min(from, found?.first ?? from)
}
