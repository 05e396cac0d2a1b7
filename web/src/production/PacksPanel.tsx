import { Button } from '@mantine/core'
import { alarmGroupKey, filterPeriod, formatTimeInState } from '@packboard/model'
import type { UseQueryOptions } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import type { ChartAlarm } from '../charts/alarmChips.ts'
import { ChartTable } from '../charts/ChartTable.tsx'
import { speedStepColumns } from '../charts/chartColumns.ts'
import { lineSummary, spokenColumns } from '../charts/chartSummary.ts'
import { closedOfSteps, gapsOutside } from '../charts/closedTime.ts'
import type { TakePicture } from '../charts/Drawing.tsx'
import { alarmGroupLook } from '../charts/GroupChip.tsx'
import {
  type Ghost,
  type Highlight,
  isObserved,
  type LaneStep,
  type PacksData,
  packsLook,
} from '../charts/packsData.ts'
import { packsSeries, withoutSpeed } from '../charts/packsSeries.ts'
import { TableSwitch } from '../charts/TableSwitch.tsx'
import { earlierValue, useEarlier } from '../earlier/earlierAsOf.ts'
import { type Figures, useFigures } from '../filter/figureQuery.ts'
import { isNarrowed } from '../filter/filter.ts'
import { windowDays } from '../filter/filterText.ts'
import { type Say, useTexts } from '../i18n/useTexts.ts'
import { IconBell, IconChartLine } from '../icons/furtherIcons.ts'
import { IconListDetails } from '../icons/icons.ts'
import { InfoTip } from '../shell/help/InfoTip.tsx'
import { type StopScope, stopQueries } from '../stops/stopQueries.ts'
import type { StopSelecting } from '../stops/useStopSelection.ts'
import { serverNow } from '../time/serverClock.ts'
import { FailedMark, Loadable } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import styles from './ProductionScreen.module.css'
import { type ProductionScope, partIds } from './productionScope.ts'
import { hasOverlays, laneQueries, productionQueries } from './productionWire.ts'
import { ScopeExport } from './scopeParts.tsx'
import { useZoom } from './useZoom.ts'

const PacksView = lazy(() =>
  import('./PacksView.tsx').then((module) => ({ default: module.PacksView })),
)

/** From this length of a step on, in seconds, speeds are drawn as columns: hours beyond three days, days beyond 14. */
const columnSeconds = 3_600

