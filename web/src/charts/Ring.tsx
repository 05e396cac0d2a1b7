import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { paint } from '../theme/paint.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { useOneStop } from '../ui/useOneStop.ts'
import { usePrinting } from '../ui/usePrinting.ts'
import { Drawing, type TakePicture } from './Drawing.tsx'
import { drawRing, ringPartAt, ringSize } from './drawRing.ts'
import styles from './Ring.module.css'
import { type RingPart, ringSeries, type Slice, shareText } from './ringSeries.ts'
import { inPageSizes, wrapWords } from './wrapWords.ts'

/** A ring of parts with a figure in its middle; a click on a part reports its name. */
export function Ring({
  label,
  slices,
  middle,
  chosen,
  choose,
  canChoose,
  legend,
  picture,
}: {
  label: string
  slices: readonly Slice[]
  /** The legend under the ring in an exported picture. */
  legend: readonly RingRow[]
  middle: { readonly value: string; readonly unit: string }
  chosen: string | null
  choose?: ((name: string) => void) | undefined
  canChoose?: ((name: string) => boolean) | undefined
  picture?: RefObject<TakePicture | null> | undefined
}) {
  const parts = useMemo(() => ringSeries(slices, chosen), [slices, chosen])
  const draw = useMemo(() => drawRing(parts, middle), [parts, middle])
  const choice = useMemo(
    () =>
      choose && {
        partAt: (x: number, y: number) => {
          const name = ringPartAt(parts, x, y)
          return name !== undefined && canChoose && !canChoose(name) ? undefined : name
        },
        choose,
      },
    [parts, choose, canChoose],
  )
  const ring = useRef<TakePicture | null>(null)
  useEffect(() => {
    if (!picture) return
    picture.current = () => {
      const drawn = ring.current?.()
      return drawn ? ringPicture(drawn, legend) : null
    }
    return () => {
      picture.current = null
    }
  }, [picture, legend])
  return (
    <div className={styles.ring} style={{ width: ringSize, height: ringSize }}>
      <Drawing {...{ draw, label, choice }} picture={ring} height={ringSize} width={ringSize} />
    </div>
  )
}

/** A line of the legend as a picture shows it. */
type RingRow = Pick<RingPart, 'colour' | 'code'> & {
  readonly name: string
  readonly value: string
  readonly share: string
}

const face = '"Inter Variable", Inter, system-ui, sans-serif'
const lineHeight = 18
/** Above and below the lines of a row. */
const pad = 3
const gap = 16
const key = 18
const indent = key + 10
/** Longer names, alarms above all, take more lines. */
const mostName = 400
const shareWidth = 64

/** A ring with its whole legend below: in an e-mail the parts have no tooltips. */
function ringPicture(ring: HTMLCanvasElement, rows: readonly RingRow[]): HTMLCanvasElement {
  const picture = document.createElement('canvas')
  const pen = picture.getContext('2d')
  // Without a pen there is at least the ring.
  if (!pen) return ring
  const { ratio, width: ringWidth, height: ringHeight } = inPageSizes(ring)
  pen.font = `500 13px ${face}`
  const widthOf = (words: string) => pen.measureText(words).width
  const drawn = rows.map((row) => ({ ...row, lines: wrapWords(row.name, mostName, widthOf) }))
  const names = Math.max(...drawn.flatMap(({ lines }) => lines.map(widthOf)))
  const values = Math.max(...drawn.map(({ value }) => widthOf(value)))
  const width = Math.max(ringWidth, indent + names + 32 + values + shareWidth)
  const heightOf = (lines: readonly string[]) => lines.length * lineHeight + 2 * pad
  const height = ringHeight + gap + drawn.reduce((sum, { lines }) => sum + heightOf(lines), 0)
  picture.width = Math.ceil(width * ratio)
  picture.height = Math.ceil(height * ratio)
  picture.style.width = `${width}px`
  pen.fillStyle = paint('var(--card)')
  pen.fillRect(0, 0, picture.width, picture.height)
  pen.drawImage(ring, Math.round(((width - ringWidth) / 2) * ratio), 0)
  pen.scale(ratio, ratio)
  pen.textBaseline = 'middle'
  let top = ringHeight + gap
  for (const { lines, colour, code, value, share } of drawn) {
    const y = top + pad + lineHeight / 2
    pen.fillStyle = paint(colour)
    pen.beginPath()
    pen.roundRect(0, y - key / 2, key, key, 4)
    pen.fill()
    write(pen, code ?? '', {
      x: key / 2,
      y,
      align: 'center',
      weight: 700,
      size: 10,
      ink: paint('var(--ink)'),
    })
    lines.forEach((words, index) => {
      const line = y + index * lineHeight
      write(pen, words, {
        x: indent,
        y: line,
        align: 'left',
        weight: 500,
        size: 13,
        ink: paint('var(--text-1)'),
      })
    })
    const right = width - shareWidth
    write(pen, value, {
      x: right,
      y,
      align: 'right',
      weight: 600,
      size: 13,
      ink: paint('var(--text-1)'),
    })
    write(pen, share, {
      x: width,
      y,
      align: 'right',
      weight: 500,
      size: 13,
      ink: paint('var(--text-3)'),
    })
    top += heightOf(lines)
  }
  return picture
}

