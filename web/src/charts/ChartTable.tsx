import { lazy, Suspense, useState } from 'react'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { pageSizes } from '../ui/usePageSize.ts'
import styles from './ChartTable.module.css'

/** A chart is a table only when a person wants it so: the pages of figures do not wait for its pages. */
const Pager = lazy(() => import('../ui/Pager.tsx').then((module) => ({ default: module.Pager })))

/** The figures of a chart as a table, page by page: the same rows as its export. */
export function ChartTable<Row>({
  label,
  rows,
  rowKey,
  columns,
}: {
  /** Name of the table for screen readers. */
  label: string
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string
  columns: readonly Column<Row>[]
}) {
  const [pageSize, setPageSize] = useState<number>(pageSizes[0])
  const [requested, setPage] = useState(1)
  // Another window may have fewer pages than the one before.
  const page = Math.min(requested, Math.max(1, Math.ceil(rows.length / pageSize)))
  const first = (page - 1) * pageSize
  return (
    <div className={styles.table}>
      <DataTable
        label={label}
        query={{ isPending: false, isError: false, data: rows, refetch: () => {} }}
        rows={(all) => all.slice(first, first + pageSize)}
        rowKey={rowKey}
        columns={columns}
      />
      {rows.length > pageSizes[0] && (
        <Suspense fallback={null}>
          <Pager
            page={page}
            pageSize={pageSize}
            count={rows.length}
            change={setPage}
            changeSize={(size) => {
              setPageSize(size)
              setPage(1)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
