import type { ShiftPage } from '@packboard/contract'
import { deviationOf, formatClock, formatTimeInState } from '@packboard/model'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  type ReactNode,
  type PointerEvent as Touch,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useFigures } from '../filter/figureQuery.ts'
import { everything, type ProductionFilter } from '../filter/filter.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { filterOfShift, type ShiftWindow, searchOfShift, searchOfStop } from '../shift/shiftWays.ts'
import { windowAround } from '../stops/windowAround.ts'
import { drawnInColours } from '../theme/drawnInColours.tsx'
import { useShownZone } from '../time/zone.ts'
import { bandColours, drawLane } from '../timeline/drawLanes.ts'
import type { LaneSizes } from '../timeline/laneRows.ts'
import { isStop, type Lane, type LanePiece, pieceAt, type Timeline } from '../timeline/lanes.ts'
import { PieceCard, PieceFacts } from '../timeline/PieceFacts.tsx'
import { timelineQuery } from '../timeline/timelineQuery.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import styles from './Against.module.css'
import { DeviationCurve, ShiftAxis, shareOfShift } from './Deviation.tsx'

/** From so many machines on the lines are shown in the place of their machines. */
const foldedFrom = 24

type View = 'lines' | 'machines'

/** Lanes without speeds and alarms: the strip of states alone. Heights in px. */
const slim: LaneSizes = {
  lane: 30,
  graph: { top: 0, height: 0 },
  strip: { top: 6, height: 20 },
  marks: { top: 0, height: 0 },
}

/**
 * How far the shift is from its target, and below it on the same axis its lines or machines, with the plan as background. Numbers in
 * rings are those of the stories.
 */
export function Against({ page, shift }: { page: ShiftPage; shift: ShiftWindow }) {
  const say = useTexts('shiftPage')
  const [chosen, choose] = useState<View | null>(null)
  const narrow = useNarrow()
  const several = page.lines.length > 1
  const view = chosen ?? (several && page.machines >= foldedFrom ? 'lines' : 'machines')
  const total = useMemo(() => deviationOf(page.steps), [page.steps])
  const nothing = page.sentence.rule === 'noData'
  return (
    <section className={`panel ${styles.panel}`} id="against" aria-label={say('against')}>
      <div className={styles.head}>
        <h2>{say('against')}</h2>
        <span className={styles.unit}>{say('packsUnit')}</span>
        {several && (
          <span className={styles.views} data-screen-only>
            <Segmented
              label={say('shownBelow')}
              value={view}
              options={[
                { value: 'lines', label: say('byLine') },
                { value: 'machines', label: say('byMachine') },
              ]}
              choose={choose}
            />
          </span>
        )}
      </div>
      <div className={styles.plot} data-no-data={nothing}>
        <Background page={page} />
        <Row name={null}>
          <ShiftAxis shift={page.shift} most={narrow ? 5 : 12} />
        </Row>
        <Row name={<b>{say('allMachines')}</b>}>
          <DeviationCurve points={total} shift={page.shift} label={say('allMachines')} />
        </Row>
        {view === 'lines' ? (
          page.lines.map(({ line, steps }) => (
            <Row key={line} name={<LineName {...{ line, shift }} />} divided>
              <DeviationCurve
                points={deviationOf(steps)}
                shift={page.shift}
                label={line || say('noLine')}
                small
              />
            </Row>
          ))
        ) : (
          <MachineLanes page={page} shift={shift} />
        )}
      </div>
    </section>
  )
}

function Row({
  name,
  divided = false,
  children,
}: {
  name: ReactNode
  divided?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.row} data-divided={divided}>
      <span className={styles.name}>{name}</span>
      {children}
    </div>
  )
}

function LineName({ line, shift }: { line: string; shift: ShiftWindow }) {
  const say = useTexts('shiftPage')
  if (line === '') return <span>{say('noLine')}</span>
  return (
    <Link to="/admin/timeline" search={{ ...searchOfShift(shift), line }} title={line}>
      {line}
    </Link>
  )
}

