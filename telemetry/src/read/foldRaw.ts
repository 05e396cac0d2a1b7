import { z } from 'zod'
import { select, selectAll } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import type { LedgerAlarm, LedgerSample } from '../ledger/fold/ledgerRecords.ts'
import { dayMs, minuteFrom, minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import { ruleWith } from '../ledger/fold/recompute.ts'
import { RepairList } from '../ledger/fold/repairList.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { MachinePlace } from '../ledger/store/machinePlace.ts'
import { sampleColumns, sampleSql } from '../ledger/store/readRecords.ts'
import {
  alarmsOfStretches,
  minutesBefore,
  minutesOfStretches,
  rowsBefore,
  samplesOfStretches,
} from '../ledger/store/readStretches.ts'
import type { RoundStretch } from '../ledger/store/roundStretch.ts'
import type { TimeRange } from '../ledger/timeRanges.ts'
import { type FoldEvent, foldNamed } from './namedFold.ts'
import { labelIn, recordsFrom } from './rawEdges.ts'

type Stretch = MachinePlace & TimeRange

/** So many stretches are read at once: the engine takes a value of up to 128 KiB. */
const stretchesAtOnce = 4_000
/** A row before is looked for in a quarter of an hour at first, of many minutes in the one before. */
const manyStretches = 100

/**
 * Folds whole minutes that the ledger has rows of from raw, where the rows do not say what was when: the events of each stretch, in order.
 * Of a machine there may be many. With names stops have those that the rows give them.
 */
export async function foldStretches(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly Stretch[],
  how: {
    readonly named: boolean
    /** What lies outside of it is left out; packs that were read after a gap may reach back to its beginning. */
    readonly window?: TimeRange
    readonly keeps?: (event: FoldEvent) => boolean
  },
): Promise<FoldEvent[][]> {
  const { named, window, keeps } = how
  const found: FoldEvent[][] = []
  for (let first = 0; first < stretches.length; first += stretchesAtOnce) {
    const own = stretches.slice(first, first + stretchesAtOnce)
    const { before, ends, samples, alarms } = await recordsOf(context, view, own, named)
    for (const [i, { machineId, from, to }] of own.entries()) {
      const fold = foldNamed({
        machineId,
        from: window?.from ?? from,
        to: Math.min(to, window?.to ?? to),
        start: from,
        end: to,
        rule: view.ruleOf(machineId),
        before: before[i] ?? null,
        samples: samples[i]?.samples ?? [],
        alarms: alarms[i] ?? [],
      })
      const events = fold.events(labelIn(ends[i]?.at(-1), fold.unnamed))
      found.push(keeps ? events.filter(keeps) : events)
    }
  }
  return found
}

/** What a fold of each stretch needs, with one query of each kind. */
async function recordsOf(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly Stretch[],
  named: boolean,
) {
  const [before, ends] = await Promise.all([
    rowsBefore(
      context,
      stretches.map(({ from, ...place }) => ({ ...place, before: from })),
      stretches.length > manyStretches ? minuteMs : undefined,
    ),
    minutesOfStretches(
      context,
      named
        ? stretches.map(({ to, ...place }) => ({ ...place, from: to - minuteMs, to, last: to }))
        : [],
    ),
  ])
  const records = stretches.map((stretch, i) => {
    return { ...stretch, from: recordsFrom(before[i] ?? null, stretch.from), last: stretch.to }
  })
  const [samples, alarms] = await Promise.all([
    byLength(records, (some) => samplesOfStretches(context, some, view.revision)),
    named ? byLength(records, (some) => alarmsOfStretches(context, some, view.revision)) : [],
  ])
  return { before, ends, samples, alarms }
}

/** Minutes are read by minutes: a few that follow a silence must not make all others be read by quarters of an hour. */
async function byLength<Found>(
  records: readonly RoundStretch[],
  read: (some: readonly RoundStretch[]) => Promise<Found[]>,
): Promise<Found[]> {
  const isMinute = ({ from, to }: RoundStretch) => to !== null && to - from <= minuteMs
  const [minutes, longer] = [
    records.filter(isMinute),
    records.filter((record) => !isMinute(record)),
  ]
  const [ofMinutes, ofLonger] = await Promise.all([read(minutes), read(longer)])
  const [nextMinute, nextLonger] = [ofMinutes.values(), ofLonger.values()]
  return records.flatMap((record) => {
    const { value } = (isMinute(record) ? nextMinute : nextLonger).next()
    return value === undefined ? [] : [value]
  })
}

/** Records that came late before the window change what it began with; older ones than this are taken as known. */
const lookBackMs = 31 * dayMs
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

/** A window of a machine, and by when the records had been received that are to count. */
type Requested = MachinePlace & {
  readonly from: number
  readonly to: number
  readonly receivedUntil: Date
}

/**
 * What a machine did in a window as it was when only what had been received until then was known, in order. Everything is folded from
 * raw: for windows of up to 31 days and few machines.
 */
export async function eventsAsOf(
  context: TelemetryContext,
  view: LedgerView,
  requested: Requested,
): Promise<FoldEvent[]> {
  const { clientId, machineId, from, to, receivedUntil } = requested
  const start = Math.min(
    minuteOf(await firstLate(context, requested)),
    view.uncertainFrom(machineId),
  )
  const rows = await minutesBefore(context, [{ clientId, machineId, before: start }])
  const before = rows.get(machineId) ?? null
  const begin = recordsFrom(before, start)
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
  return foldNamed({ ...stretch, rule: ruleWith(rule, known) }).events(null)
}

/** Where what was known then begins to differ from what is known now; the window's beginning at the latest. */
async function firstLate(
  context: TelemetryContext,
  { clientId, machineId, from, receivedUntil }: Requested,
): Promise<number> {
  const [found] = await select(context, {
    name: 'read.firstLate',
    sql: lateSql,
    params: {
      clientId,
      machineId,
      receivedUntil,
      from: new Date(from - lookBackMs),
      to: new Date(from),
    },
    row: z.object({ first: z.coerce.number().nullable() }),
  })
  return Math.min(from, found?.first ?? from)
}

const knownSamples = `
  SELECT ${sampleSql}
  FROM sample
  WHERE client_id = {clientId:UInt32} AND machine_id = {machineId:UInt32}
    AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
    AND received_at <= {receivedUntil:DateTime64(3,'UTC')}
  ORDER BY at, source_at, sequence, batch DESC
  LIMIT 1 BY at, source_at, sequence
` as const

const alarmSql = `
  SELECT DISTINCT raised_at AS raisedAt, alarm_group AS group, description
  FROM alarm
  WHERE client_id = {clientId:UInt32} AND machine_id = {machineId:UInt32}
    AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
    AND received_at <= {receivedUntil:DateTime64(3,'UTC')}
`

/** The samples in [from, to) that counted then, in order: of each identity the last one that had arrived (D7). */
const samplesAsOf = (context: TelemetryContext, requested: Requested): Promise<LedgerSample[]> =>
  selectAll(context, {
    name: 'read.samplesAsOf',
    sql: knownSamples,
    params: paramsOf(requested),
    columns: sampleColumns,
  })

/** The alarms that were known then, in any order. */
const alarmsAsOf = (context: TelemetryContext, requested: Requested): Promise<LedgerAlarm[]> =>
  selectAll(context, {
    name: 'read.alarmsAsOf',
    sql: alarmSql,
    params: paramsOf(requested),
    columns: { raisedAt: 'DateTime64', group: 'String', description: 'String' },
  })

function paramsOf({ clientId, machineId, from, to, receivedUntil }: Requested) {
  return { clientId, machineId, from: new Date(from), to: new Date(to), receivedUntil }
}
