import { Button, TextInput } from '@mantine/core'
import type { DataSource, DataSourcesAnswer } from '@packboard/contract'
import { useState } from 'react'
import table from '../../crud/CrudTable.module.css'
import { saveFile } from '../../export/saveFile.ts'
import { formatCount, formatDecimals } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconAlertTriangle, IconDownload, IconSearch } from '../../icons/icons.ts'
import { useNow } from '../../time/useNow.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Waiting } from '../../ui/Loadable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { ProvisionalMark } from '../doctor/ProvisionalMark.tsx'
import { clockText } from '../quarantine/clockText.ts'
import { sourceWord } from '../quarantine/quarantineWords.ts'
import { Age } from './Age.tsx'
import styles from './DataSources.module.css'
import { HourLine } from './HourStrip.tsx'
import { SourceDetails } from './SourceDetails.tsx'
import { SourceStateMark } from './SourceStateMark.tsx'
import {
  countsByState,
  type SourceFilter,
  type SourceOrder,
  shownSources,
  wordOf,
  worstSource,
} from './sourceRows.ts'
import { sourcesCsv } from './sourcesCsv.ts'
import { ageText, sourceStateWord } from './sourceTexts.ts'

/** A row for each machine; it opens the details. */
export function SourcesTable({
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
  const [shownId, show] = useState<number | null>(null)
  const [opened, setOpened] = useState(false)
  const answer = query.isError ? undefined : query.data
  const sources = answer?.sources ?? []
  const states = countsByState(sources)
  // The last machine of a state may have left it.
  const kept = states.some(([state]) => state === filter) ? filter : 'all'
  const choice = { filter: kept, search, order }
  const shown = sources.find(({ id }) => id === shownId)
  const open = ({ id }: DataSource) => {
    show(id)
    setOpened(true)
  }
  return (
    <Panel
      title={say('title')}
      className={`${table.table} ${table.named} ${table.twoLines} ${styles.table}`}
      sub={say('countsOf')}
      actions={
        sources.length > 0 && (
          <>
            <TextInput
              className={table.search ?? ''}
              size="xs"
              type="search"
              aria-label={say('searchMachine')}
              placeholder={say('searchMachine')}
              leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
              onClick={() =>
                answer &&
                saveFile(
                  'data-sources.csv',
                  new Blob([sourcesCsv(shownSources(sources, choice), answer.since)], {
                    type: 'text/csv',
                  }),
                )
              }
            >
              {say('csv')}
            </Button>
          </>
        )
      }
    >
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
          ...(['resets', 'duplicate', 'late', 'quarantined'] as const).map((name) => ({
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
          {...{ clientId, opened }}
          source={shown}
          since={answer.since}
          onClose={() => setOpened(false)}
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
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
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
  const age = useNow((now) => ageText(say, wordOf(source), now))
  return say(`worst.${source.state}`, {
    name: source.serialNo,
    age,
    clock: clockText(sayClock, source.clockSkewMs),
    records: source.quarantined,
    count: formatCount(source.quarantined),
  })
}
