import { formatClock, formatDay, localDate } from '@packboard/model'
import { lazy, memo, Suspense, useMemo, useState } from 'react'
import { bandLooks, shownBand, shownShape } from '../charts/bandLook.ts'
import {
  lineSummary,
  linesSummary,
  silentStretches,
  spokenColumns,
} from '../charts/chartSummary.ts'
import { SpeedLanes } from '../charts/SpeedLanes.tsx'
import { type SpeedColumns, seriesColour, speedSeries } from '../charts/speedSeries.ts'
import { TableSwitch } from '../charts/TableSwitch.tsx'
import { formatCount } from '../i18n/formatNumber.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { type Say, useTexts } from '../i18n/useTexts.ts'
import { useShownZone } from '../time/zone.ts'
import type { Column } from '../ui/DataTable.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import { mostDrawn, useSight } from '../ui/useSight.ts'
import type { FeedView, OverviewFeed } from './overviewFeed.ts'
import styles from './SpeedPanel.module.css'
import { useClosed, useOffline, useSeenValue, useSilentWord, useSpeeds } from './useOverview.ts'

const SpeedChart = lazy(() =>
  import('../charts/SpeedChart.tsx').then(({ SpeedChart }) => ({ default: SpeedChart })),
)

const SpeedTable = lazy(() =>
  import('../charts/ChartTable.tsx').then(({ ChartTable }) => ({ default: ChartTable<Step> })),
)

type View = 'combined' | 'byMachine'

const views = ['combined', 'byMachine'] as const satisfies readonly View[]

/** A part that keys can move has to be reached by them, and to have a name. */
const scrolling = (name: string) => ({ tabIndex: 0, role: 'region', 'aria-label': name }) as const

/** Rows of the table beside the chart that lie in its height; of more it scrolls. */
const mostListed = 9

type Props = { feed: OverviewFeed; serialNos: readonly string[] }

/**
 * The combined Speed/Min chart with its table of values; on phones one lane a machine. It lies below all cards: of very many
 * machines, whose lines take seconds to draw, it waits until a person comes to it.
 */
export const SpeedPanel = memo(function SpeedPanel({
  stale,
  ...props
}: Props & { stale: boolean }) {
  const say = useTexts('overview')
  const few = props.serialNos.length <= mostDrawn
  const [place, inSight] = useSight<HTMLElement>(few)
  return (
    <section
      ref={place}
      className={`panel ${styles.panel}`}
      data-stale={stale}
      aria-labelledby="speed-title"
    >
      {inSight || few ? (
        <Speeds {...props} inSight={inSight} />
      ) : (
        <div className={styles.head}>
          <h2 id="speed-title">{say('speedPerMin')}</h2>
        </div>
      )}
    </section>
  )
})

