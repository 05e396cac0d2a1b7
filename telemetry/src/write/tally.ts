import type { Batch, MachineCounts, StoredAlarm, StoredAudit, StoredSample } from '../records.ts'
import type { Sorted } from './sortOut.ts'

type Mutable = { -readonly [Key in keyof MachineCounts]: MachineCounts[Key] }

/** The records of all batches, one after the other, with what became of each. */
export type Outcome = {
  readonly samples: readonly Sorted<StoredSample>[]
  readonly alarms: readonly Sorted<StoredAlarm>[]
  readonly audits: readonly Sorted<StoredAudit>[]
}

/** Of one machine in one batch. */
type Tally = { readonly clientId: number; readonly counts: MachineCounts }

/** Counts per machine the outcome of each batch, and collects the late samples. Client 0 stands for records of an unknown client. */
export function tally(
  batches: readonly Batch[],
  outcome: Outcome,
  newestBefore: (machineId: number) => number,
  lateSamples = new Set<StoredSample>(),
): Tally[][] {
  /** Of each machine the newest sample so far. */
  const newest = new Map<number, number>()
  const isLate = (sample: StoredSample) => {
    const { machineId, at } = sample
    const before = newest.get(machineId) ?? newestBefore(machineId)
    newest.set(machineId, Math.max(before, at))
    if (at < before) lateSamples.add(sample)
    return at < before
  }
  const begin = { samples: 0, alarms: 0, audits: 0 }
  const next = <Rec>(list: keyof typeof begin, all: readonly Sorted<Rec>[], count: number) => {
    const from = begin[list]
    begin[list] += count
    return from === 0 && count === all.length ? all : all.slice(from, from + count)
  }
  return batches.map((batch) =>
    tallyOne(
      batch,
      {
        samples: next('samples', outcome.samples, batch.samples.length),
        alarms: next('alarms', outcome.alarms, batch.alarms.length),
        audits: next('audits', outcome.audits, batch.audits.length),
      },
      isLate,
    ),
  )
}

function tallyOne(
  { quarantined }: Batch,
  { samples, alarms, audits }: Outcome,
  isLate: (sample: StoredSample) => boolean,
): Tally[] {
  const machines = new Map<number | null, { clientId: number; counts: Mutable }>()
  const of = (machineId: number | null, clientId: number | null) => {
    const known = machines.get(machineId)
    if (known) return known.counts
    const fresh: Mutable = {
      machineId,
      accepted: 0,
      duplicate: 0,
      late: 0,
      quarantined: 0,
      conflicting: 0,
      alive: 0,
    }
    machines.set(machineId, { clientId: clientId ?? 0, counts: fresh })
    return fresh
  }

  for (const kind of [samples, alarms, audits]) {
    for (const { verdict, record } of kind) {
      const counts = of(record.machineId, record.clientId)
      if ('alive' in record && record.alive) {
        counts.alive += 1
        continue
      }
      // Packboard's own record: no machine sent it.
      if ('death' in record && record.death) continue
      if (verdict === 'duplicate') counts.duplicate += 1
      else counts.accepted += 1
      if (verdict === 'conflict') counts.conflicting += 1
    }
  }
  for (const { machineId, clientId } of quarantined) of(machineId, clientId).quarantined += 1

  // Late is a sample that came after a newer one of its machine; alarms clear later by nature.
  for (const { verdict, record } of samples) {
    const late = isLate(record)
    const own = record.alive || record.death
    if (late && verdict !== 'duplicate' && !own) of(record.machineId, null).late += 1
  }
  return [...machines.values()]
}
