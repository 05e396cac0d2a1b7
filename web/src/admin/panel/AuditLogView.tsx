import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type AuditFault, type AuditLogRow, auditLog, verifyAuditLog } from '@packboard/contract'
import { type FilterWindow, filterPeriod, noFigure } from '@packboard/model'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, failureText } from '../../api/call.ts'
import { clientQueries } from '../../clients/clientQueries.ts'
import table from '../../crud/CrudTable.module.css'
import { options } from '../../crud/formFields.ts'
import cells from '../../crud/panelCells.module.css'
import { everything, filterFault } from '../../filter/filter.ts'
import type { WindowPreset } from '../../filter/filterSearch.ts'
import { windowText } from '../../filter/filterText.ts'
import { presetWindow } from '../../filter/presetWindow.ts'
import { TimePeriodField } from '../../filter/TimePeriodField.tsx'
import { wholeDays } from '../../filter/wholeDays.ts'
import { type Say, useTexts } from '../../i18n/useTexts.ts'
import { IconAlertCircle, IconSearch } from '../../icons/icons.ts'
import { usePerson } from '../../session/useSession.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { serverNow } from '../../time/serverClock.ts'
import { useShownZone } from '../../time/zone.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { usePageSize } from '../../ui/usePageSize.ts'
import styles from './AuditLogView.module.css'

const nowHere = () => new Date(serverNow())

/** Who did what, when, and what it was before (D42). */
export function AuditLogView() {
  const say = useTexts('panel')
  const [search, setSearch] = useState('')
  const [requested] = useDebouncedValue(search, 300)
  const [action, setAction] = useState<string>(everything)
  const zone = useShownZone()
  const [window, setWindow] = useState(() => presetWindow('Last 30 Days', nowHere(), zone))
  const [fault, setFault] = useState<string | null>(null)
  const [client, setClient] = useState<string>(everything)
  const [page, setPage] = useState(1)
  const [pageSize] = usePageSize()
  const picks = usePerson().permissions.chooseClient
  const narrow = useNarrow()
  const clients = useQuery({ ...clientQueries.names(), enabled: picks })
  const query = useQuery({
    queryKey: ['panel', 'log', requested, action, window, client, page, pageSize],
    queryFn: ({ signal }) => {
      const ofClient = client === everything ? {} : { clientId: Number(client) }
      const { from, to } = filterPeriod(window)
      const days = { from: from.toISOString(), to: to.toISOString() }
      const narrowed = { search: requested, action, ...days, ...ofClient }
      return call(auditLog, { params: { page, pageSize }, query: narrowed }, signal)
    },
    placeholderData: keepPreviousData,
  })
  const changeWindow = (picked: FilterWindow, preset: WindowPreset | null) => {
    const next = wholeDays(picked, preset !== null)
    const wrong = filterFault(next)
    setFault(wrong)
    if (wrong !== null) return
    setWindow(next)
    setPage(1)
  }
  const count = query.isError ? 0 : (query.data?.count ?? 0)
  return (
    <Panel title={say('log')} className={`${table.table} ${table.twoLines}`} actions={<Verify />}>
      <div className={styles.fields}>
        <div className={styles.period}>
          <span>
            <span aria-hidden="true">{say('dateRange')}</span>
            <small>
              <KeepDates>{windowText(window)}</KeepDates>
            </small>
          </span>
          <TimePeriodField
            label={say('dateRange')}
            window={window}
            inline={narrow}
            change={changeWindow}
          />
        </div>
        {picks && (
          <ChoiceSelect
            label={say('client')}
            searchable
            data={[
              { value: everything, label: say('all') },
              ...options(clients.data?.clients, ({ name }) => name),
            ]}
            value={client}
            onChange={(chosen) => {
              setClient(chosen ?? everything)
              setPage(1)
            }}
          />
        )}
        <ChoiceSelect
          label={say('action')}
          searchable
          maxDropdownHeight={360}
          nothingFoundMessage={say('noOption')}
          data={[
            { value: everything, label: say('all') },
            ...auditActions.map((value) => ({ value, label: actionWord(say, value) })),
          ]}
          value={action}
          onChange={(chosen) => {
            setAction(chosen ?? everything)
            setPage(1)
          }}
        />
        <TextInput
          type="search"
          label={say('search')}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setPage(1)
          }}
        />
        {fault && (
          <p role="alert" className={styles.fault}>
            <IconAlertCircle size={16} />
            {fault}
          </p>
        )}
      </div>
      <DataTable
        label={say('log')}
        query={query}
        rows={({ rows }) => rows}
        rowKey={({ id }: AuditLogRow) => id}
        emptyText={say('notAvailable')}
        hint={say('logHint')}
        saysLoading
        skeletonRows={pageSize}
        columns={[
          {
            key: 'dateTime',
            title: say('dateTime'),
            cell: ({ at, sealed }) => (
              <>
                <DateTime at={at} /> {!sealed && <small>{say('notSealed')}</small>}
              </>
            ),
          },
          { key: 'who', title: say('who'), cell: ({ actor }) => actor },
          {
            key: 'action',
            title: say('action'),
            cell: ({ action: done }) => <span className={table.tag}>{actionWord(say, done)}</span>,
          },
          {
            key: 'what',
            title: say('what'),
            cell: ({ entity, entityId, entityName }) => (
              <What
                word={entityWord(say, entity)}
                name={entityName ?? numberOf(entity, entityId)}
              />
            ),
          },
          {
            key: 'client',
            title: say('client'),
            cell: ({ clientName }) => clientName ?? nothing,
            wide: true,
          },
          {
            key: 'beforeAfter',
            title: say('beforeAfter'),
            cell: ({ before, after }) => <Changes {...{ before, after }} />,
            wide: true,
          },
        ]}
      />
      {count > 0 && <Pager {...{ page, pageSize, count }} change={setPage} />}
    </Panel>
  )
}

