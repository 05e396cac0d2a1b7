import { AppError } from '@packboard/model'
import type { Batch, MachineCounts } from '@packboard/telemetry/write'

/** A store in memory that waits or fails on command: to test what happens in front of the store. */
export function scriptedStore() {
  const batches: Batch[] = []
  /** Each with what it joined. */
  const commits: (readonly Batch[])[] = []
  const known = new Set<string>()
  let gate: Promise<void> | undefined
  let open: () => void = () => {}
  const script = { failing: false }

  return {
    batches,
    commits,
    script,
    /** Nothing becomes durable until `release`. */
    hold() {
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    release() {
      open()
      gate = undefined
    },
    samples: () => batches.flatMap(({ samples }) => samples),
    quarantined: () => batches.flatMap(({ quarantined }) => quarantined),
    deaths: () => batches.flatMap(({ samples }) => samples.filter(({ death }) => death)),
    async commit(together: readonly Batch[]): Promise<MachineCounts[][]> {
      await gate
      if (script.failing) throw new AppError('ingest.busy')
      commits.push(together)
      batches.push(...together)
      return together.map(countsOf)
    },
  }

  function countsOf(batch: Batch): MachineCounts[] {
    const counts = new Map<
      number | null,
      { -readonly [Part in keyof MachineCounts]: MachineCounts[Part] }
    >()
    const of = (machineId: number | null) => {
      const one = counts.get(machineId) ?? {
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
      counts.set(machineId, one)
      return one
    }
    for (const record of [...batch.samples, ...batch.alarms, ...batch.audits]) {
      const { receivedAt: _, ...content } = record
      const text = JSON.stringify(content)
      if ('alive' in record && record.alive) of(record.machineId).alive += 1
      else if ('death' in record && record.death) continue
      else if (known.has(text)) of(record.machineId).duplicate += 1
      else of(record.machineId).accepted += 1
      known.add(text)
    }
    for (const { machineId } of batch.quarantined) of(machineId).quarantined += 1
    return [...counts.values()]
  }
}
