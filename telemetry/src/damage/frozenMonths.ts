import type { DamagedMonth, KnownMonth, MonthsFrozen } from '../damagedMonths.ts'

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
