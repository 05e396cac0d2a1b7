import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { Drawing, type TakePicture } from './Drawing.tsx'
import { drawRing, ringPartAt, ringSize } from './drawRing.ts'
import styles from './Ring.module.css'
import { type RingRow, ringPicture } from './ringPicture.ts'
import { ringSeries, type Slice } from './ringSeries.ts'

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
