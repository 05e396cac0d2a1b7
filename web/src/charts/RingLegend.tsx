import { type ReactNode, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { useOneStop } from '../ui/useOneStop.ts'
import { usePrinting } from '../ui/usePrinting.ts'
import styles from './Ring.module.css'
import { type Slice, shareText } from './ringSeries.ts'

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
  explain,
}: {
  label: string
  slices: readonly Slice[]
  format: (value: number) => string
  decimals: 0 | 1
  chosen: string | null
  choose?: ((name: string) => void) | undefined
  canChoose?: ((name: string) => boolean) | undefined
  explain?: ((name: string) => ReactNode) | undefined
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
              {explain && <td className={styles.explain}>{explain(slice.name)}</td>}
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
