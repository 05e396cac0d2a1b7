import { type RefObject, useMemo, useState } from 'react'
import { stateWordOf } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { paint } from '../theme/paint.ts'
import { useNarrow } from '../ui/useNarrow.ts'
import { useOneStop } from '../ui/useOneStop.ts'
import { usePrinting } from '../ui/usePrinting.ts'
import { ChartTable } from './ChartTable.tsx'
import { timeColumns } from './chartColumns.ts'
import { partsSummary } from './chartSummary.ts'
import { type Draw, Drawing, type TakePicture } from './Drawing.tsx'
import { drawGlyph, hatch } from './glyphMarks.ts'
import styles from './StateBars.module.css'
import { barColours, type StateBar, type StateTime, stateBarsSeries } from './stateBarsSeries.ts'

/** So many are read at a glance; the rest, mostly splinters, comes on demand. */
const shownAtFirst = 10

/** Machine State Distribution: a bar for each state, the longest first; on a phone a bar lies under its name. */
export function StateBars({
  label,
  times,
  chosen = null,
  choose,
  picture,
}: {
  label: string
  times: readonly StateTime[]
  /** The name of a state as the times give it, and what a press on its bar does. */
  chosen?: string | null
  choose?: ((name: string) => void) | undefined
  picture?: RefObject<TakePicture | null> | undefined
}) {
  const narrow = useNarrow()
  const say = useTexts('charts')
  const sayState = useTexts('states')
  const bars = useMemo(
    () =>
      stateBarsSeries(times).map((bar) => ({
        ...bar,
        state: bar.name,
        name: stateWordOf(bar.name, sayState),
      })),
    [times, sayState],
  )
  const [whole, showWhole] = useState(false)
  const printing = usePrinting()
  const drawn = useMemo(
    () =>
      whole || printing || bars.length <= shownAtFirst + 1 ? bars : bars.slice(0, shownAtFirst),
    [bars, whole, printing],
  )
  const draw = useMemo(() => {
    const isChosen = bars.some(({ state }) => state === chosen)
    const shown = drawn.map((bar) => ({ ...bar, faded: isChosen && bar.state !== chosen }))
    return narrow ? drawNarrowStateBars(shown) : drawStateBars(shown)
  }, [bars, drawn, narrow, chosen])
  const oneStop = useOneStop<HTMLUListElement>()
  const summary = useMemo(
    () =>
      partsSummary(
        label,
        bars.map(({ name, time, share }) => ({ name, value: time, share })),
        say,
      ),
    [label, bars, say],
  )
  const height = stateBarsHeight(drawn, narrow)
  return (
    <>
      <div className={styles.bars} style={{ minHeight: height }}>
        <Drawing {...{ draw, height, picture }} label={summary} />
        {choose && (
          <ul ref={oneStop} className={styles.choices} data-narrow={narrow} data-screen-only>
            {drawn.map(({ state, name, band }) => (
              <li key={state}>
                {band !== 'go' && (
                  <button
                    type="button"
                    aria-label={say('stopsOf', { name })}
                    aria-pressed={state === chosen}
                    onClick={() => choose(state)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {drawn.length < bars.length && (
        <button type="button" className={styles.more} onClick={() => showWhole(true)}>
          {say('showAll', { count: bars.length })}
        </button>
      )}
      <div className="spoken">
        <table aria-label={label}>
          <tbody>
            {bars.map(({ name, time, share }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{time}</td>
                <td>{share}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const face = '"Inter Variable", Inter, system-ui, sans-serif'
const bright = 'var(--text-1)'
const quiet = 'var(--text-3)'

const row = 28
const narrowRow = 44
/** The first name stands above the middle of its row. */
const headroom = 10
const nameAbove = 19

/** Room for the names before the bars and for the times after them, in px. */
const nameRoom = 200
const timeRoom = 150
/** Room for the share at the right edge of a phone. */
const shareRoom = 60

/** A state of a second beside one of a day is still seen. */
const leastWidth = 2
const places = Object.keys(barColours)

const stateBarsHeight = ({ length }: readonly StateBar[], narrow: boolean) =>
  narrow ? length * narrowRow + headroom : length * row

/** A bar between its name and its time; all bars have one scale. */
function drawStateBars(bars: readonly StateBar[]): Draw {
  return (pen, width, height) => {
    const most = Math.max(1, ...bars.map(({ seconds }) => seconds))
    pen.fillStyle = paint('var(--line-2)')
    pen.fillRect(nameRoom - 1, 0, 1, height)
    bars.forEach((bar, index) => {
      const y = index * row + row / 2
      const share = Math.max(leastWidth, ((width - nameRoom - timeRoom) * bar.seconds) / most)
      drawBar(pen, bar, { x: nameRoom, y, width: share, thick: 14, round: 3 })
      drawName(pen, bar, y)
      const x = nameRoom + share + 10
      write(pen, bar.time, { x, y, size: 14, ink: bright })
      const after = x + pen.measureText(bar.time).width + 8
      write(pen, bar.share, { x: after, y, size: 13, ink: quiet })
    })
  }
}

/** On a phone a bar lies under its name and its time. */
function drawNarrowStateBars(bars: readonly StateBar[]): Draw {
  return (pen, width) => {
    const most = Math.max(1, ...bars.map(({ seconds }) => seconds))
    bars.forEach((bar, index) => {
      const middle = headroom + index * narrowRow + narrowRow / 2
      const share = Math.max(leastWidth, (width * bar.seconds) / most)
      drawBar(pen, bar, { x: 0, y: middle, width: share, thick: 8, round: 2 })
      const y = middle - nameAbove
      drawName(pen, bar, y)
      write(pen, bar.time, { x: width - shareRoom, y, size: 14, ink: bright, align: 'right' })
      write(pen, bar.share, { x: width, y, size: 13, ink: quiet, align: 'right' })
    })
  }
}

/** A bar with its middle at `y`; the one of Idle is hollow, as its glyph is. */
function drawBar(
  pen: CanvasRenderingContext2D,
  { band, hollow, faded = false }: StateBar,
  bar: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly thick: number
    readonly round: number
  },
) {
  const line = hollow ? 1.5 : 0
  const corner = Math.min(bar.round, bar.width / 2)
  pen.save()
  if (faded) pen.globalAlpha = 0.28
  pen.beginPath()
  pen.roundRect(
    bar.x + line / 2,
    bar.y - (bar.thick - line) / 2,
    Math.max(0, bar.width - line),
    bar.thick - line,
    [0, corner, corner, 0],
  )
  if (hollow) {
    pen.lineWidth = line
    pen.strokeStyle = paint(barColours[band])
    pen.stroke()
    pen.restore()
    return
  }
  pen.fillStyle = paint(barColours[band])
  pen.fill()
  const pattern = hatch(pen, places.indexOf(band))
  if (pattern) {
    pen.fillStyle = pattern
    pen.fill()
  }
  pen.restore()
}

function drawName(pen: CanvasRenderingContext2D, { shape, band, name }: StateBar, y: number) {
  drawGlyph(pen, shape, { x: 6, y, size: 12, ink: paint(barColours[band]) })
  write(pen, name, { x: 22, y, size: 14, ink: bright })
}

function write(
  pen: CanvasRenderingContext2D,
  words: string,
  at: {
    readonly x: number
    readonly y: number
    readonly size: number
    readonly ink: string
    readonly align?: CanvasTextAlign
  },
) {
  pen.font = `500 ${at.size}px ${face}`
  pen.textAlign = at.align ?? 'left'
  pen.textBaseline = 'middle'
  pen.fillStyle = paint(at.ink)
  pen.fillText(words, at.x, at.y)
}

/** How long a machine was in each state, as a table in place of the bars. */
export function StateTimes({ title, times }: { title: string; times: readonly StateTime[] }) {
  const say = useTexts('charts')
  const sayState = useTexts('states')
  return (
    <ChartTable
      label={title}
      rows={times}
      rowKey={({ name }) => name}
      columns={timeColumns(
        say('state'),
        times,
        ({ seconds }) => seconds,
        (name) => stateWordOf(name, sayState),
      )}
    />
  )
}
