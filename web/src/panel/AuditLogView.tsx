import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type AuditLogRow, auditLog } from '@packboard/contract'
import { type FilterWindow, filterPeriod, noFigure, picksClient } from '@packboard/model'
import { IconAlertCircle, IconChevronDown, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { clientQueries } from '../clients/clientQueries.ts'
import { serverNow } from '../clock/serverClock.ts'
import { ChoiceField } from '../filters/ChoiceField.tsx'
import { everything, filterFault } from '../filters/filter.ts'
import { windowText } from '../filters/filterText.ts'
import { presetWindow } from '../filters/presetWindow.ts'
import { TimePeriodField } from '../filters/TimePeriodField.tsx'
import { wholeDays } from '../filters/wholeDays.ts'
import { DateTime } from '../overview/DateTime.tsx'
import { usePerson } from '../session/useSession.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import { usePageSize } from '../ui/usePageSize.ts'
import { useShownZone } from '../ui/zone.ts'
import styles from './AuditLogView.module.css'
import table from './CrudTable.module.css'
import { changesOf } from './changesOf.ts'
import { options } from './options.ts'
import cells from './panelCells.module.css'

/** What can be chosen; whatever else happened is found under All. */
const actions = [
  'create',
  'update',
  'delete',
  'restore',
  'revoke',
  'erase',
  'signIn',
  'signInFailed',
  'signOut',
  'signUp',
  'setPassword',
  'export',
  'read',
]

const nowHere = () => new Date(serverNow())

/** Who did what, when, and what it was before (D42). */
export function AuditLogView() {
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search, 300)
  const [action, setAction] = useState<string>(everything)
  const zone = useShownZone()
  const [window, setWindow] = useState(() => presetWindow('Last 30 Days', nowHere(), zone))
  const [fault, setFault] = useState<string | null>(null)
  const [client, setClient] = useState<string>(everything)
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = usePageSize()
  const picks = picksClient(usePerson().role)
  const narrow = useNarrow()
  const clients = useQuery({ ...clientQueries.names(), enabled: picks })
  const query = useQuery({
    queryKey: ['panel', 'log', asked, action, window, client, page, pageSize],
    queryFn: ({ signal }) => {
      const ofClient = client === everything ? {} : { clientId: Number(client) }
      const { from, to } = filterPeriod(window)
      const days = { from: from.toISOString(), to: to.toISOString() }
      const narrowed = { search: asked, action, ...days, ...ofClient }
      return call(auditLog, { params: { page, pageSize }, query: narrowed }, signal)
    },
    placeholderData: keepPreviousData,
  })
  const changeWindow = (picked: FilterWindow, preset: boolean) => {
    const next = wholeDays(picked, preset)
    const wrong = filterFault(next)
    setFault(wrong)
    if (wrong !== null) return
    setWindow(next)
    setPage(1)
  }
  const count = query.isError ? 0 : (query.data?.count ?? 0)
  return (
    <Panel title="Audit Log" className={`${table.table} ${table.twoLines}`}>
      <div className={styles.fields}>
        <div className={styles.period}>
          <span>
            <span aria-hidden="true">Date range</span>
            <small>{windowText(window)}</small>
          </span>
          <TimePeriodField
            label="Date range"
            window={window}
            inline={narrow}
            change={changeWindow}
          />
        </div>
        {picks && (
          <Select
            label="Client"
            searchable
            allowDeselect={false}
            data={[
              { value: everything, label: everything },
              ...options(clients.data?.clients, ({ name }) => name),
            ]}
            value={client}
            rightSection={<IconChevronDown size={16} stroke={1.75} />}
            rightSectionPointerEvents="none"
            comboboxProps={{ keepMounted: false, offset: 6 }}
            onChange={(chosen) => {
              setClient(chosen ?? everything)
              setPage(1)
            }}
          />
        )}
        <ChoiceField
          label="Action"
          value={action}
          offered={actions}
          change={(value) => {
            setAction(value)
            setPage(1)
          }}
        />
        <TextInput
          type="search"
          label="Search"
          leftSection={<IconSearch size={16} stroke={1.75} />}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setPage(1)
          }}
        />
        {fault && (
          <p role="alert" className={styles.fault}>
            <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
            {fault}
          </p>
        )}
      </div>
      <DataTable
        label="Audit Log"
        query={query}
        rows={({ rows }) => rows}
        rowKey={({ id }: AuditLogRow) => id}
        emptyText="Not Available"
        hint="Choose a longer date range, All, or search for less."
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
          { title: 'Client', cell: ({ clientName }) => clientName ?? nothing, wide: true },
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

const nothing = <span data-nothing>{noFigure}</span>

/** Few are read at once; more than these open on demand. */
const readAtOnce = 2

function Changes({ before, after }: { before: unknown; after: unknown }) {
  const changes = changesOf(before, after)
  if (changes.length === 0) return nothing
  const lines = changes.map(({ field, before: old, after: now }) => (
    <span key={field}>
      <b>{field}</b> {old && <s>{old}</s>} {old && now && '→ '}
      {now}
    </span>
  ))
  if (changes.length <= readAtOnce) return <span className={cells.changes}>{lines}</span>
  return (
    <details className={cells.changes}>
      <summary>{changes.length} fields</summary>
      <span className={cells.changes}>{lines}</span>
    </details>
  )
}
