import { Button } from '@mantine/core'
import { formatClock, formatTimeInState, machineState } from '@packboard/model'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { bandLooks, shownShape } from '../charts/bandLook.ts'
import { useFigures } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { StopCauseName } from '../stops/stopNames.tsx'
import { stopQueries } from '../stops/stopQueries.ts'
import { windowAround } from '../stops/windowAround.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { isStop, type Lane, type LanePiece, notScheduledState, sharesOf } from './lanes.ts'
import styles from './PieceFacts.module.css'

/** So many states of a step are named, the longest. */
const mostStates = 4

/** One time of a lane: its state and length first; of a stop what stopped it, who was there and what it cost. */
export function PieceFacts({
  lane,
  piece,
  clientId,
  filter,
  open,
  zoom,
}: {
  lane: Lane
  piece: LanePiece
  clientId: number
  filter: ProductionFilter
  open: () => void
  zoom: () => void
}) {
  const say = useTexts('timeline')
  const sayOfStates = useTexts('states')
  const sayOfProduction = useTexts('production')
  const [from, to] = [piece.from, piece.to].map((at) => formatClock(new Date(at), filter.zone))
  const stops = isStop(piece)
  return (
    <>
      <p className={styles.head}>
        <b>{lane.serialNo}</b>
        <span>
          {from} – {to}
        </span>
      </p>
      {piece.shares ? (
        <ul className={styles.states}>
          {sharesOf(piece.shares)
            .slice(0, mostStates)
            .map(({ state, seconds }) => (
              <li key={state}>
                <State code={state} />
                <span>{formatTimeInState(seconds)}</span>
              </li>
            ))}
        </ul>
      ) : (
        <p className={styles.state}>
          {piece.state === notScheduledState ? (
            sayOfStates('notScheduled')
          ) : (
            <State code={piece.state} />
          )}
          <b>{formatTimeInState((piece.to - piece.from) / 1_000)}</b>
        </p>
      )}
      {stops && <StopFacts {...{ lane, piece, clientId, filter }} />}
      <p className={styles.ways}>
        <Button variant="subtle" size="compact-sm" onClick={open}>
          {stops ? sayOfProduction('openStop') : say('openTime')}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={zoom}>
          {say('zoomTo')}
        </Button>
      </p>
    </>
  )
}

function State({ code }: { code: number }) {
  const sayOfStates = useTexts('states')
  const { chipColour } = bandLooks[machineState(code).band]
  return (
    <span className={styles.name}>
      <span style={{ color: chipColour }} data-chart-key>
        <Glyph shape={shownShape(code, false)} size={12} />
      </span>
      {stateWord(code, sayOfStates)}
    </span>
  )
}

/** The stop that holds this time, in the window that *Open the stop* shows. Its room is there while it loads. */
function StopFacts({
  lane,
  piece,
  clientId,
  filter,
}: {
  lane: Lane
  piece: LanePiece
  clientId: number
  filter: ProductionFilter
}) {
  const say = useTexts('stops')
  const around = windowAround(filter, new Date(piece.from), new Date(piece.to))
  const scope = { clientId, serialNo: lane.serialNo, filter: around }
  const { query } = useFigures(stopQueries.at(scope, new Date(piece.from)))
  const stop = query.data
  return (
    <dl className={styles.facts} aria-busy={query.isPending}>
      <div>
        <dt>{say('cause')}</dt>
        <dd>{stop && <StopCauseName stop={stop} />}</dd>
      </div>
      <div>
        <dt>{say('operator')}</dt>
        <dd>{stop && reportedText(stop.user)}</dd>
      </div>
      <div>
        <dt>{say('lostPacks')}</dt>
        <dd>{stop && formatCount(stop.lostPacks)}</dd>
      </div>
    </dl>
  )
}

const width = 288
const gap = 8

/** Under a piece of a lane, or over it where there is no room; it stays while the pointer is in it. */
export function PieceCard({
  left,
  top,
  bottom,
  children,
}: {
  /** The middle of the piece, and the edges of its strip, in px of the chart. */
  left: number
  top: number
  bottom: number
  children: ReactNode
}) {
  const card = useRef<HTMLDivElement>(null)
  const [place, move] = useState<{ left: number; top: number } | null>(null)
  useLayoutEffect(() => {
    const element = card.current
    const chart = element?.offsetParent
    if (!element || !chart) return
    const { height } = element.getBoundingClientRect()
    const box = chart.getBoundingClientRect()
    const isBelow = box.top + bottom + gap + height <= window.innerHeight
    move({
      left: Math.max(0, Math.min(box.width - width, left - width / 2)),
      top: isBelow ? bottom + gap : top - gap - height,
    })
  }, [left, top, bottom])
  return (
    <div
      ref={card}
      className={styles.card}
      style={{ width, left: place?.left ?? 0, top: place?.top ?? 0, opacity: place ? 1 : 0 }}
      data-screen-only
      data-piece-card
    >
      {children}
    </div>
  )
}
