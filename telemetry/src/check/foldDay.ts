import { decodeCarry, emptyCarry } from '../ledger/fold/carry.ts'
import { foldStretch, type OpenStop } from '../ledger/fold/foldStretch.ts'
import { startOf } from '../ledger/fold/recompute.ts'
import type { StoredMinute } from '../ledger/fold/storedMinute.ts'
import type { OpenContext } from '../ledger/ledger.ts'
import type { MachinePlace } from '../ledger/store/machinePlace.ts'
import { readAlarms, readSamples } from '../ledger/store/readRecords.ts'
import { minutesOfStretches, rowsBefore } from '../ledger/store/readStretches.ts'
import { storedRows, textOf } from './ledgerRows.ts'

/** A day (UTC) of one machine, and its newest record of all days. */
export type MachineDay = MachinePlace & { readonly day: number; readonly newest: number }

const dayMs = 86_400_000

/** Computes a day again from its records and the row before it; the minutes that are not as they are stored. */
export async function differencesOfDay(
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
