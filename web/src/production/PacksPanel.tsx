import { Button } from '@mantine/core'
import { alarmGroupKey } from '@packboard/model'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { ChartAlarm } from '../charts/alarmChips.ts'
import { alarmGroupLook, severalGroupsColour } from '../charts/alarmGroupLook.ts'
import { ChartTable } from '../charts/ChartTable.tsx'
import { speedStepColumns } from '../charts/chartColumns.ts'
import { lineSummary, spokenColumns } from '../charts/chartSummary.ts'
import type { TakePicture } from '../charts/Drawing.tsx'
import type { PacksData, PickedMoment } from '../charts/packsData.ts'
import { packsLook } from '../charts/packsLook.ts'
import { packsSeries } from '../charts/packsSeries.ts'
import { TableSwitch } from '../charts/TableSwitch.tsx'
import { useFigures } from '../filter/figureQuery.ts'
import { isNarrowed } from '../filter/filter.ts'
import { windowDays } from '../filter/filterText.ts'
import type { Say } from '../i18n/sayIn.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconBell, IconChartLine, IconListDetails } from '../icons/icons.ts'
import { InfoTip } from '../shell/help/InfoTip.tsx'
import { useHighlight } from '../stops/useHighlight.ts'
import type { StopSelecting } from '../stops/useStopSelection.ts'
import { FailedMark, Loadable } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import { ChartSkeleton } from './ChartSkeleton.tsx'
import styles from './ProductionScreen.module.css'
import { partIds } from './partIds.ts'
import type { ProductionScope } from './productionScope.ts'
import { hasOverlays, productionQueries } from './productionWire.ts'
import { ScopeExport } from './scopeParts.tsx'

const PacksChart = lazy(() =>
  import('../charts/PacksChart.tsx').then((module) => ({ default: module.PacksChart })),
)

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
  const title = say('packsPerMinute')
  const narrow = useNarrow()
  const picture = useRef<TakePicture | null>(null)
  const [asTable, showAsTable] = useState(false)
  const speed = useFigures(productionQueries.speed(clientId, serialNo, filter)).query
  const alarms = useFigures(productionQueries.alarms(clientId, serialNo, filter)).query
  const states = useFigures(productionQueries.states(clientId, serialNo, filter)).query

  // What belongs to the previous window stays only as long as its speed does.
  const fits = (answer: { isPlaceholderData: boolean }) =>
    speed.isPlaceholderData || !answer.isPlaceholderData
  const shownAlarms = (fits(alarms) && alarms.data) || none
  const shownStates = (fits(states) && states.data) || none
  const data = useMemo((): PacksData | undefined => {
    if (!speed.data) return undefined
    const { from, to, stepSeconds, aggregated, steps, nextMachine } = speed.data
    const overlays = hasOverlays(speed.data.filter)
    return {
      ...packsSeries(steps, stepSeconds, from, to),
      from,
      to,
      gapWord: say(isNarrowed(speed.data.filter) ? 'filteredOut' : 'noData'),
      stepSeconds,
      aggregated,
      alarms: overlays ? shownAlarms : null,
      nextMachine: overlays ? nextMachine : null,
      states: overlays ? shownStates : null,
    }
  }, [speed.data, shownAlarms, shownStates, say])

  const highlight = useHighlight(scope, selecting)
  const { open, select } = selecting
  const pick = useCallback(
    ({ at, alarm }: PickedMoment) => {
      if (alarm) select({ figure: 'alarmGroup', part: alarm.group, partGroup: '' })
      else open(at)
    },
    [open, select],
  )
  const { height } = packsLook(narrow, hasOverlays(filter))
  const lost = hasOverlays(filter) && (alarms.isError || states.isError)
  const buttons = (
    <div className={styles.packsButtons}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconListDetails size={16} stroke={1.75} aria-hidden="true" />}
        onClick={onAuditData}
      >
        {say('auditData')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBell size={16} stroke={1.75} aria-hidden="true" />}
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
        speed.data && sayChart(speed.data.stepName),
        speed.data?.aggregated && say('band'),
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
      {!narrow && data?.alarms && <GroupKeys alarms={data.alarms} />}
      <Loadable
        query={{ ...speed, data }}
        isEmpty={({ columns }) => columns[1].every((ppm) => ppm === null)}
        picture={<IconChartLine size={24} stroke={1.5} aria-hidden="true" />}
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
              <PacksChart
                label={summaryOf(
                  shown,
                  sayChart(speed.data?.stepName ?? 'perMinute'),
                  filter.zone,
                  say,
                )}
                data={shown}
                {...{ narrow, highlight, pick, picture }}
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
            }}
          />
        </div>
      )}
    </Panel>
  )
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
          <Key colour={severalGroupsColour} text="×2" />
          {say('severalGroups')}
        </li>
      )}
    </ul>
  )
}

/** Of many groups one of each colour is shown. */
function byKeyword(groups: readonly string[]): string[] {
  return [...new Map(groups.map((group) => [alarmGroupKey(group), group])).values()]
}

function Key({ colour, text }: { colour: string; text: string }) {
  return (
    <i style={{ background: colour }} aria-hidden="true" data-chart-key>
      {text}
    </i>
  )
}