/** Packs per minute with its lanes, and the links to the audit trail and the alarms behind it. */
export function PacksPanel({
  scope,
  selecting,
  onAuditData,
  onAlarmsInfo,
}: {
  scope: ProductionScope
  selecting: StopSelecting
  onAuditData: () => void
  onAlarmsInfo: () => void
}) {
  const { clientId, serialNo, filter } = scope
  const say = useTexts('production')
  const sayChart = useTexts('charts')
  const sayState = useTexts('states')
  const title = say('packsPerMinute')
  const narrow = useNarrow()
  const picture = useRef<TakePicture | null>(null)
  const [asTable, showAsTable] = useState(false)
  const line = useFigures(productionQueries.speed(clientId, serialNo, filter))
  const speed = line.query
  const earlier = useEarlier(line.asOf)
  const earlierLine = earlierValue(
    useFigures(productionQueries.speed(clientId, serialNo, filter, earlier)),
    earlier,
  )
  const alarms = useFigures(productionQueries.alarms(clientId, serialNo, filter)).query
  const states = useFigures(productionQueries.states(clientId, serialNo, filter)).query
  const totals = useFigures(laneQueries.totals(clientId, serialNo, filter)).query
  const changes = useFigures(laneQueries.changes(clientId, serialNo, filter)).query
  const zooming = useZoom(filter)

  // Speed and steps are shown of one window: the one before stays until both are there, and lies on the axis of the new one.
  const whole = useRef<ShownWindow>(null)
  const both = speed.data &&
    (totals.data || totals.isError) && { speed: speed.data, steps: totals.data }
  const isFresh = !speed.isPlaceholderData && !totals.isPlaceholderData
  if (both && (isFresh || !whole.current)) whole.current = both
  const shownWindow = whole.current
  const isOld = !isFresh
  const fits = (answer: { isPlaceholderData: boolean }) => isOld || !answer.isPlaceholderData
  const shownAlarms = (fits(alarms) && alarms.data) || none
  const shownStates = (fits(states) && states.data) || none
  const shownChanges = (fits(changes) && changes.data?.marked) || none
  const data = useMemo((): PacksData | undefined => {
    if (!shownWindow) return undefined
    const { speed: own, steps: shownTotals } = shownWindow
    const { from, to, aggregated, nextMachine } = own
    const overlays = hasOverlays(own.filter)
    const asColumns = shownTotals !== undefined && shownTotals.stepSeconds >= columnSeconds
    const stepSeconds = asColumns ? shownTotals.stepSeconds : own.stepSeconds
    const steps = asColumns ? speedsOf(shownTotals.steps) : own.steps
    const { columns, gaps } = packsSeries(steps, stepSeconds, from, to)
    const closed = closedOfSteps(shownTotals?.steps ?? none)
    const flat = columns[0].map(() => null)
    const narrowed = isNarrowed(own.filter)
    // The lanes of states and packs are there also for a machine that sends no speed.
    const mute = steps.length === 0 && shownTotals && isObserved(shownTotals.steps)
    return {
      columns: mute
        ? withoutSpeed(shownTotals.steps)
        : asColumns
          ? [columns[0], columns[1], flat, flat]
          : columns,
      ...{ closed, from, to, aggregated, asColumns },
      gaps: gapsOutside(gaps, closed),
      closedWord: sayState('notScheduled'),
      stepSeconds: mute ? shownTotals.stepSeconds : stepSeconds,
      window: isOld ? requestedWindow(filter) : { from: from.getTime(), to: to.getTime() },
      gapWord: say(mute ? 'noSpeedHere' : narrowed ? 'filteredOut' : 'noData'),
      noSpeed: mute ? (narrowed ? 'ofSelection' : 'ofMachine') : null,
      alarms: overlays ? shownAlarms : null,
      nextMachine: overlays ? nextMachine : null,
      states: overlays ? shownStates : null,
      totals: shownTotals?.steps ?? null,
      changes: shownChanges,
      ghost: earlierLine ? ghostOf(earlierLine, from, say('comparedSpeed')) : null,
    }
  }, [
    shownWindow,
    isOld,
    filter,
    shownAlarms,
    shownStates,
    shownChanges,
    earlierLine,
    say,
    sayState,
  ])

  const highlight = useHighlight(scope, selecting)
  const overlaid = hasOverlays(filter)
  const { height } = packsLook(narrow, {
    overlays: overlaid,
    rejects: true,
    states: overlaid ? 'parts' : 'shares',
  })
  const { marked = none, count = 0 } = changes.data ?? {}
  const stepName = data?.asColumns ? shownWindow?.steps?.stepName : shownWindow?.speed.stepName
  const lost = totals.isError || changes.isError || (overlaid && (alarms.isError || states.isError))
  const buttons = (
    <div className={styles.packsButtons}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconListDetails size={16} />}
        onClick={onAuditData}
      >
        {say('auditData')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBell size={16} />}
        onClick={onAlarmsInfo}
      >
        {say('alarmsInfo')}
      </Button>
    </div>
  )
  return (
    <Panel
      title={title}
      id={partIds.packs}
      help={<InfoTip figure="packsPerMinute" />}
      className={styles.packs}
      sub={[
        serialNo,
        stepName && sayChart(stepName),
        speed.data?.aggregated && !data?.asColumns && say('band'),
        windowDays(speed.data?.filter ?? filter),
        (speed.data?.filter ?? filter).zone,
      ]
        .filter(Boolean)
        .join(', ')}
      actions={
        <>
          {!narrow && buttons}
          <TableSwitch name={title} on={asTable} change={showAsTable} />
          <ScopeExport scope={scope} table="speed" picture={picture} />
        </>
      }
    >
      {narrow && buttons}
      <Loadable
        query={{ ...speed, data }}
        isEmpty={({ columns, noSpeed }) => !noSpeed && columns[1].every((ppm) => ppm === null)}
        picture={<IconChartLine size={24} stroke={1.5} />}
        hint={say('tryLonger')}
        waiting={<ChartSkeleton height={height} />}
      >
        {(shown) =>
          asTable && speed.data ? (
            <ChartTable
              label={title}
              rows={speed.data.steps}
              rowKey={({ at }) => at.toISOString()}
              columns={speedStepColumns(speed.data.filter.zone)}
            />
          ) : (
            <Suspense fallback={<ChartSkeleton height={height} />}>
              <PacksView
                label={summaryOf(shown, sayChart(stepName ?? 'perMinute'), filter.zone, say)}
                data={shown}
                {...{ narrow, highlight, selecting, zooming, picture }}
                keys={!narrow && shown.alarms ? <GroupKeys alarms={shown.alarms} /> : null}
                manyChanges={count > marked.length ? { count, shown: marked.length } : null}
              />
            </Suspense>
          )
        }
      </Loadable>
      {lost && !speed.isError && (
        <div className={styles.lost}>
          {say('overlaysLost')}
          <FailedMark
            retry={() => {
              if (alarms.isError) void alarms.refetch()
              if (states.isError) void states.refetch()
              if (totals.isError) void totals.refetch()
              if (changes.isError) void changes.refetch()
            }}
          />
        </div>
      )}
    </Panel>
  )
}

