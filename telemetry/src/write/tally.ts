import { isCounterReset } from '@packboard/model'
import type { Batch, MachineCounts, StoredAlarm, StoredAudit, StoredSample } from '../records.ts'
import type { Sorted } from './sortOut.ts'

type Mutable = { -readonly [Key in keyof MachineCounts]: MachineCounts[Key] }

/** The records of all batches, one after the other, with what became of each. */
export type Outcome = {
  readonly samples: readonly Sorted<StoredSample>[]
  readonly alarms: readonly Sorted<StoredAlarm>[]
  readonly audits: readonly Sorted<StoredAudit>[]
}

type Lateness = (sample: StoredSample) => 'inOrder' | 'late' | 'backFill'

/** Of one machine in one batch. */
type Tally = { readonly clientId: number; readonly counts: MachineCounts }

/**
 * A late sample that is more than this older than the newest one of its machine was sent afterwards: nothing on the way keeps a record
 * back for so long and lets later ones pass (decision 43). Both times are of the clock of the machine, which may be wrong.
 */
const backFillMs = 60_000

/** What is known of a machine before the first batch. */
export type Before = {
  newestAt(machineId: number): number
  packCounter(machineId: number): number | null
}

/** Counts per machine the outcome of each batch, and collects the late samples. Client 0 stands for records of an unknown client. */
export function tally(
  batches: readonly Batch[],
  outcome: Outcome,
  before: Before,
  lateSamples = new Set<StoredSample>(),
): Tally[][] {
  /** Of each machine the newest sample so far. */
  const newest = new Map<number, number>()
  const lateness: Lateness = (sample) => {
    const { machineId, at } = sample
    const newestAt = newest.get(machineId) ?? before.newestAt(machineId)
    newest.set(machineId, Math.max(newestAt, at))
    if (at >= newestAt) return 'inOrder'
    lateSamples.add(sample)
    return newestAt - at > backFillMs ? 'backFill' : 'late'
  }
  const counters = new Map<number, number | null>()
  /** Of samples in their order alone: an older one says nothing about the counter now. */
  const isReset = ({ machineId, packCounter }: StoredSample) => {
    if (packCounter === undefined) return false
    const last = counters.get(machineId) ?? before.packCounter(machineId)
    counters.set(machineId, packCounter)
    return last !== null && isCounterReset(last, packCounter)
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
      { lateness, isReset },
    ),
  )
}

function tallyOne(
  { quarantined }: Batch,
  { samples, alarms, audits }: Outcome,
  { lateness, isReset }: { lateness: Lateness; isReset(sample: StoredSample): boolean },
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
      backFill: 0,
      resets: 0,
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
    const order = lateness(record)
    if (verdict === 'duplicate' || record.alive || record.death) continue
    const counts = of(record.machineId, null)
    if (order !== 'inOrder') counts.late += 1
    if (order === 'backFill') counts.backFill += 1
    if (order === 'inOrder' && isReset(record)) counts.resets += 1
  }
  return [...machines.values()]
}
