import type { KnownMonth, PartRecord } from '@packboard/telemetry/store'

/** What telemetry remembers of its parts; it is written once `release` was called. */
export type HeldPartRecord = PartRecord & { release(): Promise<void> }

/**
 * Holds back what a store that was opened holds, until it is known that it belongs to these management data: of an empty
 * one in the place of records that are missing nothing may be remembered (D68). A start that is refused drops it.
 */
export function heldPartRecord(record: Promise<PartRecord>): HeldPartRecord {
  /** By table and month, the newest; null: forgotten. */
  type Held = Map<string, { table: string; month: number; known: KnownMonth | null }>
  let held: Held | undefined = new Map()

  return {
    read: async () => (await record).read(),
    async write(months) {
      if (held === undefined) return (await record).write(months)
      for (const known of months) {
        const { table, month } = known
        held.set(`${table}|${month}`, { table, month, known })
      }
    },
    async forget(table, month) {
      if (held === undefined) return (await record).forget(table, month)
      held.set(`${table}|${month}`, { table, month, known: null })
    },
    async release() {
      const to = await record
      while (held !== undefined && held.size > 0) {
        const now = [...held.values()]
        held = new Map()
        const known = now.flatMap((one) => one.known ?? [])
        if (known.length > 0) await to.write(known)
        for (const { table, month, known } of now) if (!known) await to.forget(table, month)
      }
      held = undefined
    },
  }
}