function Speeds({ feed, serialNos: all, inSight }: Props & { inSight: boolean }) {
  const say = useTexts('overview')
  const sayChart = useTexts('charts')
  const narrow = useNarrow()
  const zone = useShownZone()
  const [chosen, setChosen] = useState<View | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const [asTable, showAsTable] = useState(false)
  const view = chosen ?? (narrow ? 'byMachine' : 'combined')

  const seen = inSight ? feed : feed.rough
  const { from, to, step, serialNos, graphs } = useSpeeds(feed, all, inSight)
  const columns = useMemo(() => speedSeries(graphs, step, from, to), [graphs, step, from, to])
  const lines = useMemo(
    () =>
      serialNos.map((name, index) => ({
        name,
        points: spokenColumns(columns[0], columns[index + 1] ?? []),
        gaps: silentStretches(columns[index + 1] ?? [], step),
      })),
    [serialNos, columns, step],
  )
  const mean = stepName(step, sayChart)
  const summary = useMemo(() => {
    const what = say('speedOfAll', { count: lines.length, mean })
    return linesSummary({ what, from, to, zone, lines }, sayChart)
  }, [lines, mean, from, to, zone, say, sayChart])
  return (
    <>
      <div className={styles.head}>
        <h2 id="speed-title">{say('speedPerMin')}</h2>
        <span>{say('speedSub', { mean, since: sinceText(from, zone), zone })}</span>
        <div className={styles.actions}>
          <Segmented
            label={say('layout')}
            value={view}
            options={views.map((value) => ({ value, label: say(value) }))}
            choose={setChosen}
          />
          <TableSwitch name={say('speedPerMin')} on={asTable} change={showAsTable} />
        </div>
      </div>
      {asTable ? (
        <Suspense fallback={<div className={styles.coming} />}>
          <SpeedTable
            label={say('speedPerMin')}
            rows={stepsOf(columns, step)}
            rowKey={({ at }) => at.toISOString()}
            columns={stepColumns(serialNos, zone, sayChart)}
          />
        </Suspense>
      ) : view === 'byMachine' ? (
        <SpeedLanes
          {...{ columns, serialNos, from, to }}
          mostTicks={narrow ? 5 : 12}
          name={(serialNo) => <LaneName {...{ feed, seen }} serialNo={serialNo} />}
          spoken={(serialNo, index) => {
            const { points = [], gaps = [] } = lines[index] ?? {}
            const what = `${serialNo}, ${mean}`
            return lineSummary({ what, from, to, zone, points, gaps }, sayChart)
          }}
          now={(serialNo) => <SpeedNow {...{ feed, seen }} serialNo={serialNo} unit />}
        />
      ) : (
        <div className={styles.combined}>
          <Suspense fallback={<div className={styles.coming} />}>
            <SpeedChart
              label={summary}
              {...{ columns, serialNos, from, to, focused }}
              stepSeconds={step}
            />
          </Suspense>
          <div
            className={styles.legendBox}
            {...(serialNos.length > mostListed && scrolling(say('speedNow')))}
          >
            <table className={styles.legend} aria-label={say('speedNow')}>
              <thead>
                <tr>
                  <th scope="col">{say('machine')}</th>
                  <th scope="col">{say('now')}</th>
                  <th scope="col">{say('average')}</th>
                </tr>
              </thead>
              <tbody>
                {serialNos.map((serialNo, index) => (
                  <tr
                    key={serialNo}
                    onPointerEnter={() => setFocused(index)}
                    onPointerLeave={() => setFocused(null)}
                  >
                    <th scope="row">
                      <i style={{ background: seriesColour(index) }} />
                      {serialNo}
                    </th>
                    <td>
                      <SpeedNow {...{ feed, seen }} serialNo={serialNo} />
                    </td>
                    <td>
                      <SpeedMean seen={seen} serialNo={serialNo} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </>
  )
}

type OneMachine = { feed: OverviewFeed; seen: FeedView; serialNo: string }

function SpeedNow({ feed, seen, serialNo, unit = false }: OneMachine & { unit?: boolean }) {
  const sayState = useTexts('states')
  const ppm = useSeenValue(seen, ({ cards }) => countOf(cards.get(serialNo)?.speedPpm))
  const offline = useOffline(feed, seen, serialNo)
  const closed = useClosed(feed, seen, serialNo)
  if (ppm === undefined) return null
  if (offline) {
    const word = sayState(closed ? 'notScheduled' : 'offline')
    return <span className={styles.offline}>{word}</span>
  }
  return (
    <>
      {ppm}
      {unit && <small>ppm</small>}
    </>
  )
}

function SpeedMean({ seen, serialNo }: Omit<OneMachine, 'feed'>) {
  return useSeenValue(seen, ({ cards }) => countOf(cards.get(serialNo)?.meanSpeedPpm))
}

const countOf = (speed: number | null | undefined) =>
  speed === undefined ? undefined : formatCount(speed)

function LaneName({ feed, seen, serialNo }: OneMachine) {
  const sayState = useTexts('states')
  const state = useSeenValue(seen, ({ cards }) => cards.get(serialNo)?.state)
  const offline = useOffline(feed, seen, serialNo)
  const silent = useSilentWord(feed, seen, serialNo)
  if (state === undefined) return serialNo
  return (
    <>
      <span
        style={{ color: bandLooks[shownBand(state, offline)].chipColour }}
        title={offline ? silent : stateWord(state, sayState)}
      >
        <Glyph shape={shownShape(state, offline)} size={12} />
      </span>
      {serialNo}
    </>
  )
}

type Step = { readonly at: Date; readonly ppm: readonly (number | null)[] }

/** The steps of the chart, the newest first, with the speed of each machine. */
function stepsOf(columns: SpeedColumns, seconds: number): Step[] {
  const [at, ...speeds] = columns
  return at
    .map((middle, index) => ({
      at: new Date(Math.floor(middle / seconds) * seconds * 1_000),
      ppm: speeds.map((column) => column[index] ?? null),
    }))
    .toReversed()
}

const stepColumns = (
  serialNos: readonly string[],
  zone: string,
  say: Say<'charts'>,
): Column<Step>[] => [
  {
    title: say('start', { zone }),
    cell: ({ at }) => `${formatDay(at, zone)} ${formatClock(at, zone).slice(0, 5)}`,
  },
  ...serialNos.map((serialNo, index) => ({
    title: `${serialNo} (ppm)`,
    cell: ({ ppm }: Step) => {
      const speed = ppm[index] ?? null
      return speed === null ? say('noData') : formatCount(speed)
    },
    numeric: true,
  })),
]

/** `10-minute mean`, `30-second mean`. */
function stepName(seconds: number, say: Say<'charts'>): string {
  return seconds % 60 === 0
    ? say('meanOfMinutes', { count: seconds / 60 })
    : say('meanOfSeconds', { count: seconds })
}

/** `06:00`, with its day when that is not today. */
function sinceText(from: Date, zone: string): string {
  const clock = formatClock(from, zone).slice(0, 5)
  const today = localDate(from, zone) === localDate(new Date(), zone)
  return today ? clock : `${formatDay(from, zone)} ${clock}`
}
