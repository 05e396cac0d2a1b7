import { type CompareBy, type CompareRow, compareBys, compareStopDays } from '@packboard/contract'
import { type FilterWindow, filterPeriod } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { CallFailed } from '../api/call.ts'
import { ClientPicker } from '../clients/ClientPicker.tsx'
import { operatorRowsQuery, useMachines } from '../clients/clientQueries.ts'
import { useClientInAddress } from '../clients/useClientOfAddress.ts'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { FilterBar } from '../filter/FilterBar.tsx'
import { useFigureRefresh, useFigures } from '../filter/figureQuery.ts'
import { everything } from '../filter/filter.ts'
import type { FilterSearch } from '../filter/filterSearch.ts'
import { choicesText, windowText } from '../filter/filterText.ts'
import { chartQuery, untilOf } from '../filter/filterWire.ts'
import { presetWindow } from '../filter/presetWindow.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { useFilter, useFilterChoices } from '../filter/useFilter.ts'
import { useUndo } from '../filter/useUndo.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconSearch } from '../icons/icons.ts'
import { IncompleteNote } from '../incomplete/IncompleteNote.tsx'
import { LastUpdated } from '../kpis/LastUpdated.tsx'
import { type ChosenClient, useClient } from '../session/chosenClient.ts'
import { seesDaySummary } from '../session/pages.ts'
import { usePerson } from '../session/useSession.ts'
import { PrintHead } from '../shell/print/PrintHead.tsx'
import { Loadable, LoadingWord } from '../ui/Loadable.tsx'
import { NotAllowed } from '../ui/NotAllowed.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import styles from './Compare.module.css'
import { CompareBridge } from './CompareBridge.tsx'
import { CompareTable } from './CompareTable.tsx'
import { columns, inOrder, shownColumns } from './columns.ts'
import { comparisonQuery } from './compareQueries.ts'
import {
  type CompareSort,
  type CompareView,
  filterPart,
  readCompareSearch,
  searchOfView,
} from './compareSearch.ts'
import { ofOneLength } from './marks.ts'
import { trendOf, trendQuery } from './overTimeQueries.ts'
import { PeriodNotes } from './PeriodNotes.tsx'
import { rowName } from './rowLinks.ts'
import { StopHeat } from './StopHeat.tsx'

/** Figures side by side, of the own or the chosen client; staff without a choice choose first. */
export function CompareScreen() {
  const person = usePerson()
  const client = useClient(person)
  usePageTitle(useTexts('compare')('title'), client?.name)
  if (useClientInAddress()) return <LoadingWord turning />
  if (client) return <ComparePage key={client.id} client={client} />
  return person.permissions.chooseClient ? <ClientPicker /> : <NotAllowed />
}

const carried = ['product', 'machine'] as const
const lastWeek = (now: Date, zone: string): FilterWindow => presetWindow('Last 7 Days', now, zone)

/** Of one machine alone, which is what a client without premium compares (D51). */
const withoutPremium = [
  'product',
  'tool',
  'operator',
  'shift',
] as const satisfies readonly CompareBy[]

const isTime = (by: CompareBy) => by === 'day' || by === 'week'

