import type { FilterWindow } from '@packboard/model'
import { type ReactNode, useState } from 'react'
import { ChoiceField } from '../filter/ChoiceField.tsx'
import { everything, filterFault } from '../filter/filter.ts'
import { windowText } from '../filter/filterText.ts'
import { TimePeriodField } from '../filter/TimePeriodField.tsx'
import { wholeDays, windowOf } from '../filter/wholeDays.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertCircle } from '../icons/icons.ts'
import { DateTime } from '../time/DateTime.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { KeepDates } from '../ui/KeepDates.tsx'
import type { Waiting } from '../ui/Loadable.tsx'
import { Pager } from '../ui/Pager.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import { usePageSize } from '../ui/usePageSize.ts'
import fields from './RecordFields.module.css'
import styles from './RecordTable.module.css'
import type { RecordFilter } from './recordsWire.ts'

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
          />
        </div>
      )}
    </>
  )
}

/** Date range, Select Group and Select Description above a table of records. */
export function RecordFields({
  shown,
  groups,
  descriptions,
  children,
}: {
  shown: ReturnType<typeof useRecordFilter>
  /** Empty where the list could not be loaded: then only All is offered (specification §8). */
  groups: readonly string[]
  descriptions: readonly string[]
  /** What can be done with the table. */
  children: ReactNode
}) {
  const say = useTexts('records')
  const { filter, fault } = shown
  const narrow = useNarrow()
  return (
    <div className={fields.fields}>
      <div className={fields.field} data-field>
        <span>
          <span aria-hidden="true">{say('dateRange')}</span>
          <small>
            <KeepDates>{windowText(filter.window)}</KeepDates>
          </small>
        </span>
        <TimePeriodField
          label={say('dateRange')}
          window={filter.window}
          inline={narrow}
          change={(window, preset) => shown.changeWindow(window, preset !== null)}
        />
      </div>
      <div className={fields.field} data-field>
        <ChoiceField
          label={say('selectGroup')}
          value={filter.group}
          offered={groups}
          change={shown.changeGroup}
        />
      </div>
      <div className={fields.field} data-field data-wide="true">
        <ChoiceField
          label={say('selectDescription')}
          value={filter.description}
          offered={descriptions}
          change={shown.changeDescription}
        />
      </div>
      <div className={fields.actions}>{children}</div>
      {fault && (
        <p role="alert" className={fields.fault}>
          <IconAlertCircle size={16} />
          {fault}
        </p>
      )}
    </div>
  )
}

type Shown = {
  readonly window: FilterWindow
  readonly group: string
  readonly description: string
  readonly page: number
}

/**
 * The filter of a table of records. It begins with the window of the page behind it; every change of the filter leads back
 * to the first page (specification §4).
 */
export function useRecordFilter(clientId: number, machineId: string, pageFilter: FilterWindow) {
  const [shown, show] = useState<Shown>(() => ({
    window: windowOf(pageFilter),
    group: everything,
    description: everything,
    page: 1,
  }))
  const [pageSize] = usePageSize()
  const [fault, setFault] = useState<string | null>(null)
  const { window, group, description, page } = shown
  const filter: RecordFilter = { clientId, machineId, window, group, description }
  return {
    filter,
    page,
    pageSize,
    /** Why the last picked days cannot be requested. */
    fault,
    changeWindow(picked: FilterWindow, preset: boolean) {
      const next = wholeDays(picked, preset)
      const wrong = filterFault(next)
      setFault(wrong)
      if (wrong === null) show({ ...shown, window: next, page: 1 })
    },
    changeGroup: (chosen: string) => show({ ...shown, group: chosen, page: 1 }),
    changeDescription: (chosen: string) => show({ ...shown, description: chosen, page: 1 }),
    changePage: (chosen: number) => show({ ...shown, page: chosen }),
  }
}
