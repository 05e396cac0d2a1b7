import { Button, TextInput } from '@mantine/core'
import type { DataSource, DataSourcesAnswer } from '@packboard/contract'
import { neutralised, noFigure } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useKnownNow } from '../../api/useKnownNow.ts'
import table from '../../crud/CrudTable.module.css'
import { OneClient } from '../../crud/OneClient.tsx'
import { formatCount, formatDecimals } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconAlertTriangle, IconDownload, IconSearch } from '../../icons/icons.ts'
import { usePerson } from '../../session/useSession.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Waiting } from '../../ui/Loadable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { saveCsv } from '../../ui/saveFile.ts'
import { useOpening } from '../../ui/useOpening.ts'
import { AddedNote } from '../AddedNote.tsx'
import { ProvisionalMark } from '../doctor/DictionaryFinding.tsx'
import { clockText, sourceWord } from '../quarantine/quarantineWords.ts'
import type { Added } from '../useMachineForms.ts'
import { AddMachine } from './AddMachine.tsx'
import { Age, ageText, sourceStateWord } from './Age.tsx'
import styles from './DataSources.module.css'
import { NotAssigned } from './NotAssigned.tsx'
import { HourLine, SourceDetails, SourceStateMark } from './SourceDetails.tsx'
import {
  countsByState,
  type SourceFilter,
  type SourceOrder,
  shownSources,
  sourceQueries,
  sourceTotals,
  wordOf,
  worstSource,
} from './sourceRows.ts'

/** The machines of a client as sources of records: staff choose whose, a client's administrator has its own. */
export function DataSourcesView() {
  const say = useTexts('sources')
  return (
    <OneClient before={say('chooseFirst')}>
      {(clientId) => <SourcesOf clientId={clientId} />}
    </OneClient>
  )
}

function SourcesOf({ clientId }: { clientId: number }) {
  const query = useQuery(sourceQueries.of(clientId))
  return (
    <div className={styles.parts}>
      <SourceTotals sources={query.data?.sources} />
      <NotAssigned {...{ clientId }} found={query.data?.notAssigned ?? []} />
      <SourcesTable {...{ clientId, query }} />
    </div>
  )
}

/** How the machines of a client are connected, in five figures. */
function SourceTotals({ sources }: { sources: readonly DataSource[] | undefined }) {
  const say = useTexts('sources')
  const sayClock = useTexts('quarantine')
  const totals = sources && sourceTotals(sources)
  return (
    <dl className={styles.totals} aria-label={say('totals')}>
      <Total name={say('connected')}>
        {totals && (
          <>
            {formatCount(totals.connected)}{' '}
            <small>{say('ofMachines', { count: formatCount(totals.machines) })}</small>
          </>
        )}
      </Total>
      <Total name={say('perMinute')}>{totals && formatDecimals(totals.perMinute, 1)}</Total>
      <Total name={say('longestSilence')}>{totals && <Age at={totals.oldestAt} />}</Total>
      <Total name={say('largestSkew')}>{totals && clockText(sayClock, totals.largestSkewMs)}</Total>
      <Total name={say('quarantined')}>{totals && formatCount(totals.quarantined)}</Total>
    </dl>
  )
}

function Total({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="panel">
      <dt>{name}</dt>
      <dd>{children ?? noFigure}</dd>
    </div>
  )
}