/** Compares all entries with what was signed, and names the first that does not fit. */
function Verify() {
  const say = useTexts('panel')
  const verifying = useMutation({
    mutationFn: () => call(verifyAuditLog, { query: {} }),
    onError: (error) => showToast(failureText(error), true),
  })
  const found = verifying.data
  const [fault] = found?.faults ?? []
  return (
    <div className={styles.verify}>
      <p role="status" data-fault={fault !== undefined}>
        {fault && <IconAlertCircle size={16} />}
        {fault && faultText(say, fault)}
        {found && !fault && say('verified', { count: found.entries, open: found.notSealed })}
        {found && found.lost > 0 && ` ${say('verifyLost', { count: found.lost })}`}
      </p>
      <BusyButton
        quiet
        busy={verifying.isPending ? say('verifying') : null}
        onClick={() => verifying.mutate()}
      >
        {say('verify')}
      </BusyButton>
    </div>
  )
}

function faultText(say: Say<'panel'>, { clientId, no, entryId, what }: AuditFault): string {
  // Chain 0 is that of the installation.
  const values = { chain: clientId ?? 0, no: no ?? noFigure, entry: entryId ?? noFigure }
  return say(`fault.${what}`, values)
}

/** A record without a name is shown by its number; the number of a session says nothing. */
const numberOf = (entity: string, entityId: number | null) =>
  entity === 'session' || entityId === null ? '' : String(entityId)

const What = ({ word, name }: { word: string; name: string }) => (
  <>
    {word} <b>{name}</b>
  </>
)

const nothing = <span data-nothing>{noFigure}</span>

/** Few are read at once; more than these open on demand. */
const readAtOnce = 2

function Changes({ before, after }: { before: unknown; after: unknown }) {
  const say = useTexts('panel')
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
      <summary>{say('fields', { count: changes.length })}</summary>
      <span className={cells.changes}>{lines}</span>
    </details>
  )
}

/** One field of a change: what it was, and what it is now. */
type Change = { readonly field: string; readonly before: string; readonly after: string }

/** What an entry of the audit log changed, field by field; what stayed the same is left out. */
function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? '', after: now.get(field) ?? '' }))
    .filter((change) => change.before !== change.after)
}

function fieldsOf(value: unknown): Map<string, string> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['value', textOf(value)]])
  return new Map(Object.entries(value).map(([field, each]) => [field, textOf(each)]))
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The events that can be chosen; all other events are found under All. */
const auditActions = [
  'create',
  'update',
  'delete',
  'restore',
  'revoke',
  'rotate',
  'erase',
  'signIn',
  'signInFailed',
  'confirm',
  'confirmFailed',
  'signOut',
  'signUp',
  'setPassword',
  'changeEmail',
  'export',
  'read',
] as const

const actions = [...auditActions, 'seed'] as const

const entities = [
  'backup',
  'client',
  'damage',
  'data-sheet',
  'demo',
  'device',
  'distributor',
  'earlierDefinition',
  'factors',
  'identity',
  'identityProvider',
  'kioskLink',
  'limits',
  'line',
  'lineFlow',
  'lineRoot',
  'machine',
  'machineType',
  'operatorName',
  'passkey',
  'plan',
  'productRecipe',
  'programKey',
  'quarantine',
  'reasons',
  'recoveryCodes',
  'savedView',
  'secrets',
  'session',
  'shiftNote',
  'shiftSignature',
  'shifts',
  'signIn',
  'stopLabel',
  'support',
  'table',
  'totp',
  'user',
] as const

/** The name of an action; one that the screens do not know is shown as it was stored. */
export function actionWord(say: Say<'panel'>, word: string): string {
  const action = actions.find((each) => each === word)
  return action === undefined ? word : say(`action.${action}`)
}

/** To what it was done. */
export function entityWord(say: Say<'panel'>, word: string): string {
  const entity = entities.find((each) => each === word)
  return entity === undefined ? word : say(`entity.${entity}`)
}