/** What the plan takes out of the shift, and where it is now: behind the curves and lanes. */
function Background({ page: { shift, planned, at } }: { page: ShiftPage }) {
  const say = useTexts('shiftPage')
  return (
    <div className={styles.background} aria-hidden="true">
      {planned.map(({ from, to, kind }) => {
        const left = shareOfShift(from, shift)
        const width = shareOfShift(to, shift) - left
        return (
          <span
            key={from.getTime()}
            className={styles.planned}
            style={{ left: `${left}%`, width: `${width}%` }}
          >
            {width > 8 && <small>{say(kind)}</small>}
          </span>
        )
      })}
      {shift.isRunning && (
        <i className={styles.now} style={{ left: `${shareOfShift(at, shift)}%` }} />
      )}
    </div>
  )
}

/** The lanes of all machines by line, in the room that they will have. */
function MachineLanes({ page, shift }: { page: ShiftPage; shift: ShiftWindow }) {
  const say = useTexts('shiftPage')
  const isPhone = useNarrow()
  const filter = useMemo(() => filterOfShift(shift), [shift])
  const { query } = useFigures(
    timelineQuery(
      { clientId: shift.clientId, line: everything, filter, columns: isPhone ? 250 : 1_000 },
      true,
    ),
  )
  if (query.isError) return <p className={styles.lost}>{say('lanesLost')}</p>
  if (!query.data) {
    return (
      <div className={styles.waiting} style={{ height: page.machines * slim.lane }}>
        <Skeleton width="100%" height={Math.max(0, page.machines * slim.lane - 8)} />
      </div>
    )
  }
  const { lanes } = query.data
  return (
    <div className={styles.lanes} style={{ height: lanes.length * slim.lane }}>
      <ul className={styles.names}>
        {lanes.map((lane, row) => (
          <li
            key={lane.serialNo}
            style={{ top: row * slim.lane, height: slim.lane }}
            data-first={isFirstOfLine(lanes, row)}
          >
            <Link
              to="/admin/productionData/$clientId/$machineId"
              params={{ clientId: String(shift.clientId), machineId: lane.serialNo }}
              search={searchOfShift(shift)}
              title={lane.serialNo}
            >
              {lane.serialNo}
            </Link>
            {isFirstOfLine(lanes, row) && lane.line !== '' && <small>{lane.line}</small>}
          </li>
        ))}
      </ul>
      <div className={styles.drawn}>
        <Strips timeline={query.data} {...{ shift, filter }} />
        {page.stories.map((story, index) => {
          const row = lanes.findIndex(({ serialNo }) => serialNo === story.machineId)
          if (row < 0) return null
          return (
            <Ring
              key={`${story.machineId} ${story.start.getTime()}`}
              number={index + 1}
              top={(row + 0.5) * slim.lane}
              {...{ story, shift }}
            />
          )
        })}
      </div>
    </div>
  )
}

const isFirstOfLine = (lanes: readonly Lane[], row: number) =>
  row === 0 || lanes[row - 1]?.line !== lanes[row]?.line

/** The number of a story beside its stop; it opens the stop. */
function Ring({
  number,
  story: { machineId, start, end, seconds },
  top,
  shift,
}: {
  number: number
  story: ShiftPage['stories'][number]
  top: number
  shift: ShiftWindow
}) {
  const say = useTexts('shiftPage')
  const zone = useShownZone()
  const share = shareOfShift(end, shift)
  return (
    <Link
      to="/admin/productionData/$clientId/$machineId"
      params={{ clientId: String(shift.clientId), machineId }}
      search={searchOfStop(shift, { start, end })}
      className={styles.ring}
      style={{ left: `${share}%`, top }}
      data-before={share > 94}
      aria-label={say('storyNumber', {
        number,
        machine: machineId,
        time: formatClock(start, zone).slice(0, 5),
        length: formatTimeInState(seconds),
      })}
    >
      {number}
    </Link>
  )
}

type Place = { readonly row: number; readonly piece: LanePiece }

type StripView = {
  readonly timeline: Timeline
  readonly from: number
  readonly to: number
  /** The piece with a ring. */
  readonly chosen: Place | null
}