/** The figures of a client's machines, lines, products, tools, operators, shifts, days or weeks side by side. */
export function ComparePage({ client }: { client: ChosenClient }) {
  const say = useTexts('compare')
  const { permissions } = usePerson()
  const isPremium = client.subscriptionLabel === 'premium'
  const hasOperators = useQuery(operatorRowsQuery(client.id)).data === 'allowed'
  const offered = (isPremium ? compareBys : withoutPremium).filter(
    (each) => each !== 'operator' || hasOperators,
  )
  const { filter } = useFilter(lastWeek, carried)
  const choices = useFilterChoices(client.id, undefined, filter)
  const search = useSearch({ strict: false })
  const view = readCompareSearch({ ...search })
  const by = offered.find((each) => each === view.by) ?? (isPremium ? 'machine' : 'product')
  // Lowest OEEE first; days in their order.
  const sort = view.sort ?? {
    column: isTime(by) ? ('key' as const) : ('oeee' as const),
    descending: false,
  }
  const navigate = useNavigate()
  const go = (changed: Partial<CompareView>, rest: FilterSearch, replace = false) =>
    void navigate({
      to: '/admin/compare',
      search: ({ client: of }: { client?: number }) => ({
        ...searchOfView({ ...view, ...changed }, rest),
        ...(of && { client: of }),
      }),
      replace,
      resetScroll: false,
    })
  const kept = filterPart({ ...search })
  const undoing = useUndo()
  useFigureRefresh()
  const chooses = isPremium || filter.machine !== everything
  const { query, asOf, late, failure } = useFigures(
    comparisonQuery(
      { clientId: client.id, by, withBefore: view.withBefore, withLengths: view.withLengths },
      filter,
      chooses,
    ),
  )
  const shownFilter = asOf?.filter ?? filter
  const trendBy = trendOf(by)
  const { query: trended } = useFigures(
    trendQuery(
      { clientId: client.id, by: trendBy ?? 'machine', withBefore: view.withBefore },
      filter,
      chooses && trendBy !== undefined && query.data !== undefined,
    ),
  )
  const trend = trended.data
  const machines = useMachines(client.id)
  const lineOf = useMemo(
    () => new Map(machines.data?.machines.map(({ machineId, lineName }) => [machineId, lineName])),
    [machines.data],
  )
  const compared = query.data
  const shown = compared ? rowsOf(compared, view.find, sort) : []
  const change = (column: CompareSort['column']) => {
    const again = sort.column === column
    // The worst of a column comes first.
    const worstDown = column !== 'key' && columns[column].better === 'less'
    go({ sort: { column, descending: again ? !sort.descending : worstDown } }, kept, true)
  }
  return (
    <div className={styles.page}>
      <PrintHead
        title={say('title')}
        client={client.name}
        filter={filter}
        choices={choicesText(filter)}
      />
      <div className={styles.head}>
        <h1 data-screen-only>{say('title')}</h1>
        <LastUpdated figures={{ asOf, late, query }} filter={filter} />
      </div>
      <FilterBar
        {...{ filter, choices }}
        apply={(chosen) => go({}, searchOfFilter(chosen))}
        clear={() => go({}, {})}
        undoing={undoing}
        atOnce
      />
      <IncompleteNote clientId={client.id} {...filterPeriod(shownFilter)} />
      <div className={styles.bar} data-screen-only>
        <div className={styles.choice}>
          <span aria-hidden="true">{say('rows')}</span>
          <Segmented
            label={say('rows')}
            value={by}
            options={offered.map((value) => ({ value, label: say(value) }))}
            // A column of another kind of rows is sorted by its usual order.
            choose={(value) => go({ by: value, sort: null, find: '' }, kept)}
          />
        </div>
        <div className={styles.choice}>
          <span aria-hidden="true">{say('compareWith')}</span>
          <Segmented
            label={say('compareWith')}
            value={view.withBefore ? 'before' : 'none'}
            options={[
              { value: 'before', label: say('previousPeriod') },
              { value: 'none', label: say('nothing') },
            ]}
            choose={(value) => go({ withBefore: value === 'before' }, kept)}
          />
        </div>
        <div className={styles.choice}>
          <span aria-hidden="true">{say('stopLengths')}</span>
          <Segmented
            label={say('stopLengths')}
            value={view.withLengths ? 'with' : 'without'}
            options={[
              { value: 'with', label: say('with') },
              { value: 'without', label: say('without') },
            ]}
            // What is sorted by one of their columns has its usual order without them.
            choose={(value) =>
              go(
                {
                  withLengths: value === 'with',
                  sort: isOfLengths(view.sort) && value === 'without' ? null : view.sort,
                },
                kept,
              )
            }
          />
        </div>
        <label className={styles.find}>
          <IconSearch size={16} />
          <input
            type="search"
            value={view.find}
            maxLength={100}
            placeholder={say('find')}
            aria-label={say('find')}
            onChange={(event) => go({ find: event.currentTarget.value }, kept, true)}
          />
        </label>
      </div>
      {chooses ? (
        <Panel
          title={say(by)}
          sub={windowText(shownFilter)}
          className={styles.panel}
          actions={
            <>
              {/* Months of many machines take seconds: what is shown until then is that of before. */}
              {query.isPlaceholderData && <LoadingWord className={styles.loading} turning />}
              <ExportMenu
                table="compare"
                name={say('title')}
                question={{
                  ...chartQuery(client.id, undefined, shownFilter),
                  ...untilOf(asOf ?? {}),
                  by,
                }}
              />
            </>
          }
        >
          <Loadable
            query={query}
            isEmpty={({ rows }) => rows.length === 0}
            hint={say(by === 'shift' ? 'noShifts' : 'noRows')}
            waiting={<Waiting />}
            saysLoading
            {...(isRefusal(failure) && {
              empty: () => (
                <p role="alert" className={styles.none}>
                  {failure.message}
                </p>
              ),
            })}
          >
            {(found) => (
              <>
                {found.stopLengths === 'tooLong' && (
                  <p className={styles.none} role="status">
                    {say('tooLongForLengths', { most: formatCount(compareStopDays) })}
                  </p>
                )}
                <PeriodNotes compared={found} zone={shownFilter.zone} />
                <CompareTable
                  clientId={client.id}
                  compared={found}
                  asOf={asOf ?? { filter, at: '' }}
                  hasDays={isPremium && seesDaySummary(permissions, client.subscriptionLabel)}
                  under={({ key }) => (found.by === 'machine' ? (lineOf.get(key) ?? '') : '')}
                  trend={
                    trendOf(found.by) === undefined
                      ? null
                      : trend?.by === found.by
                        ? trend
                        : undefined
                  }
                  {...{ shown, sort, change }}
                />
                {shown.length === 0 && (
                  <p className={styles.none} role="status">
                    {say('noMatch')}
                  </p>
                )}
                <div className={styles.foot}>
                  <span>{say('legendShade')}</span>
                  <span>
                    <i data-end="worst" aria-hidden="true" />{' '}
                    <i data-end="best" aria-hidden="true" /> {say('legendEnds')}
                  </span>
                  {found.previousPeriod && (
                    <span>
                      <b aria-hidden="true">▼</b> {say('legendDelta')}
                    </span>
                  )}
                  {found.previousPeriod && trendOf(found.by) && <span>{say('legendCourse')}</span>}
                  {!ofOneLength(
                    found.rows.map(({ figures }) => figures),
                    found.by,
                  ) && <span>{say('notOfOneLength')}</span>}
                </div>
              </>
            )}
          </Loadable>
        </Panel>
      ) : (
        <section className={`panel ${styles.only}`}>
          <p role="status">{say('premiumOnly')}</p>
        </section>
      )}
      {compared && chooses && (
        <CompareBridge
          {...{ by: compared.by, rows: shown, clientId: client.id }}
          nameOf={(key) => rowName(compared.by, key)}
          filter={shownFilter}
        />
      )}
      {chooses && <StopHeat clientId={client.id} filter={filter} />}
    </div>
  )
}

