import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import { activeParts, faultOf, pathOf } from '../damage/readParts.ts'
import { spanOfMonth } from '../damagedMonths.ts'
import { decodeCarry, emptyCarry } from '../ledger/fold/carry.ts'
import { foldStretch, type OpenStop } from '../ledger/fold/foldStretch.ts'
import type { StoredMinute } from '../ledger/fold/ledgerMinute.ts'
import { dayMs, dayOf } from '../ledger/fold/minute.ts'
import { startOf } from '../ledger/fold/recompute.ts'
import type { OpenContext } from '../ledger/ledger.ts'
import { readExtents } from '../ledger/store/extents.ts'
import type { MachinePlace } from '../ledger/store/machinePlace.ts'
import { readAlarms, readSamples } from '../ledger/store/readRecords.ts'
import { minutesOfStretches, rowsBefore } from '../ledger/store/readStretches.ts'
import type { Telemetry } from '../store.ts'
import { storedRows, textOf } from './ledgerRows.ts'

export type TelemetryCheck = {
  readonly parts: number
  readonly rows: number
  /** What is wrong with a part, in a sentence. */
  readonly faults: readonly string[]
  /** Days of single machines that were computed again from their records. */
  readonly days: number
  readonly minutes: number
  readonly differences: readonly { readonly machineId: number; readonly minute: Date }[]
}

/** More differences than these say nothing more. */
const mostDifferences = 100

/**
 * Reads every part of every table and compares it with its checksums, then computes some days of some machines again from their raw
 * records and compares them with the ledger. Everything goes on meanwhile.
 */
export async function checkTelemetry(
  { context, damage }: Telemetry,
  options: {
    readonly days: number
    readonly signal?: AbortSignal | undefined
    readonly onProgress?: ((done: number, of: number) => void) | undefined
  },
): Promise<TelemetryCheck> {
  const { signal, onProgress = () => undefined } = options
  const parts = await activeParts(context)
  const faults: string[] = damage().map(
    ({ table, month, rows }) =>
      `The table ${table} has lost ${rows ?? 'some'} rows of ${month === 0 ? 'its own' : `the month ${month}`}.`,
  )
  let rows = 0
  for (const [index, part] of parts.entries()) {
    signal?.throwIfAborted()
    const fault = await faultOf(context, part)
    if (fault !== undefined && (await pathOf(context, part)) !== undefined) {
      faults.push(`The part ${part.name} of the table ${part.table} is damaged: ${fault}`)
    }
    rows += part.rows
    onProgress(index + 1, parts.length)
  }
  await context.ledger.settled()
  const chosen = pick(await machineDays(context), options.days)
  const frozen = context.damage.frozen()
  let minutes = 0
  let days = 0
  const differences: { machineId: number; minute: Date }[] = []
  for (const day of chosen) {
    signal?.throwIfAborted()
    if ([...frozen].some((month) => touches(month, day))) continue
    let found = await differencesOfDay(context, day)
    if (found.different.length > 0) {
      // A record that came late meanwhile makes one for a moment.
      await context.ledger.settled()
      found = await differencesOfDay(context, day)
    }
    days += 1
    minutes += found.minutes
    for (const minute of found.different.slice(0, mostDifferences - differences.length)) {
      differences.push({ machineId: day.machineId, minute: new Date(minute) })
    }
  }
  return { parts: parts.length, rows, faults, days, minutes, differences }
}

const daysSql = `
  SELECT client_id AS clientId, machine_id AS machineId, toUnixTimestamp(toStartOfDay(minute)) * 1000 AS day
  FROM minute_ledger
  GROUP BY clientId, machineId, day
`
const dayRow = z.object({ clientId: z.number(), machineId: z.number(), day: z.coerce.number() })

