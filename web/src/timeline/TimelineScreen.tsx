import { Button } from '@mantine/core'
import { timeline, timelineLimits } from '@packboard/contract'
import { daySummaryDefault, filterPeriod, periodFilter } from '@packboard/model'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { call } from '../api/call.ts'
import { bandLooks, bandOrder } from '../charts/bandLook.ts'
import type { TimeWindow, WindowBounds } from '../charts/timeWindow.ts'
import { ClientPicker } from '../clients/ClientPicker.tsx'
import { useMachines } from '../clients/clientQueries.ts'
import { useClientInAddress } from '../clients/useClientOfAddress.ts'
import { ChoiceField } from '../filter/ChoiceField.tsx'
import { figureOptions, useFigureRefresh, useFigures } from '../filter/figureQuery.ts'
import { everything, type ProductionFilter } from '../filter/filter.ts'
import { usualTimeline } from '../filter/filterSearch.ts'
import { windowText } from '../filter/filterText.ts'
import { untilOf, windowWire } from '../filter/filterWire.ts'
import { PeriodStep } from '../filter/PeriodStep.tsx'
import { presetKeys } from '../filter/presetKeys.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { useFilter } from '../filter/useFilter.ts'
import { bandWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { LastUpdated } from '../kpis/LastUpdated.tsx'
import { type ChosenClient, useClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { PrintHead } from '../shell/print/PrintHead.tsx'
import { serverNow } from '../time/serverClock.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { KeepDates } from '../ui/KeepDates.tsx'
import { Loadable, LoadingWord } from '../ui/Loadable.tsx'
import { NotAllowed } from '../ui/NotAllowed.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { useMedia } from '../ui/useNarrow.ts'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { Lanes } from './Lanes.tsx'
import { useLineFigures } from './LineHeads.tsx'
import { type Lane, timelineOf } from './lanes.ts'
import styles from './Timeline.module.css'
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
const windows = ['Last 8 hours', 'Last 24 hours', 'Last 7 Days'] as const
const noChoices = [] as const

/** The lanes of a client's machines, with their window and line. */
export function TimelinePage({ client }: { client: ChosenClient }) {
  const say = useTexts('timeline')
  const sayOfFilters = useTexts('filters')
  const sayOfProduction = useTexts('production')
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
  const tooLong = period.to.getTime() - period.from.getTime() > timelineLimits.days * dayMs
  const scope = { clientId: client.id, line, filter }
  const columns = useColumns()
  const { query, asOf, late } = useFigures(timelineQuery({ ...scope, columns }, !tooLong))
  const lineFigures = useLineFigures(
    client,
    filter,
    // Lanes first: what is beside them may not hold them up. One line alone has no head.
    line === everything && lines.length > 1 && query.data !== undefined && !query.isPlaceholderData,
  )
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
  const shown = windows.find((preset) => preset === filter.preset)
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
      <div className={styles.bar}>
        <Segmented
          label={say('window')}
          value={shown ?? ''}
          options={windows.map((value) => ({
            value: value as string,
            label: sayOfFilters(presetKeys[value]),
          }))}
          choose={(value) => {
            const preset = windows.find((each) => each === value)
            if (preset) apply({ ...filter, preset })
          }}
        />
        <Period {...{ filter, apply }} />
        {lines.length > 1 && (
          <ChoiceField
            label={say('line')}
            value={line}
            offered={lines}
            change={(chosen) => go(searchOfFilter(filter), chosen)}
          />
        )}
      </div>
      {tooLong ? (
        <p role="alert">{say('tooLong')}</p>
      ) : (
        <section className={`panel ${styles.panel}`} aria-label={say('title')}>
          <div className={styles.top}>
            <Legend hasClosed={query.data?.lanes.some(hasClosed) ?? false} />
            {!filter.preset && (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => go(usualTimeline, line)}
                data-screen-only
              >
                {sayOfProduction('resetZoom')}
              </Button>
            )}
          </div>
          <Loadable query={query} isEmpty={({ lanes }) => lanes.length === 0} saysLoading>
            {(found) => (
              <Lanes
                timeline={found}
                clientId={client.id}
                filter={asOf?.filter ?? filter}
                lineFigures={lineFigures}
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

/** So many steps as the lanes are wide, in px, within a few numbers: each is an answer of its own. */
function useColumns(): number {
  const isPhone = useMedia('(max-width: 40em)')
  const isTablet = useMedia('(max-width: 64em)')
  return isPhone ? 250 : isTablet ? 600 : 1_000
}

/** The days that are shown, with the way to those before and after. */
function Period({
  filter,
  apply,
}: {
  filter: ProductionFilter
  apply: (filter: ProductionFilter) => void
}) {
  return (
    <div className={styles.period}>
      <PeriodStep direction={-1} {...{ filter, apply }} />
      <span>
        <KeepDates>{windowText(filter)}</KeepDates>
      </span>
      <PeriodStep direction={1} {...{ filter, apply }} />
    </div>
  )
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
          <span className={styles.notScheduled} data-chart-key />
          {say('notScheduled')}
        </li>
      )}
    </ul>
  )
}

const hasClosed = ({ notScheduled }: Lane) => notScheduled.length > 0

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

/** The lanes of a client's machines, or of those of one line. */
const timelineQuery = (
  {
    clientId,
    line,
    filter,
    columns,
  }: { clientId: number; line: string; filter: ProductionFilter; columns: number },
  enabled: boolean,
) => ({
  ...figureOptions({
    key: ['timeline', clientId, line, columns],
    filter,
    ask: async (asOf, signal) => {
      const query = { clientId, line, ...windowWire(asOf.filter), ...untilOf(asOf), columns }
      return timelineOf(await call(timeline, { query }, signal))
    },
    enabled,
  }),
  // Another answer is another one: comparing tens of thousands of pieces would keep none of them.
  structuralSharing: false,
})