function write(
  pen: CanvasRenderingContext2D,
  words: string,
  at: {
    readonly x: number
    readonly y: number
    readonly align: CanvasTextAlign
    readonly weight: number
    readonly size: number
    readonly ink: string
  },
) {
  pen.font = `${at.weight} ${at.size}px ${face}`
  pen.textAlign = at.align
  pen.fillStyle = at.ink
  pen.fillText(words, at.x, at.y)
}

/** Longer legends show these first; the rest comes on request. */
const shownAtFirst = 7

const anyName = () => true

/** The parts of a ring as a table with values and shares; a name does what a click on its part does. */
export function RingLegend({
  label,
  slices,
  format,
  decimals,
  chosen,
  choose,
  canChoose = anyName,
  menu,
}: {
  label: string
  slices: readonly Slice[]
  format: (value: number) => string
  decimals: 0 | 1
  chosen: string | null
  choose?: ((name: string) => void) | undefined
  canChoose?: ((name: string) => boolean) | undefined
  /** What can be done with a part, behind its row. */
  menu?: ((name: string) => ReactNode) | undefined
}) {
  const say = useTexts('charts')
  const [all, showAll] = useState(false)
  const printing = usePrinting()
  // Two buttons a row: by Tab alone it would be a long way past the ring.
  const oneStop = useOneStop<HTMLTableElement>()
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  const isChosen = slices.some(({ name }) => name === chosen)
  const shown =
    all || printing || slices.length <= shownAtFirst + 1 ? slices : slices.slice(0, shownAtFirst)
  return (
    <div>
      <table ref={oneStop} className={styles.legend} data-decimals={decimals} aria-label={label}>
        <tbody>
          {shown.map((slice) => (
            <tr key={slice.name} data-faded={isChosen && slice.name !== chosen}>
              <th scope="row">
                {choose && canChoose(slice.name) ? (
                  <button
                    type="button"
                    className={styles.name}
                    aria-pressed={slice.name === chosen}
                    onClick={() => choose(slice.name)}
                  >
                    <Key slice={slice} />
                    {slice.word ?? slice.name}
                  </button>
                ) : (
                  <span className={styles.name}>
                    <Key slice={slice} />
                    {slice.word ?? slice.name}
                  </span>
                )}
              </th>
              <td>{format(slice.value)}</td>
              <td className={styles.share}>{shareText(slice.value, total, decimals)}</td>
              {menu && <td className={styles.menu}>{menu(slice.name)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < slices.length && (
        <button type="button" className={styles.more} onClick={() => showAll(true)}>
          {say('showAll', { count: slices.length })}
        </button>
      )}
    </div>
  )
}

function Key({ slice: { shape, code, colour } }: { slice: Slice }) {
  if (shape) {
    return (
      <span style={{ color: colour }} data-chart-key>
        <Glyph shape={shape} size={12} />
      </span>
    )
  }
  return (
    <span className={styles.key} style={{ background: colour }} aria-hidden="true" data-chart-key>
      {code}
    </span>
  )
}
