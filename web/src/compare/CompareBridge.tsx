import type { CompareBy, CompareRow } from '@packboard/contract'
import { localDate } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { everything, type ProductionFilter } from '../filter/filter.ts'
import type { FilterSearch } from '../filter/filterSearch.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { SoonSelect } from '../ui/SoonSelect.tsx'
import styles from './Compare.module.css'

/** Two rows of a comparison side by side: why OEEE of the first differs from that of the second. */
export function CompareBridge({
  by,
  rows,
  nameOf,
  filter,
  clientId,
}: {
  by: CompareBy
  /** As they are shown. */
  rows: readonly CompareRow[]
  nameOf: (key: string) => string
  filter: ProductionFilter
  clientId: number
}) {
  const say = useTexts('losses')
  const [chosen, choose] = useState<{ first?: string; second?: string }>({})
  const named = rows.filter(({ key }) => key !== '')
  const pick = (key: string | undefined, index: number) =>
    named.find((row) => row.key === key) ?? named[index]
  const [first, second] = [pick(chosen.first, 0), pick(chosen.second, 1)]
  if (first === undefined || second === undefined) return null
  const search = searchOfTwo(by, first, second, filter)
  if (search === null) return null
  const data = named.map(({ key }) => ({ value: key, label: nameOf(key) }))
  return (
    <section className={`panel ${styles.two}`} aria-label={say('compareTwo')} data-screen-only>
      <h2>{say('compareTwo')}</h2>
      <SoonSelect
        label={say('firstRow')}
        {...{ data }}
        value={first.key}
        onChange={(key) => key && choose({ ...chosen, first: key })}
      />
      <SoonSelect
        label={say('secondRow')}
        {...{ data }}
        value={second.key}
        onChange={(key) => key && choose({ ...chosen, second: key })}
      />
      <Link to="/admin/losses" search={{ ...search, client: clientId }} className={styles.way}>
        {say('showBridge')}
      </Link>
    </section>
  )
}

/** The filter of the first row, and what the second has in its place. */
type TwoRows = FilterSearch & {
  line?: string
  vsMachine?: string
  vsLine?: string
  vsProduct?: string
  vsTool?: string
  vsFrom?: string
  vsTo?: string
}

/** The address of the bridge from the second row to the first; null where no filter says what a row is. */
export function searchOfTwo(
  by: CompareBy,
  first: Pick<CompareRow, 'key' | 'from' | 'to'>,
  second: Pick<CompareRow, 'key' | 'from' | 'to'>,
  filter: ProductionFilter,
): TwoRows | null {
  const own = searchOfFilter(filter)
  switch (by) {
    case 'machine':
      return { ...own, machine: first.key, vsMachine: second.key }
    case 'line': {
      const { machine: _, ...rest } = searchOfFilter({ ...filter, machine: everything })
      return { ...rest, line: first.key, vsLine: second.key }
    }
    case 'product':
      return { ...own, product: first.key, vsProduct: second.key }
    case 'tool':
      return { ...own, tool: first.key, vsTool: second.key }
    case 'day':
    case 'week': {
      const [days, others] = [daysOf(first, filter.zone), daysOf(second, filter.zone)]
      if (days === null || others === null) return null
      const { preset: _, start: __, end: ___, ...rest } = own
      return { ...rest, ...days, vsFrom: others.from, vsTo: others.to }
    }
    default:
      // No filter names a machine type or an operator, and shifts of several days are no window.
      return null
  }
}

function daysOf({ from, to }: Pick<CompareRow, 'from' | 'to'>, zone: string) {
  if (from === null || to === null) return null
  return { from: localDate(from, zone), to: localDate(new Date(to.getTime() - 1), zone) }
}
