import { lazy, type RefObject, Suspense, useMemo } from 'react'
import { useNarrow } from '../ui/useNarrow.ts'
import type { TakePicture } from './EChart.tsx'
import { aboveTheRing, glyphMarks } from './glyphMarks.ts'
import styles from './Ring.module.css'
import { type RingPart, ringSeries, type Slice } from './ringSeries.ts'

const EChart = lazy(() => import('./EChart.tsx').then((module) => ({ default: module.EChart })))

/** As drawn on a wide page; on a phone it is smaller as a whole. */
const full = 152
const onPhone = 120
const outer = 75
const inner = 49
const ink = '#0B0D10'
const font = '"Inter Variable", Inter, system-ui, sans-serif'

/** A ring of parts with a figure in its middle; a click on a part tells its name. */
export function Ring({
  label,
  slices,
  middle,
  chosen,
  choose,
  picture,
}: {
  label: string
  slices: readonly Slice[]
  middle: { readonly value: string; readonly unit: string }
  chosen: string | null
  choose?: ((name: string) => void) | undefined
  picture?: RefObject<TakePicture | null> | undefined
}) {
  const size = useNarrow() ? onPhone : full
  const clickable = choose !== undefined
  const option = useMemo(
    () => ringOption(ringSeries(slices, chosen), middle, clickable, size / full),
    [slices, chosen, middle, clickable, size],
  )
  return (
    <div className={styles.ring} style={{ width: size, height: size }}>
      <Suspense fallback={null}>
        <EChart {...{ option, label, picture }} height={size} width={size} click={choose} />
      </Suspense>
    </div>
  )
}

function ringOption(
  parts: readonly RingPart[],
  middle: { readonly value: string; readonly unit: string },
  clickable: boolean,
  scale: number,
) {
  const centre = (full / 2) * scale
  return {
    series: [
      {
        type: 'pie',
        center: [centre, centre],
        radius: [inner * scale, outer * scale],
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
      ...parts.filter(({ marked }) => marked).flatMap((part) => markOf(part, scale)),
      text(
        middle.value,
        centre,
        centre - 5,
        `600 ${fitted(middle.value) * scale}px ${font}`,
        '#F2F4F7',
      ),
      text(middle.unit, centre, centre + 14 * scale, `500 11px ${font}`, '#8E98A6'),
    ],
  }
}

/** The letters or the shape of a part, in the middle of its band. */
function markOf({ angle, shape, code }: RingPart, scale: number): object[] {
  const radius = ((inner + outer) / 2) * scale
  const x = (full / 2) * scale + radius * Math.sin(angle)
  const y = (full / 2) * scale - radius * Math.cos(angle)
  if (shape) return glyphMarks(shape, x, y, 12, ink)
  return code ? [text(code, x, y, `700 11px ${font}`, ink)] : []
}

/** Eight digits and more have to fit into the hole. */
const fitted = (value: string) => (value.length > 9 ? 14 : value.length > 7 ? 16 : 18)

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
