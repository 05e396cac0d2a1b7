import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type AuditLogRow, auditLog } from '@packboard/contract'
import { noFigure } from '@packboard/model'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { ChoiceField } from '../filters/ChoiceField.tsx'
import { everything } from '../filters/filter.ts'
import { DateTime } from '../overview/DateTime.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Panel } from '../ui/Panel.tsx'
import { usePageSize } from '../ui/usePageSize.ts'
import table from './CrudTable.module.css'
import { changesOf } from './changesOf.ts'
import styles from './panelCells.module.css'

/** What can be chosen; whatever else happened is found under All. */
const actions = [
  'create',
  'update',
  'delete',
  'restore',
  'signIn',
  'signInFailed',
  'signOut',
  'signUp',
  'setPassword',
  'export',
  'read',
]

/** Who did what, when, and what it was before (D42). */
export function AuditLogView() {
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search, 300)
  const [action, setAction] = useState<string>(everything)
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = usePageSize()
  const query = useQuery({
    queryKey: ['panel', 'log', asked, action, page, pageSize],
    queryFn: ({ signal }) =>
      call(auditLog, { params: { page, pageSize }, query: { search: asked, action } }, signal),
    placeholderData: keepPreviousData,
  })
  const count = query.isError ? 0 : (query.data?.count ?? 0)
  return (
    <Panel
      title="Audit Log"
      className={table.table}
      actions={
        <>
          <TextInput
            className={table.search!}
            type="search"
            label="Search"
            leftSection={<IconSearch size={16} stroke={1.75} />}
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              setPage(1)
            }}
          />
          <ChoiceField
            label="Action"
            value={action}
            offered={actions}
            change={(value) => {
              setAction(value)
              setPage(1)
            }}
          />
        </>
      }
    >
      <DataTable
        label="Audit Log"
        query={query}
        rows={({ rows }) => rows}
        rowKey={({ id }: AuditLogRow) => id}
        emptyText="Not Available"
        hint="Choose All or search for less."
        saysLoading
        skeletonRows={pageSize}
        columns={[
          { title: 'Date/Time', cell: ({ at }) => <DateTime at={at} /> },
          { title: 'Who', cell: ({ actor }) => actor },
          {
            title: 'Action',
            cell: ({ action: done }) => <span className={table.tag}>{done}</span>,
          },
          {
            title: 'What',
            cell: ({ entity, entityId }) => (entityId === null ? entity : `${entity} ${entityId}`),
          },
          { title: 'Client', cell: ({ clientName }) => clientName ?? noFigure, wide: true },
          {
            title: 'Before and After',
            cell: ({ before, after }) => <Changes {...{ before, after }} />,
            wide: true,
          },
        ]}
      />
      {count > 0 && (
        <Pager
          {...{ page, pageSize, count }}
          change={setPage}
          changeSize={(size) => {
            setPageSize(size)
            setPage(1)
          }}
        />
      )}
    </Panel>
  )
}

/** Few are read at once; more than these open on demand. */
const readAtOnce = 2

function Changes({ before, after }: { before: unknown; after: unknown }) {
  const changes = changesOf(before, after)
  if (changes.length === 0) return noFigure
  const lines = changes.map(({ field, before: old, after: now }) => (
    <span key={field}>
      <b>{field}</b> {old && <s>{old}</s>} {old && now && '→ '}
      {now}
    </span>
  ))
  if (changes.length <= readAtOnce) return <span className={styles.changes}>{lines}</span>
  return (
    <details className={styles.changes}>
      <summary>{changes.length} fields</summary>
      <span className={styles.changes}>{lines}</span>
    </details>
  )
}
