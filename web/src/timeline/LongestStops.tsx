import { plantStopLimits, type StopRow } from '@packboard/contract'
import { formatClock, formatDay, formatTimeInState } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { useFigures } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { type Reasons, useReasons } from '../reasons/useReasons.ts'
import { stopText } from '../stops/stopNames.tsx'
import { stopQueries } from '../stops/stopQueries.ts'
import { searchOfStop } from '../stops/windowAround.ts'
import styles from './LongestStops.module.css'
import type { Lane } from './lanes.ts'

/** So many are named. */
const named = 3

/** Of a stop that reaches into a break or has a planned reason only what is not planned counts; one that is all planned is none. */
const unplanned = { figure: 'unplanned', part: '', partGroup: '' } as const

/** The stops that lasted longest, each a way to it on the page of its machine: for eyes, for ears and on paper. */
export function LongestStops({
  clientId,
  filter,
  lanes,
}: {
  clientId: number
  filter: ProductionFilter
  /** What is drawn: stops of other lines are left out. Without lanes nothing is requested: they come first. */
  lanes: readonly Pick<Lane, 'serialNo'>[] | undefined
}) {
  const say = useTexts('timeline')
  const { query } = useFigures(
    stopQueries.list(
      { clientId, serialNo: undefined, filter },
      unplanned,
      {
        ...{ page: 1, pageSize: plantStopLimits.rows },
        ...{ sort: 'seconds', order: 'descending', withoutReason: 'false', micro: 'false' },
      },
      lanes !== undefined,
    ),
  )
  const stops =
    lanes &&
    query.data?.stops.filter(({ machine }) => lanes.some(({ serialNo }) => serialNo === machine))
  const hasReasons = stops?.some(({ parts }) => parts.some(({ reason }) => reason !== null))
  const reasons = useReasons(clientId, hasReasons ?? false)
  if (!stops || query.isError) return <p className={styles.longest} />
  if (stops.length === 0) return <p className={styles.longest}>{say('noStops')}</p>
  return (
    <div className={styles.longest}>
      <span>{say('longest')}</span>
      <ol>
        {stops.slice(0, named).map((stop) => (
          <li key={`${stop.machine} ${stop.start.toISOString()}`}>
            <LongStop {...{ clientId, filter, stop, reasons }} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function LongStop({
  clientId,
  filter,
  stop,
  reasons,
}: {
  clientId: number
  filter: ProductionFilter
  stop: StopRow
  reasons: Reasons
}) {
  const { machine, start, end, seconds } = stop
  const clock = formatClock(start, filter.zone).slice(0, 5)
  const isOfDay = filter.startDate === filter.endDate
  const at = isOfDay ? clock : `${formatDay(start, filter.zone).slice(0, 5)} ${clock}`
  return (
    <Link
      to="/admin/productionData/$clientId/$machineId"
      params={{ clientId: String(clientId), machineId: machine }}
      search={searchOfStop(filter, { start, end })}
    >
      <b>{machine}</b> {at}, {formatTimeInState(seconds)}, {stopText(stop, reasons.nameOf)}
    </Link>
  )
}
