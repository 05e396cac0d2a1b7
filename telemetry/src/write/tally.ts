import type { Batch, MachineCounts, StoredAlarm, StoredAudit, StoredSample } from '../records.ts'
import type { Sorted } from './sortOut.ts'

type Mutable = { -readonly [Key in keyof MachineCounts]: MachineCounts[Key] } & { clientId: number }

/** Counts per machine the outcome of a batch. Client 0 stands for records of an unknown client. */
export function tally(
  batch: Batch,
  sorted: {
    samples: Sorted<StoredSample>[]
    alarms: Sorted<StoredAlarm>[]
    audits: Sorted<StoredAudit>[]
  },
  newestBefore: (machineId: number) => number,
): (MachineCounts & { clientId: number })[] {
  const machines = new Map<number | null, Mutable>()
  const of = (machineId: number | null, clientId: number | null) => {
    const known = machines.get(machineId)
    if (known) return known
    const fresh: Mutable = {
      clientId: clientId ?? 0,
      machineId,
      accepted: 0,
      duplicate: 0,
      late: 0,
      quarantined: 0,
      conflicting: 0,
      alive: 0,
    }
    machines.set(machineId, fresh)
    return fresh
  }

  for (const kind of [sorted.samples, sorted.alarms, sorted.audits]) {
    for (const { verdict, record } of kind) {
      const counts = of(record.machineId, record.clientId)
      if ('alive' in record && record.alive) {
        counts.alive += 1
        continue
      }
      if (verdict === 'duplicate') counts.duplicate += 1
      else counts.accepted += 1
      if (verdict === 'conflict') counts.conflicting += 1
    }
  }
  for (const { machineId, clientId } of batch.quarantined) of(machineId, clientId).quarantined += 1

  // Late is a sample that came after a newer one of its machine; alarms clear later by nature.
  const newest = new Map<number, number>()
  for (const { verdict, record } of sorted.samples) {
    const before = newest.get(record.machineId) ?? newestBefore(record.machineId)
    if (verdict !== 'duplicate' && record.at < before && !record.alive)
      of(record.machineId, null).late += 1
    newest.set(record.machineId, Math.max(before, record.at))
  }
  return [...machines.values()]
}