/** The days whose records are all there: of the first one retention may have left a part. */
async function machineDays(context: OpenContext): Promise<MachineDay[]> {
  const [days, extents] = await Promise.all([
    select(context, { name: 'check.days', sql: daysSql, params: {}, row: dayRow }),
    readExtents(context),
  ])
  const known = new Map(extents.map((extent) => [extent.machineId, extent]))
  const first = new Map<number, number>()
  for (const { machineId, day } of days) {
    first.set(machineId, Math.min(day, first.get(machineId) ?? day))
  }
  return days.flatMap((one) => {
    const extent = known.get(one.machineId)
    if (!extent) return []
    // Minutes are kept longer than records; where both begin on one day, all of it is there.
    const isWhole = one.day >= extent.oldest || dayOf(extent.oldest) === first.get(one.machineId)
    if (!isWhole || one.day + dayMs <= extent.oldest) return []
    return [{ ...one, newest: extent.newest }]
  })
}

function touches(month: number, { day }: MachineDay): boolean {
  const { from, to } = spanOfMonth(month)
  // The row before the day may be of the month before.
  return day + dayMs > from && day - dayMs < to
}

function pick(all: readonly MachineDay[], amount: number): MachineDay[] {
  const left = [...all]
  const chosen: MachineDay[] = []
  while (chosen.length < amount && left.length > 0) {
    chosen.push(...left.splice(randomInt(left.length), 1))
  }
  return chosen
}

/** A day (UTC) of one machine, and its newest record of all days. */
export type MachineDay = MachinePlace & { readonly day: number; readonly newest: number }

/** Computes a day again from its records and the row before it; the minutes that are not as they are stored. */
async function differencesOfDay(
  context: OpenContext,
  { clientId, machineId, day, newest }: MachineDay,
): Promise<{ minutes: number; different: number[] }> {
  const place = { clientId, machineId }
  const [before = null] = await rowsBefore(context, [{ ...place, before: day }])
  const from = startOf({ before, from: day })
  const to = day + dayMs
  const stretch = { ...place, from, to }
  const revision = context.counters.revision
  const [samples, alarms, stored, [inside = []]] = await Promise.all([
    readSamples(context, [stretch], revision),
    readAlarms(context, [stretch], revision),
    storedRows(context, place, { from: new Date(day), to: new Date(to) }),
    minutesOfStretches(context, [{ ...place, from: day, to, last: to }]),
  ])
  const folded = foldStretch({
    rule: context.ledger.ruleOf(machineId),
    carry: before === null ? emptyCarry() : decodeCarry(before.carry),
    from,
    to: newest < to ? null : to,
    samples: samples.get(machineId) ?? [],
    alarms: alarms.get(machineId) ?? [],
    // The names of stops that go on beyond the day rest on records beyond it.
    ahead: [...openStop(before), ...openStop(inside.at(-1) ?? null)],
  })
  const computed = new Map(
    folded.minutes
      .filter(({ minute }) => minute >= day && minute < to)
      .map((minute) => [minute.minute, textOf(minute)]),
  )
  const all = new Set([...computed.keys(), ...stored.keys()])
  return {
    minutes: all.size,
    different: [...all].filter((minute) => computed.get(minute) !== stored.get(minute)).sort(),
  }
}

function openStop(row: StoredMinute | null): OpenStop[] {
  const stop = row === null ? null : decodeCarry(row.carry).stop
  return stop === null || !row?.openLabel ? [] : [{ since: stop.since, label: row.openLabel }]
}

/** Records of the newest commits; those of a thousand before it are looked through. */
const sql = `
  SELECT toUnixTimestamp64Milli(max(received_at)) AS newest, count() AS amount FROM (
    SELECT received_at FROM sample WHERE batch > {after:UInt64}
    UNION ALL SELECT received_at FROM alarm WHERE batch > {after:UInt64}
    UNION ALL SELECT received_at FROM audit WHERE batch > {after:UInt64}
  )
`
const row = z.object({ newest: z.coerce.number(), amount: z.coerce.number() })

/** When the newest record was received; null while there is none. */
export async function newestRecord({ context }: Telemetry): Promise<Date | null> {
  const { revision } = context.counters
  const after = revision > 1_000n ? revision - 1_000n : 0n
  const [found] = await select(context, { name: 'check.newest', sql, params: { after }, row })
  return found && found.amount > 0 ? new Date(found.newest) : null
}
