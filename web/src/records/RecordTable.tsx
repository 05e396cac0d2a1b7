import { useTexts } from '../i18n/useTexts.ts'
import { DateTime } from '../time/DateTime.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import type { Waiting } from '../ui/Loadable.tsx'
import { Pager } from '../ui/Pager.tsx'
import styles from './RecordTable.module.css'
import type { useRecordFilter } from './useRecordFilter.ts'

type Entry = { readonly at: Date; readonly serialNo: string }

/** A page of records with the way to the other pages. */
export function RecordTable<Row extends Entry>({
  label,
  query,
  shown,
  columns,
  ends,
}: {
  label: string
  query: Waiting<{ readonly rows: readonly Row[]; readonly count: number }>
  shown: ReturnType<typeof useRecordFilter>
  columns: readonly Column<Row>[]
  /** The last columns are an end and a length, not a value before and after. */
  ends?: true
}) {
  const say = useTexts('records')
  const count = query.isError ? 0 : (query.data?.count ?? 0)
  return (
    <>
      <div className={styles.table} data-ends={ends}>
        <DataTable
          label={label}
          query={query}
          rows={(page) => page.rows}
          // Two records of one machine may be alike to the letter.
          rowKey={(row, index) => `${row.at.getTime()} ${row.serialNo} ${index}`}
          columns={[
            { title: say('dateTime'), cell: ({ at }) => <DateTime at={at} /> },
            { title: say('machine'), cell: ({ serialNo }) => serialNo },
            ...columns,
          ]}
          skeletonRows={shown.pageSize}
          hint={say('noRecordsHint')}
        />
      </div>
      {count > 0 && (
        <div className={styles.pager}>
          <Pager
            page={shown.page}
            pageSize={shown.pageSize}
            count={count}
            change={shown.changePage}
            changeSize={shown.changePageSize}
          />
        </div>
      )}
    </>
  )
}
