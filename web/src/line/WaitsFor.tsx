import { type LineStopWire, timelineLimits } from '@packboard/contract'
import { filterPeriod, isWithinDays } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { useLineNow } from '../clients/useLineNow.ts'
import { useFigures } from '../filter/figureQuery.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { causeText } from '../stops/stopNames.tsx'
import { searchOfStop } from '../stops/windowAround.ts'
import { grouped, msOf } from './attributed.ts'
import { type LineScope, lineStopsQuery } from './lineQueries.ts'
import { stopTimeText } from './StopTime.tsx'
import styles from './WaitsFor.module.css'

type Inherited = Extract<LineStopWire['attribution'], { kind: 'inherited' }>

/** So many roots are named, those that cost most. */
const shown = 3

/** For which machine this one waits now and waited in the window, each with a way to the stop of the root; nothing without a flow. */
export function WaitsFor({ scope, serialNo }: { scope: LineScope; serialNo: string }) {
  const say = useTexts('line')
  const { clientId, line, filter } = scope
  const { data: now } = useLineNow(clientId, line)
  const isShort = isWithinDays(filterPeriod(filter), timelineLimits.days)
  const { query } = useFigures(lineStopsQuery(scope, isShort && now?.hasFlow === true))
  const machine = now?.stations
    .flatMap(({ machines }) => machines)
    .find(({ machineId }) => machineId === serialNo)
  const present = machine?.attribution?.kind === 'inherited' ? machine.attribution : null
  const past = waitedFor(query.data?.stops ?? [], serialNo)
  if (present === null && past.length === 0) return null
  return (
    <section className={`panel ${styles.panel}`} aria-label={say('waited')}>
      {present && (
        <p>
          <b>{say('waitsNow', { machine: serialNo })}</b> <Root {...{ scope }} root={present} />
        </p>
      )}
      {past.length > 0 && (
        <p>
          {say('waited')}:{' '}
          {past.slice(0, shown).map(({ root, ms, count }, index) => (
            <span key={`${root.rootMachineId} ${root.cause}`}>
              {index > 0 && '; '}
              <Root {...{ scope, root }} /> {say('timeInStops', { time: stopTimeText(ms), count })}
            </span>
          ))}
        </p>
      )}
      <Link to="/admin/line" search={{ line, view: 'losses' }}>
        {say('whatStopped', { line })}
      </Link>
    </section>
  )
}

/** The inherited stop time of a machine by root and cause, longest first; the last stop of each leads to its root. */
export function waitedFor(stops: readonly LineStopWire[], serialNo: string) {
  const own = stops.flatMap(({ machineId, seconds, attribution }) =>
    machineId === serialNo && attribution.kind === 'inherited' && seconds > 0
      ? [{ root: attribution, ms: msOf(seconds) }]
      : [],
  )
  const groups = grouped(own, ({ root }) =>
    JSON.stringify([root.rootMachineId, root.group, root.cause]),
  )
  return [...groups.values()]
    .flatMap((group) => {
      const last = group.at(-1)
      const ms = group.reduce((sum, one) => sum + one.ms, 0)
      return last ? [{ root: last.root, ms, count: group.length }] : []
    })
    .sort((a, b) => b.ms - a.ms)
}

/** `CP-105: Glue temperature`, with the way to the stop. */
function Root({ scope: { clientId, filter }, root }: { scope: LineScope; root: Inherited }) {
  const say = useTexts('line')
  const { rootMachineId, rootFrom, group, cause } = root
  const words = [rootMachineId ?? say('outside'), cause === '' ? '' : causeText({ group, cause })]
  const text = words.filter(Boolean).join(': ')
  if (rootMachineId === null || rootFrom === null) return <b>{text}</b>
  return (
    <Link
      to="/admin/productionData/$clientId/$machineId"
      params={{ clientId: String(clientId), machineId: rootMachineId }}
      search={searchOfStop(filter, { start: rootFrom, end: rootFrom })}
    >
      {text}
    </Link>
  )
}
