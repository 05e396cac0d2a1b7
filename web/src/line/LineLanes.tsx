import type { LineStopWire } from '@packboard/contract'
import { timelineLimits } from '@packboard/contract'
import { filterPeriod, isWithinDays } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type Ref, useId, useMemo } from 'react'
import { ClosedTimes } from '../charts/ClosedTimes.tsx'
import { dateTicks } from '../charts/dateTicks.ts'
import { useMachines } from '../clients/clientQueries.ts'
import { useFigures } from '../filter/figureQuery.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { InfoTip } from '../shell/help/InfoTip.tsx'
import { useShownZone } from '../time/zone.ts'
import type { Lane } from '../timeline/lanes.ts'
import { timelineQuery } from '../timeline/timelineQuery.ts'
import { Loadable } from '../ui/Loadable.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import { useWidth } from '../ui/useWidth.ts'
import { noParts, partsByMachine, type StopParts, stopMs, sumOfParts } from './attributed.ts'
import styles from './LineLanes.module.css'
import { laneShapes } from './laneShapes.ts'
import type { LineScope, lineStopsQuery } from './lineQueries.ts'
import { PartsLegend, StopTime } from './StopTime.tsx'

const height = 24
/** Each answer of the lanes has so many steps. */
const columns = 600
/** So many times are named over the lanes, and on a phone. */
const ticks = { wide: 8, narrow: 4 } as const

/** The lanes of all machines in flow order, with their stop time by where its cause lies. */
export function LineLanes({
  scope,
  stops: { query: stops },
  order = [],
  updated,
}: {
  scope: LineScope
  stops: ReturnType<typeof useFigures<StopsAnswer>>
  /** Of the machines; others follow. */
  order?: readonly string[] | undefined
  /** The instant of the figures. */
  updated: ReactNode
}) {
  const say = useTexts('line')
  const { filter, clientId, line } = scope
  const isShort = isWithinDays(filterPeriod(filter), timelineLimits.days)
  const { query } = useFigures(timelineQuery({ clientId, line, filter, columns }, isShort))
  const answer = stops.data
  return (
    <section className={`panel ${styles.panel}`} aria-label={say('lanes')}>
      <div className={styles.top}>
        <h2>{say('lanes')}</h2>
        <InfoTip figure="attributedStop" />
        <PartsLegend />
        {updated}
      </div>
      {isShort ? (
        <Loadable
          query={query}
          isEmpty={({ lanes }) => lanes.length === 0}
          waiting={<Skeleton width="100%" height={240} />}
        >
          {({ lanes, from, to }) => (
            <Lanes
              {...{ scope, order, answer }}
              lanes={lanes}
              window={{ from, to: Math.max(to, filterPeriod(filter).to.getTime()) }}
            />
          )}
        </Loadable>
      ) : (
        <p className={styles.note}>{say('lanesTooLong')}</p>
      )}
      {answer?.hasFlow && <p className={styles.note}>{say('lanesAddUp')}</p>}
      {stops.isError && <p className={styles.note}>{say('stopsFailed')}</p>}
    </section>
  )
}

type StopsAnswer = Awaited<
  ReturnType<NonNullable<ReturnType<typeof lineStopsQuery>['queryFn']>>
>['value']

