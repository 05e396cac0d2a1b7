import { Button } from '@mantine/core'
import { formatDateTime, formatHoursMinutes, noFigure } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, type RefObject, Suspense, useMemo, useRef, useState } from 'react'
import { ChartTable } from '../charts/ChartTable.tsx'
import { lineSummary, spokenColumns } from '../charts/chartSummary.ts'
import type { TakePicture } from '../charts/Drawing.tsx'
import { StateBars, StateTimes } from '../charts/StateBars.tsx'
import { TableSwitch } from '../charts/TableSwitch.tsx'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { dayText } from '../filter/filterText.ts'
import type { AsOf } from '../filter/filterWire.ts'
import { formatCount, formatDecimals } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { type Say, useTexts } from '../i18n/useTexts.ts'
import { IconNut, IconStack2, IconTool } from '../icons/furtherIcons.ts'
import {
  IconCalendar,
  IconGauge,
  IconPackage,
  IconPlayerPause,
  IconPlayerPlay,
} from '../icons/icons.ts'
import type { Column } from '../ui/DataTable.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { Loadable } from '../ui/Loadable.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './DayDetailsModal.module.css'
import { dayQuestion } from './dayQuestion.ts'
import { type DayDetails, daySummaryQueries, type SummaryDay } from './daySummaryWire.ts'
import { dayTrace } from './dayTrace.ts'
import { nameOfDay } from './shownDays.ts'

const DayChart = lazy(() =>
  import('../charts/DayChart.tsx').then(({ DayChart }) => ({ default: DayChart })),
)

const chartHeight = 232

/** The minutes of a day as a table: what the line and the states under it show. */
const minuteColumns = (
  say: Say<'daySummary'>,
  sayState: Say<'states'>,
  zone: string,
): Column<DayDetails['minutes'][number]>[] => [
  { title: say('start', { zone }), cell: ({ at }) => formatDateTime(at, zone) },
  { title: say('mean'), cell: ({ ppm }) => formatCount(ppm), numeric: true },
  { title: say('state'), cell: ({ state }) => stateWord(state, sayState) },
]

