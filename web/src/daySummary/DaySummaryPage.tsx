import { daySummaryDefault, filterPeriod, noFigure, wholeMinutes } from '@packboard/model'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useMachines } from '../clients/clientQueries.ts'
import { changeAgainst, EarlierChoice } from '../earlier/EarlierChoice.tsx'
import { earlierValue, useEarlier } from '../earlier/earlierAsOf.ts'
import { ExplainButton } from '../explain/ExplainButton.tsx'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { FilterBar } from '../filter/FilterBar.tsx'
import { useFigureRefresh, useFigures } from '../filter/figureQuery.ts'
import { isByCause, type ProductionFilter, questionKey } from '../filter/filter.ts'
import { type FilterSearch, readEarlier } from '../filter/filterSearch.ts'
import { choicesText, dayText, windowText } from '../filter/filterText.ts'
import { type AsOf, chartQuery, untilOf } from '../filter/filterWire.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { useFilter, useFilterChoices } from '../filter/useFilter.ts'
import { useUndo } from '../filter/useUndo.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconSearch } from '../icons/icons.ts'
import { IncompleteNote } from '../incomplete/IncompleteNote.tsx'
import { CauseCards } from '../kpis/CauseCards.tsx'
import { LastUpdated } from '../kpis/LastUpdated.tsx'
import { MetricCards, type MetricFigure } from '../kpis/MetricCards.tsx'
import type { ChosenClient } from '../session/chosenClient.ts'
import { InfoTip } from '../shell/help/InfoTip.tsx'
import { PrintHead } from '../shell/print/PrintHead.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { KeepDates } from '../ui/KeepDates.tsx'
import type { Waiting } from '../ui/Loadable.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { usePageSize } from '../ui/usePageSize.ts'
import { usePrinting } from '../ui/usePrinting.ts'
import { DayDetailsModal } from './DayDetailsModal.tsx'
import styles from './DaySummaryPage.module.css'
import {
  type DayView,
  dayColumns,
  dayGroups,
  filterPart,
  readDaySearch,
  searchOfDays,
} from './daySearch.ts'
import { type DaySummary, daySummaryQueries, type SummaryDay } from './daySummaryWire.ts'
import { RowSteps } from './RowSteps.tsx'
import {
  type GroupSums,
  groupedDays,
  nameOfDay,
  nextSort,
  packsByDay,
  shownDays,
} from './shownDays.ts'

const carried = ['product', 'machine'] as const
const noDays: readonly SummaryDay[] = []

/** The days of one client: filters, totals, and a row for each product and tool on each machine. */
export function DaySummaryPage({ client }: { client: ChosenClient }) {
  const title = useTexts('daySummary')('title')
  const sayOfMetrics = useTexts('metrics')
  const { filter } = useFilter(daySummaryDefault, carried)
  const choices = useFilterChoices(client.id, undefined, filter)
  const search = useSearch({ strict: false })
  const view = readDaySearch({ ...search })
  const navigate = useNavigate()
  const go = (changed: Partial<DayView>, rest: FilterSearch, replace = false) =>
    void navigate({
      to: '/admin/day-summary',
      search: ({ client: of }: { client?: number }) => ({
        ...searchOfDays({ ...view, ...changed }, rest),
        ...(of && { client: of }),
        ...readEarlier({ ...search }),
      }),
      replace,
      resetScroll: false,
    })
  const undoing = useUndo()
  useFigureRefresh()
  const { query: summary, asOf, late } = useFigures(daySummaryQueries.summary(client.id, filter))
  const shown = asOf?.filter ?? filter
  const earlier = useEarlier(asOf)
  const before = earlierValue(
    useFigures(daySummaryQueries.summary(client.id, filter, earlier)),
    earlier,
  )
  const totals = { ...summary, data: summary.data?.metrics }
  const explain = (figure: MetricFigure) => (
    <ExplainButton
      name={sayOfMetrics(figure)}
      question={{
        ...chartQuery(client.id, undefined, shown),
        ...untilOf(asOf ?? {}),
        figure,
        part: '',
      }}
    />
  )
  const days = summary.isError ? noDays : (summary.data?.days ?? noDays)
  return (
    <div className={styles.page}>
      <PrintHead title={title} client={client.name} filter={filter} choices={choicesText(filter)} />
      <div className={styles.head}>
        <h1 data-screen-only>{title}</h1>
        <LastUpdated figures={{ asOf, late, query: summary }} filter={filter} />
      </div>
      {/* Another filter begins on the first page. */}
      <FilterBar
        {...{ filter, choices }}
        apply={(chosen) => go({ page: 1 }, searchOfFilter(chosen))}
        clear={() => go({ page: 1 }, {})}
        undoing={undoing}
        beside={<EarlierChoice asOf={asOf} />}
      />
      <IncompleteNote clientId={client.id} {...filterPeriod(shown)} />
      {isByCause(filter) ? (
        <CauseCards
          {...{ clientId: client.id, filter, query: totals }}
          scope={<KeepDates>{windowText(shown)}</KeepDates>}
          explainPacks={explain('packs')}
        />
      ) : (
        <MetricCards
          query={totals}
          scope={<KeepDates>{windowText(shown)}</KeepDates>}
          bars={packsByDay(days)}
          explain={explain}
          change={changeAgainst(earlier, before?.metrics)}
        />
      )}
      {/* What was open of another filter is closed. */}
      <Days
        key={JSON.stringify(questionKey(filter))}
        {...{ clientId: client.id, filter, summary, days, asOf, view }}
        change={(changed, replace) => go(changed, filterPart({ ...search }), replace)}
      />
    </div>
  )
}

