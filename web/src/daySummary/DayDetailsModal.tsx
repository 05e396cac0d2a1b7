import { Button } from '@mantine/core'
import { formatCount, formatHoursMinutes, noFigure } from '@packboard/model'
import {
  IconCalendar,
  IconGauge,
  IconNut,
  IconPackage,
  IconPlayerPause,
  IconPlayerPlay,
  IconStack2,
  IconTool,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, type RefObject, Suspense, useMemo, useRef } from 'react'
import type { TakePicture } from '../charts/EChart.tsx'
import { StateBars } from '../charts/StateBars.tsx'
import type { ProductionFilter } from '../filters/filter.ts'
import { dayText } from '../filters/filterText.ts'
import { ExportMenu } from '../takeAway/ExportMenu.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Loadable } from '../ui/Loadable.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './DayDetailsModal.module.css'
import { dayQuestion } from './dayQuestion.ts'
import { daySummaryQueries } from './daySummaryQueries.ts'
import type { DayDetails, SummaryDay } from './daySummaryWire.ts'
import { dayTrace } from './dayTrace.ts'

const DayChart = lazy(() =>
  import('../charts/DayChart.tsx').then(({ DayChart }) => ({ default: DayChart })),
)

const chartHeight = 232

/** One row of the days: its figures, its speed with the states under it, and the time in each state. */
export function DayDetailsModal({
  clientId,
  filter,
  day,
  opened,
  onClose,
}: {
  clientId: number
  filter: ProductionFilter
  day: SummaryDay
  opened: boolean
  onClose: () => void
}) {
  const details = useQuery({
    ...daySummaryQueries.details(clientId, filter, day),
    enabled: opened,
  })
  const speedPicture = useRef<TakePicture | null>(null)
  const statesPicture = useRef<TakePicture | null>(null)
  const question = useMemo(() => dayQuestion(clientId, filter, day), [clientId, filter, day])
  return (
    <Dialog
      title={`Details for ${dayText(day.date)}`}
      side={filter.zone}
      width={1060}
      {...{ opened, onClose }}
      foot={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.details}>
        <dl className={styles.stats}>
          <Stat label="Day" icon={IconCalendar} value={dayText(day.date)} />
          <Stat label="Machine" icon={IconNut} value={day.serialNo} />
          <Stat label="Product" icon={IconPackage} value={day.product || noFigure} />
          <Stat label="Tool" icon={IconTool} value={day.tool || noFigure} />
          <Stat label="Run Time" icon={IconPlayerPlay} value={formatHoursMinutes(day.run)} />
          <Stat label="Idle Time" icon={IconPlayerPause} value={formatHoursMinutes(day.idle)} />
          <Stat label="Number of Packs Packed" icon={IconStack2} value={formatCount(day.packs)} />
          <Stat label="Average Packs Per Minute" icon={IconGauge} value={oneDecimal(day.meanPpm)} />
        </dl>
        <Part
          title="Speed and Machine State"
          sub={`ppm, per minute, ${filter.zone}`}
          action={
            <ExportMenu
              table="speed"
              name="Speed and Machine State"
              question={question}
              picture={speedPicture}
            />
          }
        >
          <Loadable
            query={details}
            isEmpty={({ minutes }) => minutes.length === 0}
            waiting={<Skeleton width="100%" height={chartHeight} />}
          >
            {(answer) => <Trace details={answer} day={day} picture={speedPicture} />}
          </Loadable>
        </Part>
        <Part
          title="Machine State Distribution"
          sub="time in each state"
          action={
            <ExportMenu
              table="states"
              name="Machine State Distribution"
              question={question}
              picture={statesPicture}
            />
          }
        >
          <Loadable
            query={details}
            isEmpty={({ states }) => states.length === 0}
            waiting={<Skeleton width="100%" height={140} />}
          >
            {({ states }) => (
              <StateBars
                label="Machine State Distribution"
                times={states}
                picture={statesPicture}
              />
            )}
          </Loadable>
        </Part>
      </div>
    </Dialog>
  )
}

function Trace({
  details,
  day,
  picture,
}: {
  details: DayDetails
  day: SummaryDay
  picture: RefObject<TakePicture | null>
}) {
  const trace = useMemo(() => dayTrace(details), [details])
  if (!trace) return null
  const label = `Speed and state of ${day.serialNo} on ${dayText(day.date)}, ${details.minutes.length} minutes`
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
      <span className={styles.icon}>
        <Icon size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <div>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
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
  return ppm === null ? noFigure : decimal.format(ppm)
}

const decimal = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
