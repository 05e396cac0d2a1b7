import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { useId } from 'react'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChevronLeft, IconChevronRight } from '../icons/icons.ts'
import { ChoiceSelect } from './ChoiceSelect.tsx'
import styles from './Pager.module.css'
import { useOneStop } from './useOneStop.ts'
import { pageSizes, usePageSize } from './usePageSize.ts'

/** Which rows of how many, and the way to the others, which is one stop of Tab however many there are. Pages are counted from 1. */
export function Pager({
  page,
  pageSize,
  count,
  change,
  changeSize,
}: {
  page: number
  pageSize: number
  count: number
  change: (page: number) => void
  /** Where another number of rows is no choice for every table: it is stored, and the first page follows; null: pages have one size. */
  changeSize?: ((pageSize: number) => void) | null
}) {
  const say = useTexts('ui')
  const label = useId()
  const [, keepSize] = usePageSize()
  const chooseSize = (size: number) => {
    if (changeSize) return changeSize(size)
    keepSize(size)
    change(1)
  }
  const oneStop = useOneStop<HTMLElement>()
  const pages = Math.max(1, Math.ceil(count / pageSize))
  const first = (page - 1) * pageSize + 1
  const step = (to: number, name: string, icon: typeof IconChevronLeft) => {
    const Icon = icon
    return (
      <button
        type="button"
        aria-label={name}
        disabled={to < 1 || to > pages}
        onClick={() => change(to)}
      >
        <Icon size={16} />
      </button>
    )
  }
  return (
    <div className={styles.pager}>
      {changeSize !== null && (
        <>
          <span id={label} className={styles.sizeLabel}>
            {say('rowsPerPage')}
          </span>
          <ChoiceSelect
            className={styles.size ?? ''}
            aria-labelledby={label}
            data={pageSizes.map(String)}
            value={String(pageSize)}
            onChange={(size) => size !== null && chooseSize(Number(size))}
          />
        </>
      )}
      <span className="digits" role="status">
        {count === 0
          ? say('noRows')
          : say('rowsOf', {
              first: formatCount(first),
              last: formatCount(Math.min(count, first + pageSize - 1)),
              count: formatCount(count),
            })}
      </span>
      <nav ref={oneStop} aria-label={say('pages')}>
        {step(page - 1, say('previousPage'), IconChevronLeft)}
        {pagerPages(page, pages).map((each, index, all) =>
          each === null ? (
            <span key={`after ${all[index - 1]}`}>…</span>
          ) : (
            <button
              key={each}
              type="button"
              className={styles.number}
              aria-label={say('page', { page: String(each) })}
              aria-current={each === page ? 'page' : undefined}
              onClick={() => change(each)}
            >
              {formatCount(each)}
            </button>
          ),
        )}
        {step(page + 1, say('nextPage'), IconChevronRight)}
      </nav>
    </div>
  )
}

/** The pages that a pager names: the first, the last, the neighbours of the present one; `null` stands for those between. */
function pagerPages(page: number, pages: number): (number | null)[] {
  const near = new Set([1, pages, page - 1, page, page + 1])
  // At the ends as many are named as in the middle, so that buttons keep their places.
  if (page <= 4) for (let each = 2; each <= 5; each++) near.add(each)
  if (page >= pages - 3) for (let each = pages - 4; each < pages; each++) near.add(each)
  const named = [...near].filter((each) => each >= 1 && each <= pages).sort((a, b) => a - b)
  return named.flatMap((each, index) => {
    const before = named[index - 1] ?? each - 1
    if (each - before === 2) return [each - 1, each]
    return each - before > 2 ? [null, each] : [each]
  })
}
