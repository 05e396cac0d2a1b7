import { type RefObject, useMemo } from 'react'
import { stateWordOf } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useNarrow } from '../ui/useNarrow.ts'
import { partsSummary } from './chartSummary.ts'
import { Drawing, type TakePicture } from './Drawing.tsx'
import { drawNarrowStateBars, drawStateBars, stateBarsHeight } from './drawStateBars.ts'
import { type StateTime, stateBarsSeries } from './stateBarsSeries.ts'

/** Machine State Distribution: a bar for each state, the longest first; on a phone a bar lies under its name. */
export function StateBars({
  label,
  times,
  picture,
}: {
  label: string
  times: readonly StateTime[]
  picture?: RefObject<TakePicture | null> | undefined
}) {
  const narrow = useNarrow()
  const say = useTexts('charts')
  const sayState = useTexts('states')
  const bars = useMemo(
    () => stateBarsSeries(times).map((bar) => ({ ...bar, name: stateWordOf(bar.name, sayState) })),
    [times, sayState],
  )
  const draw = useMemo(
    () => (narrow ? drawNarrowStateBars(bars) : drawStateBars(bars)),
    [bars, narrow],
  )
  const summary = useMemo(
    () =>
      partsSummary(
        label,
        bars.map(({ name, time, share }) => ({ name, value: time, share })),
        say,
      ),
    [label, bars, say],
  )
  const height = stateBarsHeight(bars, narrow)
  return (
    <>
      <div style={{ minHeight: height }}>
        <Drawing {...{ draw, height, picture }} label={summary} />
      </div>
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
