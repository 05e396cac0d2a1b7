import { Button } from '@mantine/core'
import { timelineLimits } from '@packboard/contract'
import { daySummaryDefault, filterPeriod, isWithinDays, periodFilter } from '@packboard/model'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { bandLooks, bandOrder } from '../charts/bandLook.ts'
import { ClosedKey } from '../charts/ClosedTimes.tsx'
import type { TimeWindow, WindowBounds } from '../charts/timeWindow.ts'
import { ClientPicker } from '../clients/ClientPicker.tsx'
import { useMachines } from '../clients/clientQueries.ts'
import { useClientInAddress } from '../clients/useClientOfAddress.ts'
import { ChoiceField } from '../filter/ChoiceField.tsx'
import { FilterBar } from '../filter/FilterBar.tsx'
import { useFigureRefresh, useFigures } from '../filter/figureQuery.ts'
import { everything, type ProductionFilter } from '../filter/filter.ts'
import { usualTimeline } from '../filter/filterSearch.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { useFilter } from '../filter/useFilter.ts'
import { useUndo } from '../filter/useUndo.ts'
import { bandWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconListDetails } from '../icons/icons.ts'
import { LastUpdated } from '../kpis/LastUpdated.tsx'
import { type ChosenClient, useClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { PrintHead } from '../shell/print/PrintHead.tsx'
import { serverNow } from '../time/serverClock.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { Loadable, LoadingWord } from '../ui/Loadable.tsx'
import { NotAllowed } from '../ui/NotAllowed.tsx'
import { useMedia } from '../ui/useNarrow.ts'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { Lanes } from './Lanes.tsx'
import { useWindowFigures } from './LineHeads.tsx'
import { LongestStops } from './LongestStops.tsx'
import type { Lane } from './lanes.ts'
import styles from './Timeline.module.css'
import { timelineQuery } from './timelineQuery.ts'
import { readTimelineSearch } from './timelineSearch.ts'

/** The states of all machines on one axis, of the own or the chosen client; staff without a choice choose first. */
export function TimelineScreen() {
  const person = usePerson()
  const client = useClient(person)
  usePageTitle(useTexts('timeline')('title'), client?.name)
  if (useClientInAddress()) return <LoadingWord turning />
  if (client) return <TimelinePage key={client.id} client={client} />
  return person.permissions.chooseClient ? <ClientPicker /> : <NotAllowed />
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const noChoices = [] as const

/** The lanes of a client's machines, with their window and line. */
export function TimelinePage({ client }: { client: ChosenClient }) {
  const say = useTexts('timeline')
  const sayOfFilters = useTexts('filters')
  // An address with days alone means whole days; one without a window does not come here.
  const { filter } = useFilter(daySummaryDefault, noChoices)
  const { line = everything } = readTimelineSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const machines = useMachines(client.id)
  const lines = useMemo(
    () => [...new Set(machines.data?.machines.map(({ lineName }) => lineName) ?? [])],
    [machines.data],
  )
  useFigureRefresh()
  const period = filterPeriod(filter)
  const tooLong = !isWithinDays(period, timelineLimits.days)
  const scope = { clientId: client.id, line, filter }
  const columns = useColumns()
  const { query, asOf, late } = useFigures(timelineQuery({ ...scope, columns }, !tooLong))
  // Lanes first: what is beside them may not hold them up.
  const drawn = query.data !== undefined && !query.isPlaceholderData
  // One line alone has no head.
  const hasHeads = line === everything && lines.length > 1
  const lineFigures = useWindowFigures(client, 'line', filter, drawn && hasHeads)
  // The state at the end of a window that is over says nothing of it.
  const isPast = asOf !== undefined && asOf.until === undefined
  const machineFigures = useWindowFigures(client, 'machine', filter, drawn && isPast)
  const undoing = useUndo()
  const go = useCallback(
    (window: object, chosenLine: string) =>
      void navigate({
        to: '/admin/timeline',
        search: ({ client: of }: { client?: number }) => ({
          ...window,
          ...(chosenLine !== everything && { line: chosenLine }),
          ...(of && { client: of }),
        }),
        resetScroll: false,
      }),
    [navigate],
  )
  const apply = (chosen: ProductionFilter) => go(searchOfFilter(chosen), line)
  const zoomTo = ({ from, to }: TimeWindow) => {
    const { preset: _, ...kept } = filter
    const minute = (at: number) => new Date(Math.round(at / minuteMs) * minuteMs)
    apply({ ...kept, ...periodFilter({ from: minute(from), to: minute(to) }, kept.zone) })
  }
  return (
    <div className={styles.page}>
      <PrintHead
        title={say('title')}
        client={client.name}
        filter={asOf?.filter ?? filter}
        choices={line === everything ? sayOfFilters('all') : line}
      />
      <div className={styles.head}>
        <h1>{say('title')}</h1>
        <LastUpdated figures={{ asOf, late, query }} filter={filter} />
      </div>
      <FilterBar
        {...{ filter, apply, undoing }}
        choices={null}
        clear={null}
        atOnce
        summary={line === everything ? say('allLines') : line}
      >
        {lines.length > 1 && (
          <ChoiceField
            label={say('line')}
            value={line}
            offered={lines}
            change={(chosen) => {
              undoing.remember()
              go(searchOfFilter(filter), chosen)
            }}
          />
        )}
      </FilterBar>
      {tooLong ? (
        <p role="alert">{say('tooLong')}</p>
      ) : (
        <section className={`panel ${styles.panel}`} aria-label={say('title')}>
          <div className={styles.top}>
            <Legend hasClosed={query.data?.lanes.some(hasClosed) ?? false} />
            <Ways
              clientId={client.id}
              filter={filter}
              reset={filter.preset ? null : () => go(usualTimeline, line)}
            />
          </div>
          <LongestStops
            {...{ clientId: client.id, filter }}
            lanes={drawn ? query.data?.lanes : undefined}
          />
          <Loadable query={query} isEmpty={({ lanes }) => lanes.length === 0} saysLoading>
            {(found) => (
              <Lanes
                timeline={found}
                clientId={client.id}
                filter={asOf?.filter ?? filter}
                lineFigures={lineFigures}
                machineFigures={isPast ? machineFigures : null}
                bounds={bounds}
                zoomTo={zoomTo}
                reset={() => go(usualTimeline, line)}
              />
            )}
          </Loadable>
        </section>
      )}
    </div>
  )
}

/** Out of a zoom, and to the list of the stops of this window. */
function Ways({
  clientId,
  filter,
  reset,
}: {
  clientId: number
  filter: ProductionFilter
  /** null: nothing is zoomed. */
  reset: (() => void) | null
}) {
  const sayOfProduction = useTexts('production')
  const sayOfStops = useTexts('stops')
  return (
    <span className={styles.ways} data-screen-only>
      {reset && (
        <Button variant="default" size="compact-sm" onClick={reset}>
          {sayOfProduction('resetZoom')}
        </Button>
      )}
      <Link
        to="/admin/stops"
        search={{ ...searchOfFilter(filter), client: clientId }}
        className={styles.stops}
      >
        <IconListDetails size={16} />
        {sayOfStops('title')}
      </Link>
    </span>
  )
}

/** So many steps as the lanes are wide, in px, within a few numbers: each is an answer of its own. */
function useColumns(): number {
  const isPhone = useMedia('(max-width: 40em)')
  const isTablet = useMedia('(max-width: 64em)')
  return isPhone ? 250 : isTablet ? 600 : 1_000
}

/** The bands of states, as they are drawn. */
function Legend({ hasClosed }: { hasClosed: boolean }) {
  const say = useTexts('states')
  return (
    <ul className={styles.legend}>
      {bandOrder.toReversed().map((band) => (
        <li key={band}>
          <span style={{ color: bandLooks[band].chipColour }} data-chart-key>
            <Glyph shape={bandLooks[band].shape} size={12} />
          </span>
          {bandWord(band, say)}
        </li>
      ))}
      {hasClosed && (
        <li className={styles.lower}>
          <ClosedKey />
          {say('notScheduled')}
        </li>
      )}
    </ul>
  )
}

const hasClosed = ({ closed }: Lane) => closed.length > 0

/** From ten minutes to 31 days, up to now, within three years. */
function bounds(): WindowBounds {
  const until = Math.ceil(serverNow() / minuteMs) * minuteMs
  return {
    since: until - 3 * 365 * dayMs,
    until,
    least: 10 * minuteMs,
    most: timelineLimits.days * dayMs,
  }
}