/** A row for each machine; it opens the details. */
function SourcesTable({
  clientId,
  query,
}: {
  clientId: number
  query: Waiting<DataSourcesAnswer>
}) {
  const say = useTexts('sources')
  const sayClock = useTexts('quarantine')
  const [filter, setFilter] = useState<SourceFilter>('all')
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<SourceOrder>({ by: null, descending: false })
  const opening = useOpening<number>()
  const { manageInstallation } = usePerson().permissions
  const [added, setAdded] = useState<Added | null>(null)
  const answer = query.isError ? undefined : query.data
  const sources = answer?.sources ?? []
  const states = countsByState(sources)
  // The last machine of a state may have left it.
  const kept = states.some(([state]) => state === filter) ? filter : 'all'
  const choice = { filter: kept, search, order }
  const shown = sources.find(({ id }) => id === opening.about)
  const open = ({ id }: DataSource) => opening.open(id)
  return (
    <Panel
      title={say('title')}
      className={`${table.table} ${table.named} ${table.twoLines} ${styles.table}`}
      sub={say('countsOf')}
      actions={
        <>
          {sources.length > 0 && (
            <>
              <TextInput
                className={table.search ?? ''}
                size="xs"
                type="search"
                aria-label={say('searchMachine')}
                placeholder={say('searchMachine')}
                leftSection={<IconSearch size={16} />}
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
              <Button
                variant="default"
                size="xs"
                leftSection={<IconDownload size={16} />}
                onClick={() =>
                  answer &&
                  saveCsv(
                    'data-sources.csv',
                    sourcesCsv(shownSources(sources, choice), answer.since),
                  )
                }
              >
                {say('csv')}
              </Button>
            </>
          )}
          {manageInstallation && <AddMachine {...{ clientId }} done={setAdded} />}
        </>
      }
    >
      <div role="status">{added && <AddedNote added={added} close={() => setAdded(null)} />}</div>
      {states.length > 1 && (
        <div className={styles.filter}>
          <Segmented<SourceFilter>
            label={say('filter')}
            value={kept}
            options={[
              { value: 'all', label: say('all', { count: formatCount(sources.length) }) },
              ...states.map(([state, count]) => ({
                value: state,
                label: `${sourceStateWord(say, state)}, ${formatCount(count)}`,
              })),
            ]}
            choose={setFilter}
          />
        </div>
      )}
      <DataTable
        label={say('title')}
        query={query}
        rows={(data) => shownSources(data.sources, choice)}
        rowKey={({ serialNo }) => serialNo}
        emptyText={query.isError ? undefined : say(sources.length > 0 ? 'noneFound' : 'noMachines')}
        hint={say(sources.length > 0 ? 'noneFoundHint' : 'noMachinesHint')}
        saysLoading
        skeletonRows={6}
        sorting={{
          ...order,
          change: (key) =>
            setOrder((before) => ({
              by: key,
              descending: before.by === key && !before.descending,
            })),
        }}
        open={{ name: ({ serialNo }) => say('openDetails', { name: serialNo }), go: open }}
        columns={[
          {
            key: 'machine',
            title: say('machine'),
            cell: ({ serialNo, lineName }) => (
              <span className={styles.machine}>
                {serialNo}
                {lineName && <small>{lineName}</small>}
              </span>
            ),
          },
          {
            key: 'state',
            title: say('connection'),
            cell: ({ state, door, finding }) => (
              <span className={styles.machine}>
                <SourceStateMark state={state} />
                <small>{sourceWord(sayClock, door)}</small>
                {finding?.isProvisional && <ProvisionalMark />}
              </span>
            ),
          },
          {
            key: 'lastRecord',
            title: say('lastRecord'),
            numeric: true,
            cell: (source) => <Age key={source.serialNo} at={wordOf(source)} />,
          },
          {
            key: 'perMinute',
            title: say('perMinuteShort'),
            numeric: true,
            cell: ({ perMinute }) => formatDecimals(perMinute, 1),
          },
          {
            key: 'hours',
            title: say('hours'),
            unsorted: true,
            spare: true,
            cell: ({ hours }) => <HourLine hours={hours} />,
          },
          {
            key: 'dataAge',
            title: say('dataAge'),
            numeric: true,
            cell: ({ dataAt }) => <Age at={dataAt} />,
          },
          {
            key: 'clock',
            title: say('clock'),
            numeric: true,
            cell: ({ clockSkewMs }) => clockText(sayClock, clockSkewMs),
          },
          ...(['resets', 'duplicate', 'late', 'backFill', 'quarantined'] as const).map((name) => ({
            key: name,
            title: say(name),
            numeric: true,
            spare: name === 'resets' || name === 'duplicate',
            cell: (source: DataSource) => <Count of={source[name]} />,
          })),
        ]}
      />
      {answer && answer.unassigned > 0 && (
        <p className={styles.note}>
          {say('unassigned', { records: answer.unassigned, count: formatCount(answer.unassigned) })}
        </p>
      )}
      <WorstSource sources={sources} open={open} />
      {shown && answer && (
        <SourceDetails
          key={shown.id}
          {...{ clientId }}
          source={shown}
          since={answer.since}
          {...opening.dialog}
        />
      )}
    </Panel>
  )
}

/** Nothing stands back, so that what is there is found. */
function Count({ of }: { of: number }) {
  return of === 0 ? (
    <span className={styles.zero} data-nothing>
      0
    </span>
  ) : (
    <span className={styles.some}>{formatCount(of)}</span>
  )
}

/** Under the table: the machine that a person should look at first, and whether anything is lost. */
function WorstSource({
  sources,
  open,
}: {
  sources: readonly DataSource[]
  open: (source: DataSource) => void
}) {
  const say = useTexts('sources')
  const worst = worstSource(sources)
  if (!worst) return null
  return (
    <div className={styles.worst}>
      <IconAlertTriangle size={18} />
      <p>
        <b>
          <Headline source={worst} />
        </b>{' '}
        {say(`worst.${worst.state}.what`)}
      </p>
      <Button variant="default" size="xs" onClick={() => open(worst)}>
        {say('details')}
      </Button>
    </div>
  )
}

function Headline({ source }: { source: DataSource }) {
  const say = useTexts('sources')
  const sayClock = useTexts('quarantine')
  const age = useKnownNow((now) => ageText(say, wordOf(source), now))
  return say(`worst.${source.state}`, {
    name: source.serialNo,
    age,
    clock: clockText(sayClock, source.clockSkewMs),
    records: source.quarantined,
    count: formatCount(source.quarantined),
  })
}

const hourMs = 3_600_000

/** The table as a file: a line a machine, its hours at the end. Names and numbers are those of the call, for programs to read. */
export function sourcesCsv(sources: readonly DataSource[], since: Date): string {
  const hours = Array.from({ length: sources[0]?.hours.length ?? 0 }, (_, index) =>
    new Date(since.getTime() + index * hourMs).toISOString(),
  )
  const head = [
    ...['serialNo', 'lineName', 'door', 'state', 'receivedAt', 'dataAt', 'perMinute', 'received'],
    ...['accepted', 'duplicate', 'late', 'backFill', 'quarantined', 'resets', 'unknownStates'],
    'missingNumbers',
    ...['unknownFields', 'clockSkewMs', ...hours],
  ]
  const lines = sources.map((one) => [
    ...[one.serialNo, one.lineName, one.door, one.state, one.receivedAt, one.dataAt],
    ...[one.perMinute, one.received, one.accepted, one.duplicate, one.late, one.backFill],
    ...[one.quarantined, one.resets, one.unknownStates, one.missingNumbers],
    ...[Object.keys(one.unknownFields).join(' '), one.clockSkewMs, ...one.hours],
  ])
  return `\uFEFF${[head, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`
}

function cell(value: string | number | Date | null): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number') return String(value)
  const text = neutralised(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
