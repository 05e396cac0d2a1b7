import type { TelemetryLog } from '../context.ts'
import type { DamagedMonth, KnownMonth, PartRecord } from '../damagedMonths.ts'

export const monthKey = ({ table, month }: { readonly table: string; readonly month: number }) =>
  `${table}|${month}`

/** What each month of each table held at the last look, in memory and in the record that outlives it. */
export type PartMemory = {
  get(key: string): KnownMonth | undefined
  all(): KnownMonth[]
  /** Writes what has changed; what cannot be written is written the next time. */
  remember(months: readonly KnownMonth[]): Promise<void>
  forget(month: { readonly table: string; readonly month: number }): Promise<void>
}

export async function readPartMemory(record: PartRecord, log: TelemetryLog): Promise<PartMemory> {
  const known = new Map<string, KnownMonth>()
  for (const one of await record.read()) known.set(monthKey(one), one)
  const unwritten = new Set<string>()

  return {
    get: (key) => known.get(key),
    all: () => [...known.values()],
    async remember(months) {
      for (const one of months) {
        if (isSame(one, known.get(monthKey(one)))) continue
        known.set(monthKey(one), one)
        unwritten.add(monthKey(one))
      }
      const keys = [...unwritten]
      if (keys.length === 0) return
      try {
        await record.write(keys.flatMap((key) => known.get(key) ?? []))
        for (const key of keys) unwritten.delete(key)
      } catch (error) {
        log.warn({ err: error }, 'What telemetry holds could not be recorded; trying again')
      }
    },
    async forget({ table, month }) {
      known.delete(monthKey({ table, month }))
      await record.forget(table, month)
    },
  }
}

type Ranges = KnownMonth['parts'] | KnownMonth['missing']

const textOf = (parts: Ranges) =>
  parts.map(({ from, to, rows, id }) => [from, to, rows, id].join()).join(';')

function isSame(a: KnownMonth, b: KnownMonth | undefined): boolean {
  return (
    b !== undefined &&
    a.tableId === b.tableId &&
    a.damagedSince === b.damagedSince &&
    a.accepted.join() === b.accepted.join() &&
    textOf(a.parts) === textOf(b.parts) &&
    textOf(a.missing) === textOf(b.missing)
  )
}

/** Logs each change of what is damaged, once. */
export function reportDamage(
  log: TelemetryLog,
  was: readonly DamagedMonth[],
  now: readonly DamagedMonth[],
): void {
  for (const one of now) {
    const before = was.find((other) => monthKey(other) === monthKey(one))
    if (before?.cause === one.cause && before.rows === one.rows) continue
    log.error(one, 'Records are damaged: figures of this month are incomplete')
  }
  for (const one of was) {
    if (now.some((other) => monthKey(other) === monthKey(one))) continue
    log.warn({ table: one.table, month: one.month }, 'Damaged records are whole again')
  }
}
