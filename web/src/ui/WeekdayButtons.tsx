import { useLocale } from '../i18n/useLocale.ts'
import { weekdays } from '../i18n/weekdays.ts'
import styles from './WeekdayButtons.module.css'

/** Seven buttons, each a day of the week that is chosen or not. Days are 1 (Monday) to 7, in order. */
export function WeekdayButtons({
  days,
  change,
}: {
  days: readonly number[]
  change: (days: number[]) => void
}) {
  const everyDay = weekdays(useLocale()).map((name, index) => ({ name, day: index + 1 }))
  const toggle = (toggled: number) =>
    change(everyDay.map(({ day }) => day).filter((day) => days.includes(day) !== (day === toggled)))
  return (
    <div className={styles.days}>
      {everyDay.map(({ name, day }) => (
        <button
          key={day}
          type="button"
          aria-label={name}
          aria-pressed={days.includes(day)}
          onClick={() => toggle(day)}
        >
          {name.slice(0, 2)}
        </button>
      ))}
    </div>
  )
}
