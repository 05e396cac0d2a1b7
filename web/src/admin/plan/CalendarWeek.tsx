import {
  calendarMinute,
  dateOfDay,
  dayMinutes,
  dayNumber,
  formatClock,
  formatHoursMinutes,
  localDate,
  minuteOf,
  type Plan,
  type PlanException,
  type PlanKind,
  plannedSpans,
  planOfLine,
  spanSeconds,
  startOfDay,
  timeOfMinute,
  weekdayOfDay,
} from '@packboard/model'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../../crud/IconButton.tsx'
import { useLocale } from '../../i18n/useLocale.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { weekdays } from '../../i18n/weekdays.ts'
import { IconChevronLeft, IconChevronRight } from '../../icons/icons.ts'
import { serverNow } from '../../time/serverClock.ts'
import { Panel } from '../../ui/Panel.tsx'
import styles from './CalendarWeek.module.css'
import { dayText, exceptionTitle, setterOf } from './planWords.ts'
import bars from './WeekBars.module.css'
import { WeekAxis } from './WeekBars.tsx'

/** A stretch of one day, in minutes of its wall clock. */
type DayStretch = { readonly start: number; readonly end: number }

export type CalendarDay = {
  readonly date: string
  /** What holds, exceptions in it; nothing where there is no plan. */
  readonly bars: readonly (DayStretch & { readonly kind: PlanKind })[]
  readonly exceptions: readonly (DayStretch & { readonly exception: PlanException })[]
  readonly productionSeconds: number
}

/** What a plan says of a line on the seven days from a Monday on. */
export function calendarDays(
  plan: Plan,
  line: string | null,
  monday: string,
  zone: string,
): CalendarDay[] {
  const first = dayNumber(monday)
  return Array.from({ length: 7 }, (_, index) => {
    const date = dateOfDay(first + index)
    const from = startOfDay(date, zone).getTime()
    const to = startOfDay(dateOfDay(first + index + 1), zone).getTime()
    const spans = plannedSpans(planOfLine(plan, line), from, to, zone)
    const minuteAt = (at: number) =>
      at === to ? dayMinutes : minuteOf(formatClock(new Date(at), zone).slice(0, 5))
    const midnight = (first + index) * dayMinutes
    return {
      date,
      bars: spans.flatMap(({ kind, from: start, to: end }) =>
        kind === 'noPlan' ? [] : [{ kind, start: minuteAt(start), end: minuteAt(end) }],
      ),
      exceptions: plan.exceptions.flatMap((exception) => {
        if (exception.line !== null && exception.line !== line) return []
        const { startDate, startTime, endDate, endTime } = exception
        const start = Math.max(0, calendarMinute(startDate, startTime) - midnight)
        const end = Math.min(dayMinutes, calendarMinute(endDate, endTime) - midnight)
        return start < end ? [{ exception, start, end }] : []
      }),
      productionSeconds: spanSeconds(spans).production,
    }
  })
}

/** The week of the calendar with its exceptions, as it holds; it is not changed here. */
export function CalendarWeek({
  plan,
  line,
  zone,
  stored,
  view,
}: {
  plan: Plan
  line: string | null
  zone: string
  /** With who set them. */
  stored: readonly (PlanException & { readonly setBy: string | null })[]
  /** The choice between this week and every week. */
  view: ReactNode
}) {
  const say = useTexts('plan')
  const locale = useLocale()
  const today = localDate(new Date(serverNow()), zone)
  const [weeks, step] = useState(0)
  const first = dayNumber(today) - weekdayOfDay(dayNumber(today)) + 1 + 7 * weeks
  const days = calendarDays(plan, line, dateOfDay(first), zone)
  const names = weekdays(locale, 'short')
  return (
    <Panel
      title={say('weekDates', {
        first: dayText(dateOfDay(first)),
        last: dayText(dateOfDay(first + 6)),
      })}
      actions={
        <>
          <IconButton
            label={say('weekBefore')}
            icon={IconChevronLeft}
            onClick={() => step(weeks - 1)}
          />
          <IconButton
            label={say('weekAfter')}
            icon={IconChevronRight}
            onClick={() => step(weeks + 1)}
          />
          {view}
        </>
      }
    >
      {days.every((day) => day.bars.length === 0) ? (
        <p className={styles.hint}>{say('noWeek')}</p>
      ) : (
        <div className={bars.week}>
          <div className={bars.heads} aria-hidden="true">
            {days.map(({ date, productionSeconds }, index) => (
              <div key={date}>
                <b>
                  {say('dayPlan', { day: names[index] ?? '', date: dayText(date).slice(0, 5) })}
                </b>
                <span className="digits">{formatHoursMinutes(productionSeconds)}</span>
              </div>
            ))}
          </div>
          <WeekAxis />
          <div className={bars.body} data-still>
            {days.map((day) => (
              <Day key={day.date} {...{ day, stored }} />
            ))}
          </div>
        </div>
      )}
      <p className={styles.hint}>{say('thisWeekHint')}</p>
    </Panel>
  )
}

/** A bar of fewer minutes has no room for its times. */
const roomy = 75
/** One of fewer minutes has no room for its name either. */
const readable = 25
const nameClass = ({ start, end }: DayStretch) => (end - start < readable ? 'spoken' : undefined)

const placeOf = ({ start, end }: DayStretch) => ({
  top: `${(start / dayMinutes) * 100}%`,
  height: `${((end - start) / dayMinutes) * 100}%`,
})

function Day({
  day: { date, bars: own, exceptions },
  stored,
}: {
  day: CalendarDay
  stored: readonly (PlanException & { readonly setBy: string | null })[]
}) {
  const say = useTexts('plan')
  const times = ({ start, end }: DayStretch) => (
    <small className="digits">
      <i>{timeOfMinute(start)}</i>
      <i>{timeOfMinute(end)}</i>
    </small>
  )
  return (
    <ul className={bars.day} aria-label={dayText(date)}>
      {own.map((bar) => (
        <li
          key={bar.start}
          className={`${bars.bar} ${bar.end - bar.start < readable ? styles.thin : ''}`}
          style={placeOf(bar)}
          data-kind={bar.kind}
          data-low={bar.end - bar.start < roomy}
          data-still
          title={say(bar.kind)}
        >
          <span>
            <b className={nameClass(bar)}>{say(bar.kind)}</b>
            {bar.end - bar.start >= roomy && times(bar)}
          </span>
        </li>
      ))}
      {exceptions.map(({ exception, ...stretch }) => {
        const by = setterOf(stored, exception)
        return (
          <li
            key={`${exception.line} ${exception.startDate} ${exception.startTime}`}
            className={`${bars.bar} ${styles.exception}`}
            style={placeOf(stretch)}
            data-kind={exception.kind}
            data-low={stretch.end - stretch.start < roomy}
            data-still
          >
            <span>
              <b>{exceptionTitle(exception)}</b>
              {stretch.end - stretch.start >= roomy && (
                <>
                  {times(stretch)}
                  {by && <small>{say('setBy', { name: by })}</small>}
                </>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