const isOfLengths = (sort: CompareSort | null) =>
  sort !== null && sort.column !== 'key' && !shownColumns(false).includes(sort.column)

function rowsOf(
  { by, rows }: { by: CompareBy; rows: readonly CompareRow[] },
  find: string,
  { column, descending }: CompareSort,
): CompareRow[] {
  const wanted = find.trim().toLocaleLowerCase()
  const found = rows.filter(({ key }) => rowName(by, key).toLocaleLowerCase().includes(wanted))
  if (column === 'key') {
    // As the answer has them: by name, days and weeks by time.
    return descending ? found.toReversed() : found
  }
  const { of } = columns[column]
  return found.toSorted((a, b) => inOrder(of(a.figures), of(b.figures), descending))
}

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** A question that the server refuses is refused again: its words say what to change. */
const isRefusal = (failure: Error | null): failure is CallFailed =>
  failure instanceof CallFailed && failure.status >= 400 && failure.status < 500

/** The table in its size while it is on its way. */
function Waiting() {
  return (
    <div className={styles.frame} aria-hidden="true">
      <table className={styles.table}>
        <tbody>
          {places.map((place) => (
            <tr key={place}>
              <th scope="row">
                <Skeleton width="60%" height={14} />
              </th>
              {shownColumns(false).map((column) => (
                <td key={column}>
                  <span className={styles.figure}>
                    <Skeleton width="60%" height={14} />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