function Lanes({
  scope,
  order,
  answer,
  lanes,
  window,
}: {
  scope: LineScope
  order: readonly string[]
  answer: StopsAnswer | undefined
  lanes: readonly Lane[]
  /** ms since 1970. */
  window: { readonly from: number; readonly to: number }
}) {
  const say = useTexts('line')
  const hatch = useId()
  const [axis, width] = useWidth<HTMLDivElement>()
  const machines = useMachines(scope.clientId)
  const kindOf = useMemo(
    () => new Map(machines.data?.machines.map((one) => [one.machineId, one.machineType.label])),
    [machines.data],
  )
  const stopsOf = useMemo(() => {
    const found = new Map<string, LineStopWire[]>()
    for (const stop of answer?.stops ?? []) {
      const own = found.get(stop.machineId)
      if (own) own.push(stop)
      else found.set(stop.machineId, [stop])
    }
    return found
  }, [answer])
  const parts = answer?.hasFlow ? partsByMachine(answer.stops) : null
  const placeOf = (serialNo: string) => {
    const place = order.indexOf(serialNo)
    return place < 0 ? order.length : place
  }
  const inOrder = lanes.toSorted((a, b) => placeOf(a.serialNo) - placeOf(b.serialNo))
  const [from, to] = [new Date(window.from), new Date(window.to)]
  const share = (at: Date) =>
    (100 * (at.getTime() - window.from)) / Math.max(1, window.to - window.from)
  return (
    <table className={styles.table} data-parts={parts !== null} aria-label={say('lanes')}>
      <caption>
        <svg width="0" height="0" aria-hidden="true">
          <pattern
            id={hatch}
            width="4"
            height="4"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="2.1" height="4" fill="var(--card)" />
          </pattern>
        </svg>
      </caption>
      <LaneHead {...{ axis, from, to, share }} hasParts={parts !== null} />
      <tbody>
        {inOrder.map((lane) => {
          const own = parts?.get(lane.serialNo) ?? noParts
          return (
            <tr key={lane.serialNo}>
              <th scope="row">
                <Link
                  to="/admin/productionData/$clientId/$machineId"
                  params={{ clientId: String(scope.clientId), machineId: lane.serialNo }}
                  search={searchOfFilter(scope.filter)}
                  className={styles.name}
                >
                  <b>{lane.serialNo}</b> <small>{kindOf.get(lane.serialNo)}</small>
                </Link>
              </th>
              <td>
                <div className={styles.lane}>
                  <ClosedTimes closed={closedOf(lane)} {...{ from, to }} quiet />
                  <LaneDrawing
                    {...{ lane, window, width, hatch }}
                    stops={answer?.hasFlow ? (stopsOf.get(lane.serialNo) ?? []) : []}
                    label={
                      parts
                        ? say('laneSpoken', { machine: lane.serialNo, ...spokenParts(own) })
                        : lane.serialNo
                    }
                  />
                </div>
              </td>
              {parts && <PartTimes parts={own} />}
            </tr>
          )
        })}
      </tbody>
      {parts && (
        <tfoot>
          <tr>
            <th scope="row">{say('allMachines')}</th>
            <td>{say('leftOver')}</td>
            <PartTimes parts={sumOfParts(parts.values())} />
          </tr>
        </tfoot>
      )}
    </table>
  )
}

/** The axis over the lanes, and the names of their times. */
function LaneHead({
  axis,
  from,
  to,
  share,
  hasParts,
}: {
  axis: Ref<HTMLDivElement>
  from: Date
  to: Date
  /** Where an instant lies, in percent. */
  share: (at: Date) => number
  hasParts: boolean
}) {
  const say = useTexts('line')
  const zone = useShownZone()
  const locale = useLocale()
  const most = ticks[useNarrow() ? 'narrow' : 'wide']
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="spoken">{say('machine')}</span>
        </th>
        <th scope="col">
          <span className="spoken">{say('states')}</span>
          <div ref={axis} className={styles.axis} aria-hidden="true">
            {dateTicks(from, to, most, zone, locale).map(({ at, text }) => (
              <span
                key={at.getTime()}
                style={{ left: `${share(at)}%` }}
                data-edge={share(at) < 3 ? 'begin' : share(at) > 97 ? 'end' : 'none'}
              >
                {text}
              </span>
            ))}
          </div>
        </th>
        {hasParts &&
          columnNames.map((name) => (
            <th key={name} scope="col">
              {say(name)}
            </th>
          ))}
      </tr>
    </thead>
  )
}

const columnNames = ['own', 'inherited', 'withheld', 'stopTime'] as const

const closedOf = ({ closed }: Lane) =>
  closed.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }))

const minutesOf = (ms: number) => Math.round(ms / 60_000)

const spokenParts = ({ own, inherited, withheld }: StopParts) => ({
  own: minutesOf(own),
  inherited: minutesOf(inherited),
  withheld: minutesOf(withheld),
})

function PartTimes({ parts }: { parts: StopParts }) {
  const { own, inherited, withheld } = parts
  const say = useTexts('line')
  const cells = { own, inherited, withheld, stopTime: stopMs(parts) }
  return columnNames.map((name) => (
    <td key={name} data-name={say(name)}>
      <StopTime ms={cells[name]} />
    </td>
  ))
}

function LaneDrawing({
  lane,
  stops,
  window,
  width,
  hatch,
  label,
}: {
  lane: Lane
  stops: readonly LineStopWire[]
  window: { readonly from: number; readonly to: number }
  width: number
  /** Of the pattern over inherited time. */
  hatch: string
  label: string
}) {
  const shapes = useMemo(
    () => laneShapes(lane.pieces, stops, window, { width, height }),
    [lane, stops, window, width],
  )
  return (
    <svg
      width={width}
      height={height}
      className={styles.drawing}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect y={height - 1} width={width} height="1" fill="var(--line-1)" />
      {shapes.map(({ kind, colour, path }) =>
        kind === 'withheld' ? (
          <path
            key={`${kind} ${colour}`}
            d={path}
            fill="none"
            stroke="var(--text-2)"
            strokeDasharray="2 2"
          />
        ) : (
          <g key={`${kind} ${colour}`}>
            <path d={path} fill={colour} />
            {kind === 'inherited' && <path d={path} fill={`url(#${hatch})`} />}
          </g>
        ),
      )}
    </svg>
  )
}