/** One row of the days: its figures, its speed with the states under it, and the time in each state. */
export function DayDetailsModal({
  clientId,
  asOf,
  day,
  steps,
  opened,
  onClose,
}: {
  clientId: number
  asOf: AsOf
  day: SummaryDay
  /** The way to the rows beside it. */
  steps: ReactNode
} & DialogProps) {
  const { filter } = asOf
  const say = useTexts('daySummary')
  const sayState = useTexts('states')
  const close = useTexts('ui')('close')
  const speedTitle = say('speedTitle')
  const statesTitle = say('statesTitle')
  const details = useQuery({
    ...daySummaryQueries.details(clientId, asOf, day),
    enabled: opened,
  })
  const [minutesAsTable, showMinutes] = useState(false)
  const [statesAsTable, showStates] = useState(false)
  const speedPicture = useRef<TakePicture | null>(null)
  const statesPicture = useRef<TakePicture | null>(null)
  const question = useMemo(() => dayQuestion(clientId, filter, day), [clientId, filter, day])
  const about = [nameOfDay(day), filter.zone].join(', ')
  return (
    <Dialog
      title={say('detailsFor', { what: dayText(day.date) })}
      side={filter.zone}
      width={1060}
      {...{ opened, onClose }}
      foot={
        <>
          {steps}
          <Button variant="default" onClick={onClose}>
            {close}
          </Button>
        </>
      }
    >
      <div className={styles.details}>
        <dl className={styles.stats}>
          <Stat label={say('day')} icon={IconCalendar} value={dayText(day.date)} />
          <Stat label={say('machine')} icon={IconNut} value={day.serialNo} />
          <Stat
            label={say('product')}
            icon={IconPackage}
            value={reportedText(day.product) || noFigure}
          />
          <Stat label={say('tool')} icon={IconTool} value={reportedText(day.tool) || noFigure} />
          <Stat label={say('runTime')} icon={IconPlayerPlay} value={formatHoursMinutes(day.run)} />
          <Stat
            label={say('idleTime')}
            icon={IconPlayerPause}
            value={formatHoursMinutes(day.idle)}
          />
          <Stat label={say('packsCount')} icon={IconStack2} value={formatCount(day.packs)} />
          <Stat label={say('meanPpm')} icon={IconGauge} value={oneDecimal(day.meanPpm)} />
        </dl>
        <Part
          title={speedTitle}
          sub={say('speedSub', { zone: filter.zone })}
          action={
            <>
              <TableSwitch name={speedTitle} on={minutesAsTable} change={showMinutes} />
              <ExportMenu
                table="speed"
                name={speedTitle}
                question={question}
                picture={speedPicture}
                about={about}
              />
            </>
          }
        >
          <Loadable
            query={details}
            isEmpty={({ minutes }) => minutes.length === 0}
            waiting={<Skeleton width="100%" height={chartHeight} />}
          >
            {(answer) =>
              minutesAsTable ? (
                <ChartTable
                  label={speedTitle}
                  rows={answer.minutes}
                  rowKey={({ at }) => at.toISOString()}
                  columns={minuteColumns(say, sayState, filter.zone)}
                />
              ) : (
                <Trace details={answer} day={day} zone={filter.zone} picture={speedPicture} />
              )
            }
          </Loadable>
        </Part>
        <Part
          title={statesTitle}
          sub={say('statesSub')}
          action={
            <>
              <TableSwitch name={statesTitle} on={statesAsTable} change={showStates} />
              <ExportMenu
                table="states"
                name={statesTitle}
                question={question}
                picture={statesPicture}
                about={about}
              />
            </>
          }
        >
          <Loadable
            query={details}
            isEmpty={({ states }) => states.length === 0}
            waiting={<Skeleton width="100%" height={140} />}
          >
            {({ states }) =>
              statesAsTable ? (
                <StateTimes title={statesTitle} times={states} />
              ) : (
                <StateBars label={statesTitle} times={states} picture={statesPicture} />
              )
            }
          </Loadable>
        </Part>
      </div>
    </Dialog>
  )
}

function Trace({
  details,
  day,
  zone,
  picture,
}: {
  details: DayDetails
  day: SummaryDay
  zone: string
  picture: RefObject<TakePicture | null>
}) {
  const say = useTexts('daySummary')
  const trace = useMemo(() => dayTrace(details), [details])
  if (!trace) return null
  const label = lineSummary({
    what: say('speedSpoken', {
      ...{ machine: day.serialNo, day: dayText(day.date) },
      count: details.minutes.length,
    }),
    ...{ from: trace.from, to: trace.to, zone },
    points: spokenColumns(trace.columns[0], trace.columns[1] ?? []),
    gaps: trace.gaps.map((gap) => (gap.to.getTime() - gap.from.getTime()) / 1_000),
  })
  return (
    <Suspense fallback={<div style={{ height: chartHeight }} />}>
      <DayChart drawing={trace} label={label} picture={picture} />
    </Suspense>
  )
}

function Stat({
  label,
  icon: Icon,
  value,
}: {
  label: string
  icon: typeof IconGauge
  value: string
}) {
  return (
    <div className={styles.stat}>
      <dt>
        <span className={styles.icon}>
          <Icon size={18} />
        </span>
        {label}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}

function Part({
  title,
  sub,
  action,
  children,
}: {
  title: string
  sub: string
  action: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3>
        {title}
        <span>{sub}</span>
      </h3>
      <div className={styles.action}>{action}</div>
      {children}
    </section>
  )
}

/** `154.4`: packs by run minutes. */
function oneDecimal(ppm: number | null): string {
  return ppm === null ? noFigure : formatDecimals(ppm, 1)
}
