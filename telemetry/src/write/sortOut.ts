/** How two records of one kind are recognised as the same one, or as the same one with other content (D7). */
export type Kind<Rec> = {
  /** The time that is part of the identity; what is newer than everything known cannot be a repeat. */
  time(record: Rec): number
  identity(record: Rec): string
  version(record: Rec): Version
  /** Whether other content only completes what was known (an alarm that has cleared), and is no conflict. */
  completes?(record: Rec, earlier: Version): boolean
  /** What a later version takes over from the one that it supersedes. */
  adopt?(record: Rec, earlier: Version): Rec
}

/** A machine's record of some time. */
export type MachineTime = {
  readonly clientId: number
  readonly machineId: number
  readonly time: number
}

/** What one arrival of a record said; `at` and `flagged` are where it lies in the store. */
export type Version = { readonly content: string; readonly at: number; readonly flagged: boolean }

export type Sorted<Rec> = {
  readonly verdict: 'new' | 'conflict' | 'duplicate'
  readonly record: Rec
  /** Versions of this record earlier in the same batch; a later version needs a higher batch number. */
  readonly generation: number
}

/** What is known of the store before single records are looked up. */
export type Store<Rec> = {
  /** The time of the newest record that it holds of a machine. */
  newest(machineId: number): number
  /** Learns of the times that are not newer in which minutes there are records at all. */
  learn(times: readonly MachineTime[]): Promise<void>
  mayHold(time: MachineTime): boolean
  /** Called once, for all records that the store may hold. */
  lookUp(records: Rec[]): Promise<Map<string, Version[]>>
}

/** Separates new records from repeats and conflicts, with as few queries of the store as possible. */
export async function sortOut<Rec extends { clientId: number; machineId: number }>(
  records: readonly Rec[],
  kind: Kind<Rec>,
  store: Store<Rec>,
): Promise<Sorted<Rec>[]> {
  const old: MachineTime[] = []
  for (const record of records) {
    const time = kind.time(record)
    if (time > store.newest(record.machineId)) continue
    old.push({ clientId: record.clientId, machineId: record.machineId, time })
  }
  await store.learn(old)

  /** The newest time in this batch of each minute of a machine. */
  const inBatch = new Map<number, number>()
  const slow = new Set<number>()
  const slowMinutes = new Set<number>()
  const unsure: Rec[] = []
  records.forEach((record, index) => {
    const { clientId, machineId } = record
    const time = kind.time(record)
    const minute = minuteKey(machineId, time)
    const before = inBatch.get(minute)
    const repeats = before !== undefined && time <= before
    if (!repeats) inBatch.set(minute, time)
    const held = time <= store.newest(machineId) && store.mayHold({ clientId, machineId, time })
    if (held) unsure.push(record)
    if (!held && !repeats) return
    slow.add(index)
    slowMinutes.add(minute)
  })

  const versions = unsure.length > 0 ? await store.lookUp(unsure) : new Map<string, Version[]>()
  const generations = new Map<string, number>()
  return records.map((record, index) => {
    // In order and newer than all that is stored, as nearly all records are.
    if (
      slowMinutes.size === 0 ||
      !slowMinutes.has(minuteKey(record.machineId, kind.time(record)))
    ) {
      return { verdict: 'new', record, generation: 0 }
    }
    const identity = kind.identity(record)
    const known = versions.get(identity) ?? []
    const { content } = kind.version(record)
    if (slow.has(index) && known.some((version) => version.content === content)) {
      return { verdict: 'duplicate', record, generation: 0 }
    }
    const last = known.at(-1)
    const kept = last && kind.adopt ? kind.adopt(record, last) : record
    versions.set(identity, [...known, kind.version(kept)])
    const generation = generations.get(identity) ?? 0
    generations.set(identity, generation + 1)
    const conflict = last !== undefined && !kind.completes?.(record, last)
    return { verdict: conflict ? 'conflict' : 'new', record: kept, generation }
  })
}

/** More minutes than any time in a record. */
const minutesEver = 1e9

function minuteKey(machineId: number, time: number): number {
  return machineId * minutesEver + Math.floor(time / 60_000)
}
