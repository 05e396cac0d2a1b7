import type { LineFlowPreview } from '@packboard/contract'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { Panel } from '../ui/Panel.tsx'
import styles from './BufferDelays.module.css'

type Measured = LineFlowPreview['measured'][number]

/** How the measured delays of each buffer are spread, so that a proposal can be judged before it is taken. */
export function BufferDelays({ measured }: { measured: readonly Measured[] }) {
  return measured.map(({ seconds, steps = [], ...buffer }) =>
    seconds === null || steps.length === 0 ? null : (
      <Delays key={buffer.station} {...buffer} {...{ seconds, steps }} />
    ),
  )
}

function Delays({
  station,
  delays,
  seconds,
  steps,
}: Pick<Measured, 'station' | 'delays'> & {
  seconds: number
  steps: NonNullable<Measured['steps']>
}) {
  const say = useTexts('line')
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last) return null
  const highest = Math.max(...steps.map(({ count }) => count))
  const width = last.toSeconds - first.fromSeconds
  const spoken = say('delaysSpoken', {
    count: delays,
    least: formatCount(first.fromSeconds),
    most: formatCount(last.toSeconds),
    seconds: formatCount(seconds),
  })
  return (
    <Panel title={say('delaysOf', { place: station + 1 })}>
      <p className={styles.hint}>{say('delaysAre', { count: delays })}</p>
      <div className={styles.chart} role="img" aria-label={spoken}>
        <span
          className={styles.share}
          style={{ left: `${Math.min(100, (100 * (seconds - first.fromSeconds)) / width)}%` }}
        >
          <b>{say('delayShare', { seconds: formatCount(seconds) })}</b>
        </span>
        {steps.map(({ fromSeconds, toSeconds, count }) => (
          <i
            key={fromSeconds}
            style={{ height: `${(100 * count) / highest}%` }}
            data-beyond={fromSeconds >= seconds}
            title={`${formatCount(fromSeconds)}–${formatCount(toSeconds)} s: ${formatCount(count)}`}
            data-chart-key
          />
        ))}
      </div>
      <p className={styles.axis} aria-hidden="true">
        <span>{formatCount(first.fromSeconds)} s</span>
        <span>{formatCount(last.toSeconds)} s</span>
      </p>
    </Panel>
  )
}
