import { Fragment, type ReactNode } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconDatabaseOff,
} from '../icons/icons.ts'
import styles from './DataTable.module.css'
import { Loadable, type Waiting } from './Loadable.tsx'
import { Skeleton } from './Skeleton.tsx'
import { useNarrow } from './useNarrow.ts'
import { useOneStop } from './useOneStop.ts'

export type Column<Row> = {
  /** The column in every language; the title when left out. */
  readonly key?: string
  readonly title: string
  /** Beside the title: what it means. */
  readonly help?: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Figures are aligned at the right, digit under digit. */
  readonly numeric?: boolean
  /** Long texts take the remaining width, and break. */
  readonly wide?: boolean
  /** Rows cannot be sorted by it. */
  readonly unsorted?: boolean
  /** Hidden where the table is narrow. */
  readonly spare?: boolean
  /** The value is unclear without its title, which is shown before it on a phone. */
  readonly labelOnPhone?: boolean
  /** Under the title: what kind of thing it names. */
  readonly sub?: string
}

/** By which column the rows are sorted, and how to change it. */
type Sorting = {
  readonly by: string | null
  readonly descending: boolean
  readonly change: (key: string) => void
}

const places = Array.from({ length: 100 }, (_, index) => `place ${index + 1}`)

/**
 * A table of rows: skeleton, rows, nothing or a failure. On a phone each row becomes a small list under its first column. Tab stops
 * once at the titles and once at the rows that open something; arrows lead on.
 */
