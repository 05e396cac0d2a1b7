import { formatClock } from '@packboard/model'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useShownZone } from '../../time/zone.ts'
import styles from './DataSources.module.css'

const hourMs = 3_600_000
const pitch = 10
const wide = 7
const height = 48

/** The records that came in each of the last 24 hours, on a scale from 0. */
export function HourStrip({ hours, since }: { hours: readonly number[]; since: Date }) {
  const say = useTexts('sources')
  const zone = useShownZone()
  const most = Math.max(...hours, 1)
  const clockOf = (index: number) =>
    formatClock(new Date(since.getTime() + index * hourMs), zone).slice(0, 5)
  const without = hours.filter((count) => count === 0).length
  const summary = say('hoursSummary', {
    from: clockOf(0),
    most: formatCount(Math.max(...hours, 0)),
    at: clockOf(hours.indexOf(Math.max(...hours))),
    without: formatCount(without),
  })
  return (
    <figure className={styles.strip}>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${hours.length * pitch - (pitch - wide)} ${height}`}
        preserveAspectRatio="none"
      >
        {hours.map((count, index) => {
          const tall = count === 0 ? 1 : Math.max(2, (height * count) / most)
          return (
            <rect
              key={clockOf(index)}
              x={index * pitch}
              y={height - tall}
              width={wide}
              height={tall}
              data-none={count === 0}
            >
              <title>{`${clockOf(index)} · ${formatCount(count)}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption aria-hidden="true">
        <span>{clockOf(0)}</span>
        <span>{say('mostInAnHour', { count: formatCount(Math.max(...hours, 0)) })}</span>
        <span>{clockOf(hours.length - 1)}</span>
      </figcaption>
    </figure>
  )
}

/** The same as a line in a row, without words: the details have them. */
export function HourLine({ hours }: { hours: readonly number[] }) {
  const most = Math.max(...hours, 1)
  const points = hours.map(
    (count, index) => `${(index * 80) / (hours.length - 1)},${22 - (20 * count) / most}`,
  )
  const [x = '80', y = '22'] = points.at(-1)?.split(',') ?? []
  return (
    <svg className={styles.line} viewBox="-2 0 86 24" aria-hidden="true">
      <polyline points={points.join(' ')} />
      <circle cx={x} cy={y} r={2} />
    </svg>
  )
}
