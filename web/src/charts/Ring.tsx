import { lazy, type RefObject, Suspense, useEffect, useMemo, useRef } from 'react'
import type { TakePicture } from './EChart.tsx'
import { aboveTheRing, glyphMarks } from './glyphMarks.ts'
import styles from './Ring.module.css'
import { type RingRow, ringPicture } from './ringPicture.ts'
import { type RingPart, ringSeries, type Slice } from './ringSeries.ts'

const EChart = lazy(() => import('./EChart.tsx').then((module) => ({ default: module.EChart })))

const size = 152
const outer = 75
const inner = 49
const ink = '#0B0D10'
const font = '"Inter Variable", Inter, system-ui, sans-serif'

/** A ring of parts with a figure in its middle; a click on a part reports its name. */
export function Ring({
  label,
  slices,
  middle,
  chosen,
  choose,
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
  picture?: RefObject<TakePicture | null> | undefined
}) {
  const clickable = choose !== undefined
  const option = useMemo(
    () => ringOption(ringSeries(slices, chosen), middle, clickable),
    [slices, chosen, middle, clickable],
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
    <div className={styles.ring} style={{ width: size, height: size }}>
      <Suspense fallback={null}>
        <EChart {...{ option, label }} picture={ring} height={size} width={size} click={choose} />
      </Suspense>
    </div>
  )
}

function ringOption(
  parts: readonly RingPart[],
  middle: { readonly value: string; readonly unit: string },
  clickable: boolean,
) {
  const centre = size / 2
  return {
    series: [
      {
        type: 'pie',
        center: [centre, centre],
        radius: [inner, outer],
        startAngle: 90,
        label: { show: false },
        labelLine: { show: false },
        cursor: clickable ? 'pointer' : 'default',
        emphasis: { scale: false, itemStyle: { color: 'inherit' } },
        itemStyle: { borderColor: '#13171C', borderWidth: parts.length > 1 ? 2 : 0 },
        data: parts.map(({ name, share, colour, faded }) => ({
          name,
          value: share,
          itemStyle: { color: colour, opacity: faded ? 0.35 : 1 },
        })),
      },
    ],
    graphic: [
      ...parts.filter(({ marked }) => marked).flatMap(markOf),
      text(middle.value, centre, centre - 5, `600 ${fitted(middle.value)}px ${font}`, '#F2F4F7'),
      text(middle.unit, centre, centre + 14, `500 11px ${font}`, '#8E98A6'),
    ],
  }
}

/** The letters or the shape of a part, in the middle of its band. */
function markOf({ angle, shape, code }: RingPart): object[] {
  const radius = (inner + outer) / 2
  const x = size / 2 + radius * Math.sin(angle)
  const y = size / 2 - radius * Math.cos(angle)
  if (shape) return glyphMarks(shape, x, y, 12, ink)
  return code ? [text(code, x, y, `700 11px ${font}`, ink)] : []
}

/** Eight digits and more have to fit into the hole. */
const fitted = ({ length }: string) => (length > 13 ? 10 : length > 9 ? 13 : length > 7 ? 16 : 18)

function text(words: string, x: number, y: number, face: string, fill: string) {
  return {
    type: 'text' as const,
    x,
    y,
    silent: true,
    z: aboveTheRing,
    style: { text: words, font: face, fill, align: 'center', verticalAlign: 'middle' },
  }
}