/** Speed and lanes of one window. */
type ShownWindow = {
  readonly speed: Answer<typeof productionQueries.speed>
  readonly steps: Answer<typeof laneQueries.totals> | undefined
}
type Answer<Query extends (...args: never[]) => { queryFn?: unknown }> =
  ReturnType<Query> extends UseQueryOptions<
    Figures<infer Value>,
    Error,
    Figures<infer Value>,
    unknown[]
  >
    ? Value
    : never

/** The speed line of an earlier window, moved so that both begin together; its gaps stay gaps. */
function ghostOf(
  { steps, stepSeconds, from, to }: Answer<typeof productionQueries.speed>,
  begins: Date,
  word: string,
): Ghost {
  const [at, ppm] = packsSeries(steps, stepSeconds, from, to).columns
  const later = (begins.getTime() - from.getTime()) / 1_000
  return { at: at.map((x) => x + later), ppm, word }
}

/** The speeds of the lanes' steps; a step in which none was known is a gap. */
const speedsOf = (steps: readonly LaneStep[]) =>
  steps.flatMap(({ at, speed }) =>
    speed === null ? [] : [{ at, ppm: speed, min: speed, max: speed }],
  )

/** The axis of what is requested: it has no future. */
function requestedWindow(filter: ProductionScope['filter']) {
  const { from, to } = filterPeriod(filter)
  const start = from.getTime()
  return { from: start, to: Math.max(start + 60_000, Math.min(to.getTime(), serverNow())) }
}

/** Summary of the chart for screen readers. */
function summaryOf(
  { from, to, columns, gaps, alarms }: PacksData,
  step: string,
  zone: string,
  say: Say<'production'>,
) {
  const points = spokenColumns(columns[0], columns[1])
  return lineSummary({
    what: say('packsSpoken', { title: say('packsPerMinute'), count: points.length, step }),
    ...{ from, to, zone, points },
    gaps: gaps.map((gap) => gap.to - gap.from),
    besides: alarms === null ? [] : [say('alarmsSpoken', { count: alarms.length })],
  })
}

/** One constant empty list, so that memoised values stay valid. */
const none: never[] = []

/** The legend of the alarm lane, of the groups that are there. */
function GroupKeys({ alarms }: { alarms: readonly ChartAlarm[] }) {
  const say = useTexts('production')
  const groups = [...new Set(alarms.map(({ group }) => group))]
  if (groups.length === 0) return null
  const shown = groups.length <= 9 ? groups : byKeyword(groups)
  return (
    <ul className={styles.keys} aria-label={say('alarmGroups')}>
      {shown.map((group) => (
        <li key={group}>
          <Key colour={alarmGroupLook(group).colour} text={alarmGroupLook(group).code} />
          {group}
        </li>
      ))}
      {groups.length > 1 && (
        <li>
          <Key colour="var(--text-3)" ink="var(--on-text)" text="×2" />
          {say('severalAlarms')}
        </li>
      )}
    </ul>
  )
}

/** Of many groups one of each colour is shown. */
function byKeyword(groups: readonly string[]): string[] {
  return [...new Map(groups.map((group) => [alarmGroupKey(group), group])).values()]
}

/** Groups are bright in both schemes and carry the ink of both; a colour of texts needs its opposite. */
function Key({ colour, ink, text }: { colour: string; ink?: string; text: string }) {
  return (
    <i style={{ background: colour, color: ink }} aria-hidden="true" data-chart-key>
      {text}
    </i>
  )
}

const heights = [36, 54, 46, 67, 58, 75, 39, 62, 53, 50, 43, 60, 48, 56, 44, 64]

/** A chart that is still to come, of the size that it will have. */
function ChartSkeleton({ height }: { height: number }) {
  return (
    <div className={styles.comingChart} style={{ height }} aria-hidden="true">
      {heights.map((share) => (
        <i key={share} style={{ height: `${share}%` }} />
      ))}
    </div>
  )
}

/** Where the selected stops lie, and the open one; null where nothing is selected or it is not known yet. */
function useHighlight(
  scope: StopScope,
  { selection, at }: Pick<StopSelecting, 'selection' | 'at'>,
): Highlight | null {
  const { query: spans } = useFigures(stopQueries.spans(scope, selection))
  const { query: stop } = useFigures(stopQueries.at(scope, at))
  // What belongs to another selection is not shown as this one.
  const found = selection && !spans.isPlaceholderData && !spans.isError ? spans.data : undefined
  const one = at && !stop.isPlaceholderData && !stop.isError ? stop.data : undefined
  return useMemo(() => {
    const open = one && {
      from: one.start,
      to: one.end,
      words: formatTimeInState(one.seconds),
    }
    if (!open && !found) return null
    return { spans: [...(found ?? []), ...(open ? [open] : [])], open: open ?? null }
  }, [found, one])
}