/** The row whose details are open, among the rows as they were then. */
type Chosen = { readonly days: readonly SummaryDay[]; readonly index: number; readonly asOf: AsOf }

function Days({
  clientId,
  filter,
  summary,
  days,
  asOf,
  view,
  change,
}: {
  clientId: number
  filter: ProductionFilter
  summary: Waiting<DaySummary>
  days: readonly SummaryDay[]
  asOf: AsOf | undefined
  view: DayView
  /** Into the address; `replace` leaves no step for Back. */
  change: (changed: Partial<DayView>, replace?: boolean) => void
}) {
  const say = useTexts('daySummary')
  const { find, sort, page, group } = view
  const [pageSize, setPageSize] = usePageSize()
  const [opened, setOpened] = useState(false)
  // The details are of the instant of their row, whatever is refreshed behind them.
  const [chosen, choose] = useState<Chosen | null>(null)
  const chosenDay = chosen?.days[chosen.index]
  const machines = useMachines(clientId)
  const lineOf = useMemo(
    () => new Map(machines.data?.machines.map(({ machineId, lineName }) => [machineId, lineName])),
    [machines.data],
  )
  const keyOf = ({ serialNo }: SummaryDay) =>
    group === 'line' ? (lineOf.get(serialNo) ?? '') : serialNo
  const inOrder = shownDays(days, find, sort)
  const grouped = group === null ? null : groupedDays(inOrder, keyOf)
  const found = grouped?.days ?? inOrder
  // A refresh may leave fewer pages than the one that is open, and an address may name any.
  const shown = Math.min(page, Math.max(1, Math.ceil(found.length / pageSize)))
  // Paper has no pages to turn: it gets every row.
  const printing = usePrinting()
  const most = Math.max(1, ...days.map(({ packs }) => packs))
  return (
    <Panel
      title={say('title')}
      sub={say('daysIn', {
        zone: filter.zone,
        screen: (inner) => <span data-screen-only>{inner}</span>,
      })}
      className={styles.days}
      actions={
        <ExportMenu
          table="day-summary"
          name={say('title')}
          question={chartQuery(clientId, undefined, filter)}
        />
      }
    >
      {days.length > 0 && (
        <div className={styles.tools} data-screen-only>
          <Find find={find} change={(wanted) => change({ find: wanted, page: 1 }, true)} />
          <Segmented
            label={say('groupBy')}
            value={group ?? 'none'}
            options={[...dayGroups, 'none' as const].map((value) => ({
              value,
              label: say(value),
            }))}
            choose={(value) => change({ group: value === 'none' ? null : value, page: 1 })}
          />
        </div>
      )}
      <DataTable
        label={say('title')}
        query={summary}
        rows={() => (printing ? found : found.slice((shown - 1) * pageSize, shown * pageSize))}
        sorting={{
          by: sort?.column ?? 'day',
          descending: sort?.descending ?? true,
          change: (key) => {
            const column = dayColumns.find((each) => each === key)
            if (column) change({ sort: nextSort(sort, column), page: 1 }, true)
          },
        }}
        groups={
          grouped
            ? { keyOf, head: (key) => <GroupHead sums={grouped.groups.get(key)} /> }
            : undefined
        }
        rowKey={({ date, serialNo, product, tool }) => [date, serialNo, product, tool].join('\n')}
        hint={say(days.length > 0 ? 'noMatch' : 'noDaysHint')}
        open={{
          name: (day) => say('detailsFor', { what: nameOfDay(day) }),
          go: (day) => {
            if (!asOf) return
            choose({ days: found, index: found.indexOf(day), asOf })
            setOpened(true)
          },
        }}
        columns={[
          {
            key: 'day',
            title: say('day'),
            help: <InfoTip figure="day" />,
            cell: ({ date }) => dayText(date),
          },
          { key: 'machine', title: say('machine'), cell: ({ serialNo }) => <b>{serialNo}</b> },
          {
            key: 'product',
            title: say('product'),
            cell: ({ product }) => (
              <span className={styles.product}>{reportedText(product) || noFigure}</span>
            ),
            wide: true,
          },
          {
            key: 'tool',
            title: say('tool'),
            cell: ({ tool }) => (
              <span className={styles.tool}>{reportedText(tool) || noFigure}</span>
            ),
            wide: true,
          },
          {
            key: 'idle',
            title: say('idleMinutes'),
            help: <InfoTip figure="idleMinutes" />,
            cell: ({ idle }) => minutes(idle),
            numeric: true,
          },
          {
            key: 'packs',
            title: say('packsPacked'),
            help: <InfoTip figure="packsPacked" />,
            cell: ({ packs }) => (
              <span className={styles.packs}>
                <span className={styles.bar} aria-hidden="true">
                  <i style={{ width: `${(100 * packs) / most}%` }} />
                </span>
                <span className={styles.count}>{formatCount(packs)}</span>
              </span>
            ),
            numeric: true,
          },
          {
            key: 'run',
            title: say('runMinutes'),
            help: <InfoTip figure="runMinutes" />,
            cell: ({ run }) => minutes(run),
            numeric: true,
          },
        ]}
      />
      {found.length > 0 && !printing && (
        <Pager
          page={shown}
          pageSize={pageSize}
          count={found.length}
          change={(to) => change({ page: to })}
          changeSize={(size) => {
            setPageSize(size)
            change({ page: 1 }, true)
          }}
        />
      )}
      {chosen && chosenDay && (
        <DayDetailsModal
          {...{ clientId, asOf: chosen.asOf, day: chosenDay, opened }}
          steps={
            <RowSteps
              index={chosen.index}
              count={chosen.days.length}
              go={(index) => choose({ ...chosen, index })}
            />
          }
          onClose={() => setOpened(false)}
        />
      )}
    </Panel>
  )
}

/** What is typed stands at once; the address follows it, and is followed while nobody types. */
function Find({ find, change }: { find: string; change: (wanted: string) => void }) {
  const say = useTexts('daySummary')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const field = input.current
    if (field && document.activeElement !== field) field.value = find
  }, [find])
  return (
    <label className={styles.find} data-screen-only>
      <IconSearch size={16} />
      <input
        ref={input}
        type="search"
        defaultValue={find}
        maxLength={100}
        placeholder={say('find')}
        aria-label={say('find')}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </label>
  )
}

/** A machine or a line with the sums of all of its rows. */
function GroupHead({ sums }: { sums: GroupSums | undefined }) {
  const say = useTexts('daySummary')
  const sayCard = useTexts('overview')
  if (!sums) return null
  return (
    <>
      {sums.key || sayCard('noLine')}
      <small>
        {say('groupSums', {
          count: sums.rows,
          packs: formatCount(sums.packs),
          run: minutes(sums.run),
          idle: minutes(sums.idle),
        })}
      </small>
    </>
  )
}

const minutes = (seconds: number) => formatCount(wholeMinutes(seconds))