export function DataTable<Data, Row>({
  label,
  query,
  rows,
  rowKey,
  columns,
  open,
  isCurrent,
  actions,
  sorting,
  groups,
  saysLoading = false,
  skeletonRows = 10,
  emptyText,
  hint,
}: {
  /** Name of the table for screen readers. */
  label: string
  query: Waiting<Data>
  rows: (data: Data) => readonly Row[]
  rowKey: (row: Row, index: number) => string
  columns: readonly Column<Row>[]
  /** Makes rows open something; `name` is the label of the button at the end of the row. */
  open?: { readonly name: (row: Row) => string; readonly go: (row: Row) => void }
  /** What this row opens is open. */
  isCurrent?: (row: Row) => boolean
  /** The actions of a row, at its end. */
  actions?: ((row: Row) => ReactNode) | undefined
  /** Makes the titles of the columns buttons. */
  sorting?: Sorting
  /** Rows of one key that follow each other have a head. */
  groups?:
    | { readonly keyOf: (row: Row) => string; readonly head: (key: string) => ReactNode }
    | undefined
  saysLoading?: boolean
  skeletonRows?: number
  emptyText?: string | undefined
  hint?: ReactNode
}) {
  const say = useTexts('ui')
  const narrow = useNarrow()
  const titles = useOneStop<HTMLTableSectionElement>()
  const opening = useOneStop<HTMLTableSectionElement>()
  const head = (asks: Sorting | undefined, waits: boolean) => (
    <thead {...(asks && { ref: titles })}>
      <tr>
        {columns.map(({ title, key = title, help, numeric, unsorted, spare, sub }) =>
          asks && !unsorted ? (
            <SortedTitle
              key={key}
              {...{ title, help, numeric, spare, sub }}
              sorted={asks.by === key}
              descending={asks.descending}
              sort={() => asks.change(key)}
            />
          ) : (
            <th
              key={key}
              scope="col"
              data-numeric={numeric}
              data-spare={spare}
              {...(help !== undefined && { 'aria-label': title })}
            >
              {title}
              {sub && <small>{sub}</small>}
              {/* The skeleton of a table contains no buttons. */}
              {!waits && help}
            </th>
          ),
        )}
        {actions && (
          <th className={styles.actions}>
            <span className="spoken">{say('actions')}</span>
          </th>
        )}
        {open && (
          <th className={styles.go}>
            <span className="spoken">{say('open')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
  return (
    <div className={styles.frame}>
      <Loadable
        query={query}
        emptyText={emptyText}
        isEmpty={(data) => rows(data).length === 0}
        hint={hint}
        saysLoading={saysLoading}
        picture={<IconDatabaseOff size={24} stroke={1.5} />}
        waiting={
          <table className={styles.table} aria-hidden="true">
            {head(undefined, true)}
            <tbody>
              {places.slice(0, skeletonRows).map((place, index) => (
                <tr key={place}>
                  {columns.map(({ title, key = title, spare }) => (
                    <td key={key} data-spare={spare}>
                      <Skeleton width={`${72 - ((index * 23) % 40)}%`} height={12} />
                    </td>
                  ))}
                  {actions && <td className={styles.actions} />}
                  {open && <td className={styles.go} />}
                </tr>
              ))}
            </tbody>
          </table>
        }
      >
        {(data) => (
          <>
            {narrow && sorting && <PhoneSort {...{ sorting, columns }} />}
            <table className={styles.table} aria-label={label}>
              {head(sorting, false)}
              <tbody {...(open && { ref: opening })}>
                {rows(data).map((row, index, all) => (
                  <Fragment key={rowKey(row, index)}>
                    {groups && begins(groups.keyOf, all, index) && (
                      <tr className={styles.group}>
                        <th colSpan={columns.length + (actions ? 1 : 0) + (open ? 1 : 0)}>
                          {groups.head(groups.keyOf(row))}
                        </th>
                      </tr>
                    )}
                    <tr
                      data-opens={open !== undefined}
                      data-current={isCurrent?.(row)}
                      {...(open && { onClick: () => open.go(row) })}
                    >
                      {columns.map(
                        ({ title, key = title, cell, numeric, wide, spare, labelOnPhone }) => (
                          <td
                            key={key}
                            data-title={title}
                            data-numeric={numeric}
                            data-wide={wide}
                            data-spare={spare}
                            data-label-on-phone={labelOnPhone}
                          >
                            {cell(row)}
                          </td>
                        ),
                      )}
                      {actions && <td className={styles.actions}>{actions(row)}</td>}
                      {open && (
                        <td className={styles.go}>
                          <button
                            type="button"
                            aria-label={open.name(row)}
                            {...(isCurrent && { 'aria-pressed': isCurrent(row) })}
                            onClick={(event) => {
                              event.stopPropagation()
                              open.go(row)
                            }}
                          >
                            <IconChevronRight size={16} />
                          </button>
                        </td>
                      )}
                    </tr>
                  </Fragment>
                ))}
              </tbody>
            </table>
          </>
        )}
      </Loadable>
    </div>
  )
}

/** Is this the first row of its group? */
function begins<Row>(keyOf: (row: Row) => string, rows: readonly Row[], index: number): boolean {
  const [row, before] = [rows[index], rows[index - 1]]
  return row !== undefined && (before === undefined || keyOf(before) !== keyOf(row))
}

/** A phone shows no titles of columns: what rows are sorted by is chosen above them. A choice again turns the order. */
function PhoneSort<Row>({
  sorting: { by, descending, change },
  columns,
}: {
  sorting: Sorting
  columns: readonly Column<Row>[]
}) {
  const say = useTexts('ui')
  const sortable = columns.filter(({ unsorted }) => !unsorted)
  return (
    <label className={styles.phoneSort}>
      <span>{say('sortBy')}</span>
      <span>
        <select
          value={by === null ? '' : `${by} ${descending ? 'down' : 'up'}`}
          onChange={(event) => {
            const place = event.currentTarget.value.lastIndexOf(' ')
            const key = event.currentTarget.value.slice(0, place)
            const wantsDown = event.currentTarget.value.slice(place + 1) === 'down'
            // The first choice of a column sorts upwards, the second one turns it.
            if (key !== by) change(key)
            if (wantsDown !== (key === by ? descending : false)) change(key)
          }}
        >
          {by === null && <option value="">{say('unsorted')}</option>}
          {sortable.flatMap(({ title, key = title }) => [
            <option key={`${key} up`} value={`${key} up`}>
              {say('ascending', { title })}
            </option>,
            <option key={`${key} down`} value={`${key} down`}>
              {say('descending', { title })}
            </option>,
          ])}
        </select>
        <IconChevronDown size={16} />
      </span>
    </label>
  )
}

function SortedTitle({
  title,
  help,
  numeric,
  spare,
  sub,
  sorted,
  descending,
  sort,
}: {
  title: string
  help: ReactNode
  numeric: boolean | undefined
  spare: boolean | undefined
  sub: string | undefined
  sorted: boolean
  descending: boolean
  sort: () => void
}) {
  const Arrow = descending ? IconArrowDown : IconArrowUp
  const order = descending ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      data-numeric={numeric}
      data-spare={spare}
      aria-sort={sorted ? order : 'none'}
      {...(help !== undefined && { 'aria-label': title })}
    >
      <div className={styles.sortedTitle}>
        <button type="button" className={styles.sort} onClick={sort}>
          {title}
          {sorted && <Arrow size={14} />}
        </button>
        {help}
      </div>
      {sub && <small>{sub}</small>}
    </th>
  )
}
