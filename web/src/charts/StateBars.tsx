import { type RefObject, useMemo, useState } from 'react'
import { stateWordOf } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useNarrow } from '../ui/useNarrow.ts'
import { useOneStop } from '../ui/useOneStop.ts'
import { usePrinting } from '../ui/usePrinting.ts'
import { partsSummary } from './chartSummary.ts'
import { Drawing, type TakePicture } from './Drawing.tsx'
import { drawNarrowStateBars, drawStateBars, stateBarsHeight } from './drawStateBars.ts'
import styles from './StateBars.module.css'
import { type StateTime, stateBarsSeries } from './stateBarsSeries.ts'

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
