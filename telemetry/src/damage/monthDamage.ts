import type { DamagedMonth, KnownMonth } from '../damagedMonths.ts'
import type { ActivePart, DetachedPart } from './readParts.ts'
import { isCovered, rowsLost } from './rowsLost.ts'

/** The parts of one month of a table. */
export type MonthParts = {
  readonly table: string
  readonly month: number
  readonly tableId: string
  readonly active: ActivePart[]
  readonly detached: DetachedPart[]
}

export function partsByMonth(
  active: readonly ActivePart[],
  detached: readonly DetachedPart[],
): Map<string, MonthParts> {
  const months = new Map<string, MonthParts>()
  const of = (table: string, month: number, tableId: string) => {
    const key = `${table}|${month}`
    const one = months.get(key) ?? { table, month, tableId, active: [], detached: [] }
    months.set(key, one)
    return one
  }
  for (const part of active) of(part.table, part.month, part.tableId).active.push(part)
  for (const part of detached) of(part.table, part.month, '').detached.push(part)
  return months
}

/** What is damaged of a month, compared with what it held before; undefined when nothing is. */
export function monthDamage({
  table,
  month,
  parts,
  expected,
  broken,
  waits,
}: {
  readonly table: string
  readonly month: number
  readonly parts: MonthParts | undefined
  readonly expected: KnownMonth | undefined
  /** Parts that could not be read. */
  readonly broken: readonly { readonly name: string }[]
  /** It was damaged, and not all of its parts were read since. */
  readonly waits: boolean
}): DamagedMonth | undefined {
  const active = parts?.active ?? []
  const anew = parts?.tableId && expected?.tableId && parts.tableId !== expected.tableId
  const before = anew ? [] : (expected?.parts ?? [])
  // Without any part left, whether merging removes rows does not matter.
  const lost = rowsLost(before, active, active[0]?.keepsRows ?? false)
  const newestKnown = Math.max(0, ...before.map(({ to }) => to))
  const away = (parts?.detached ?? []).filter(
    (part) =>
      !expected?.accepted.includes(part.name) &&
      !isCovered(part, active) &&
      !(lost === 0 && newestKnown >= part.to),
  )
  if (lost > 0 || away.length > 0) {
    const unknown = away.filter(({ to }) => to > newestKnown)
    const more = unknown.reduce<number | null>(
      (sum, { rows }) => (sum === null || rows === null ? null : sum + rows),
      0,
    )
    const rows = more === null ? (lost > 0 ? lost : null) : lost + more
    return { table, month, rows, cause: 'lost', parts: away.map(({ path }) => path) }
  }
  if (broken.length > 0) {
    const names = broken.map(({ name }) => name)
    const rows = active
      .filter(({ name }) => names.includes(name))
      .reduce((sum, part) => sum + part.rows, 0)
    return { table, month, rows, cause: 'unreadable', parts: names }
  }
  return waits ? { table, month, rows: 0, cause: 'unchecked', parts: [] } : undefined
}