/** The strips of all machines over the whole shift. A stop under the pointer has its facts beside it; a press opens it. */
const Strips = drawnInColours(function Strips({
  timeline,
  shift,
  filter,
}: {
  timeline: Timeline
  shift: ShiftWindow
  filter: ProductionFilter
}) {
  const say = useTexts('shiftPage')
  const navigate = useNavigate()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [chosen, choose] = useState<Place | null>(null)
  const [from, to] = [shift.from.getTime(), shift.to.getTime()]
  const view = useMemo(() => ({ timeline, from, to, chosen }), [timeline, from, to, chosen])
  const held = useRef<StripView>(view)
  held.current = view
  useLayoutEffect(() => drawStrips(canvas.current, view), [view])
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const watcher = new ResizeObserver(() => drawStrips(element, held.current))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  const foundAt = (clientX: number, clientY: number): Place | null => {
    const box = canvas.current?.getBoundingClientRect()
    if (!box) return null
    const row = Math.floor((clientY - box.top) / slim.lane)
    const lane = timeline.lanes[row]
    const perPx = (to - from) / Math.max(1, box.width)
    const piece = lane && pieceAt(lane, from + (clientX - box.left) * perPx, 3 * perPx)
    return piece && isStop(piece) ? { row, piece } : null
  }
  const lane = chosen && timeline.lanes[chosen.row]
  const spanOf = ({ piece }: Place) => ({ start: new Date(piece.from), end: new Date(piece.to) })
  const open = (place: Place) => {
    const machineId = timeline.lanes[place.row]?.serialNo
    if (machineId === undefined) return
    void navigate({
      to: '/admin/productionData/$clientId/$machineId',
      params: { clientId: String(shift.clientId), machineId },
      search: searchOfStop(shift, spanOf(place)),
    })
  }
  const zoom = (place: Place) => {
    const { start, end } = spanOf(place)
    const search = searchOfFilter(windowAround(filter, start, end))
    void navigate({ to: '/admin/timeline', search })
  }
  const move = ({ pointerType, target, clientX, clientY }: Touch) => {
    if (pointerType === 'touch' || target !== canvas.current) return
    const found = foundAt(clientX, clientY)
    choose((before) => (before?.piece === found?.piece ? before : found))
  }
  return (
    <div
      className={styles.strips}
      onPointerMove={move}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && choose(null)}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={say('lanesOf', { count: timeline.lanes.length })}
        data-stop={chosen !== null}
        onClick={({ clientX, clientY, nativeEvent }) => {
          const found = foundAt(clientX, clientY)
          const touches = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
          if (touches) choose(found)
          else if (found) open(found)
        }}
      />
      {chosen && lane && (
        <PieceCard {...cardPlace(chosen, view, canvas.current)}>
          <PieceFacts
            {...{ lane, filter }}
            piece={chosen.piece}
            clientId={shift.clientId}
            open={() => open(chosen)}
            zoom={() => zoom(chosen)}
          />
        </PieceCard>
      )}
    </div>
  )
})

/** Under its strip, in px of the strips. */
function cardPlace({ row, piece }: Place, { from, to }: StripView, box: HTMLElement | null) {
  const middle = (Math.max(from, piece.from) + Math.min(to, piece.to)) / 2
  const top = row * slim.lane + slim.strip.top
  return {
    left: ((middle - from) / Math.max(1, to - from)) * (box?.clientWidth ?? 0),
    top,
    bottom: top + slim.strip.height,
  }
}

function drawStrips(canvas: HTMLCanvasElement | null, { timeline, from, to, chosen }: StripView) {
  const pen = canvas?.getContext('2d')
  if (!canvas || !pen) return
  const { clientWidth: width, clientHeight: height } = canvas
  const ratio = globalThis.devicePixelRatio
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  const colours = bandColours()
  for (const [row, lane] of timeline.lanes.entries()) {
    drawLane(pen, stripOf(lane), row * slim.lane, {
      ...{ window: { from, to }, width, sizes: slim, colours },
      chosen: chosen?.row === row ? chosen.piece : null,
      speedStepMs: timeline.speedStepMs,
      // The plan behind all strips has the word.
      closedWord: '',
    })
  }
}

/** A lane without what is drawn on the timeline alone. */
const stripOf = (lane: Lane): Lane => ({ ...lane, speed: [], alarms: [], chips: [], target: null })
