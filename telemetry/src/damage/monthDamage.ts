import type { DamagedMonth, KnownMonth, MissingPart, MonthsFrozen } from '../damagedMonths.ts'
import type { ActivePart, DetachedPart, MergedPart } from './readParts.ts'
import { isBack, isCovered, lostParts } from './rowsLost.ts'

/** The parts of one month of a table. */
export type MonthParts = {
  readonly table: string
  readonly month: number
  readonly tableId: string
  readonly active: ActivePart[]
  readonly detached: DetachedPart[]
  readonly merged: MergedPart[]
}

/** A step of the schema may make it anew; it is computed from the records then. */
const madeAnew = 'minute_ledger'

export function partsByMonth(
  active: readonly ActivePart[],
  detached: readonly DetachedPart[],
  merged: readonly MergedPart[],
): Map<string, MonthParts> {
  const months = new Map<string, MonthParts>()
  const of = (table: string, month: number, tableId: string) => {
    const key = `${table}|${month}`
    const one = months.get(key) ?? { table, month, tableId, active: [], detached: [], merged: [] }
    months.set(key, one)
    return one
  }
  for (const part of active) of(part.table, part.month, part.tableId).active.push(part)
  for (const part of detached) of(part.table, part.month, '').detached.push(part)
  for (const part of merged) months.get(`${part.table}|${part.month}`)?.merged.push(part)
  return months
}

/** What a look has found of a month; without parts none are there. */
export type PartsNow = Pick<MonthParts, 'table' | 'month' | 'tableId'> &
  Partial<Pick<MonthParts, 'active' | 'detached'>>

/** What is to be remembered of a month that misses nothing. */
export function knownMonth(
  { table, month, tableId, active = [], detached = [] }: PartsNow,
  expected: KnownMonth | undefined,
  damagedSince: KnownMonth['damagedSince'],
): KnownMonth {
  return {
    table,
    month,
    tableId: tableId || (expected?.tableId ?? ''),
    parts: active.map(({ from, to, rows, id }) => ({ from, to, rows, id })),
    missing: [],
    accepted: detached.map(({ name }) => name).filter((name) => expected?.accepted.includes(name)),
    damagedSince,
  }
}

/** What is damaged of a month, compared with what it held before, and the parts that are missing from now on. */
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
}): { readonly damage: DamagedMonth | undefined; readonly missing: readonly MissingPart[] } {
  const active = parts?.active ?? []
  const missing = missingParts(parts, expected)
  if (missing.length > 0) {
    const rows = missing.reduce<number | null>(
      (sum, part) => (sum === null || part.rows === null ? null : sum + part.rows),
      0,
    )
    const away = notAccepted(parts, expected).map(({ path }) => path)
    return { damage: { table, month, rows, cause: 'lost', parts: away }, missing }
  }
  if (broken.length > 0) {
    const names = broken.map(({ name }) => name)
    const rows = active
      .filter(({ name }) => names.includes(name))
      .reduce((sum, part) => sum + part.rows, 0)
    return { damage: { table, month, rows, cause: 'unreadable', parts: names }, missing }
  }
  const damage = waits
    ? { table, month, rows: 0, cause: 'unchecked' as const, parts: [] }
    : undefined
  return { damage, missing }
}

function missingParts(parts: MonthParts | undefined, expected: KnownMonth | undefined) {
  const { active = [], detached = [], merged = [] } = parts ?? {}
  const anew = expected?.table === madeAnew && parts?.tableId && parts.tableId !== expected.tableId
  const before = anew ? [] : (expected?.parts ?? [])
  const since = anew ? [] : (expected?.missing ?? [])
  const still = since.filter(
    (part) => !isBack(part, { active, detached, merged }, before.length === 0),
  )
  // A part that is back under its old number covers what was written under the same numbers meanwhile, and holds none of it.
  const other = active.filter((part) => !since.some(({ id }) => id !== '' && id === part.id))
  // Without any part left, whether merging removes rows does not matter.
  const lost = lostParts(before, other, other[0]?.keepsRows ?? false)
  const newestKnown = Math.max(0, ...[...before, ...since].map(({ to }) => to))
  // Written and broken between two looks.
  const unknown = notAccepted(parts, expected)
    .filter(({ to }) => to > newestKnown)
    .map(({ from, to, rows }) => ({ from, to, rows, id: '' }))
  return [...still, ...lost, ...unknown]
}

/** Parts that were set aside, that are in no other one, and without which no operator has said to go on. */
const notAccepted = (parts: MonthParts | undefined, expected: KnownMonth | undefined) =>
  (parts?.detached ?? []).filter(
    (part) => !expected?.accepted.includes(part.name) && !isCovered(part, parts?.active ?? []),
  )

/** Lost rows of these change what the minutes of their month are computed from, or the minutes themselves. */
const tablesOfMinutes = new Set(['sample', 'alarm', 'minute_ledger'])

type Released = MonthsFrozen['released'][number]
type Damaged = readonly Pick<DamagedMonth, 'table' | 'month'>[]

/** The months of which no minute is computed anew, and those that are free again and wait to be computed (D69). */
export function frozenMonths() {
  let frozen = new Set<number>()
  let released: readonly Released[] = []
  const concerns = ({ table, month }: Damaged[number]) => month > 0 && tablesOfMinutes.has(table)
  const monthsOf = (damaged: Damaged) => new Set(damaged.filter(concerns).map(({ month }) => month))

  return {
    concerns,
    now: (): MonthsFrozen => ({ frozen, released }),
    /** After a look; returns whether anything has changed. */
    look(damaged: Damaged, states: readonly KnownMonth[]): boolean {
      const before = frozen
      frozen = monthsOf(damaged)
      // Those that were damaged in an earlier run of Packboard and are whole now have a mark.
      const marked = states.filter((one) => one.damagedSince === 0n && concerns(one))
      const free = [...before, ...marked.map(({ month }) => month)].filter(
        (month) => !frozen.has(month) && !released.some((one) => one.month === month),
      )
      released = [
        ...released.filter(({ month }) => !frozen.has(month)),
        ...[...new Set(free)].map((month) => ({ month, after: null })),
      ]
      return free.length > 0 || [...frozen].some((month) => !before.has(month))
    },
    /** An operator goes on without what is lost of a month. */
    release(stillDamaged: Damaged, one: Released): void {
      frozen = monthsOf(stillDamaged)
      released = [...released.filter(({ month }) => month !== one.month), one]
    },
    recomputed(done: readonly Released[]): void {
      released = released.filter((one) => !done.includes(one))
    },
  }
}
