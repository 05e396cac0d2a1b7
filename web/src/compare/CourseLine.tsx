import { formatPercent } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import styles from './Course.module.css'
import { type Course, pathOf, type Scale } from './course.ts'

const size = { width: 96, height: 28 }

/** OEEE over the window of the table as a line over the one of before; read aloud by its first, lowest and last value. */
export function CourseLine({
  course,
  before,
  scale,
  step,
}: {
  course: Course
  before: Course | null
  scale: Scale
  step: 'hour' | 'day' | 'week'
}) {
  const say = useTexts('compare')
  const known = course.filter((value) => value !== null)
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return null
  return (
    <svg
      className={styles.course}
      viewBox={`-3 -3 ${size.width + 6} ${size.height + 6}`}
      width={size.width + 6}
      height={size.height + 6}
      role="img"
      aria-label={say('courseSpoken', {
        step: say(`by${step}`),
        first: formatPercent(first),
        lowest: formatPercent(Math.min(...known)),
        last: formatPercent(last),
      })}
    >
      {before && <path d={pathOf(before, scale, size)} data-before="true" />}
      <path d={pathOf(course, scale, size)} />
    </svg>
  )
}
