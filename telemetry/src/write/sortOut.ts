/** How records of one kind tell that they are the same one, or the same one with other content (D7). */
export type Kind<Rec> = {
  machineId(record: Rec): number
  /** The time that is part of the identity; what is newer than everything known cannot be a repeat. */
  time(record: Rec): number
  identity(record: Rec): string
  version(record: Rec): Version
  /** Whether other content only completes what was known (an alarm that has cleared), and is no conflict. */
  completes?(record: Rec, earlier: Version): boolean
  /** What a later version takes over from the one that it supersedes. */
  adopt?(record: Rec, earlier: Version): Rec
}

/** What one arrival of a record said; `at` and `flagged` are where it lies in the store. */
export type Version = { readonly content: string; readonly at: number; readonly flagged: boolean }

export type Sorted<Rec> = {
  readonly verdict: 'new' | 'conflict' | 'duplicate'
  readonly record: Rec
  /** Versions of this record earlier in the same batch; a later version needs a higher batch number. */
  readonly generation: number
}

/**
 * Tells new records from repeats and conflicts. A record newer than everything that is known of its machine needs no
 * look into the store; `lookUp` is asked once, for all others together.
 */
export async function sortOut<Rec>(
  records: readonly Rec[],
  kind: Kind<Rec>,
  newest: (machineId: number) => number,
  lookUp: (records: Rec[]) => Promise<Map<string, Version[]>>,
): Promise<Sorted<Rec>[]> {
  const running = new Map<number, number>()
  const slow = new Set<number>()
  const unsure: Rec[] = []
  records.forEach((record, index) => {
    const machineId = kind.machineId(record)
    const time = kind.time(record)
    if (time > (running.get(machineId) ?? newest(machineId))) {
      running.set(machineId, time)
      return
    }
    slow.add(index)
    if (time <= newest(machineId)) unsure.push(record)
  })
  if (slow.size === 0) {
    return records.map((record) => ({ verdict: 'new', record, generation: 0 }))
  }

  const versions = unsure.length > 0 ? await lookUp(unsure) : new Map<string, Version[]>()
  const generations = new Map<string, number>()
  return records.map((record, index) => {
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
