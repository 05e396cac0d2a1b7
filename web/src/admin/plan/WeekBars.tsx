import {
  dayMinutes,
  formatHoursMinutes,
  type PlanEntry,
  plannedSpans,
  planOfLine,
  type SpanSeconds,
  spanSeconds,
} from '@packboard/model'
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import { useLocale } from '../../i18n/useLocale.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { weekdays } from '../../i18n/weekdays.ts'
import {
  type Bar,
  barId,
  barsOf,
  changeBar,
  copyToNextDay,
  entriesOf,
  type PlanRow,
  removeBar,
  sameBar,
} from './planDraft.ts'
import { entryWords } from './planWords.ts'
import { type Edited, endMoved, lengthOf, moved, useBarDrag } from './useBarDrag.ts'
import styles from './WeekBars.module.css'

const axis = [3, 6, 9, 12, 15, 18, 21]
/** A bar of fewer minutes has no room for its times. */
const roomy = 75

/** The week as bars over seven days, edited with pointer, finger or keys. */
export function WeekBars({
  rows,
  selected,
  together,
  ringed,
  select,
  edit,
}: {
  rows: readonly PlanRow[]
  selected: Bar | null
  /** A change is one of all days of a row. */
  together: boolean
  /** Bars that overlap. */
  ringed: ReadonlySet<string>
  select: (bar: Bar | null) => void
  edit: (next: Edited) => void
}) {
  const say = useTexts('plan')
  const locale = useLocale()
  const help = useId()
  const body = useRef<HTMLFieldSetElement>(null)
  const followed = useRef<Bar | null>(null)
  const drag = useBarDrag({ body, rows, together, edit })
  const segments = weekSegments(drag.rows)
  const entries = entriesOf(drag.rows.filter(({ from, to }) => from !== '' && to !== ''))
  // A bar that became a row of its own, or is on another day now, keeps the focus of the keyboard.
  useLayoutEffect(() => {
    if (followed.current === null) return
    body.current?.querySelector<HTMLElement>(`[data-bar="${barId(followed.current)}"]`)?.focus()
    followed.current = null
  })
  const follow = (next: Edited) => {
    followed.current = next.bar
    edit(next)
    if (next.bar === null) body.current?.focus()
  }
  const press = (bar: Bar, row: PlanRow, event: KeyboardEvent) => {
    const next = pressed(event, rows, bar, row, together)
    if (!next) return
    event.preventDefault()
    follow(next)
  }
  const barWords = ({ bar: { weekday }, row: { from, to, kind } }: Segment) =>
    entryWords({ weekday, from, to, kind }, locale)
  return (
    <>
      <div className={styles.week}>
        <div className={styles.heads} aria-hidden="true">
          {weekdays(locale, 'short').map((day, index) => (
            <div key={day}>
              <b>{day}</b>
              <span className="digits">
                {formatHoursMinutes(daySeconds(entries, index + 1).production)}
              </span>
            </div>
          ))}
        </div>
        <WeekAxis />
        <fieldset
          ref={body}
          tabIndex={-1}
          className={styles.body}
          aria-label={say('bars')}
          aria-describedby={help}
          {...drag.handlers}
        >
          {weekdays(locale).map((name, index) => (
            <div key={name} className={styles.day}>
              {segments.every(({ day }) => day !== index + 1) && (
                <span className={styles.idle} aria-hidden="true">
                  {say('closed')}
                </span>
              )}
              {segments
                .filter(({ day }) => day === index + 1)
                .map((segment) => {
                  const { bar, row, start, length, isRest, goesOn } = segment
                  const id = barId(bar)
                  return (
                    <button
                      key={`${id} ${isRest}`}
                      type="button"
                      className={styles.bar}
                      style={{
                        top: `${(start / dayMinutes) * 100}%`,
                        height: `${(length / dayMinutes) * 100}%`,
                      }}
                      aria-label={barWords(segment)}
                      title={barWords(segment)}
                      aria-pressed={sameBar(bar, drag.dragged ?? selected)}
                      // The rest of a bar is reached with the bar.
                      {...(isRest ? { tabIndex: -1, 'data-rest': true } : {})}
                      {...(goesOn && { 'data-goes-on': true })}
                      data-bar={id}
                      data-kind={row.kind}
                      data-low={length < roomy}
                      data-ringed={ringed.has(id)}
                      onClick={() => select(bar)}
                      onKeyDown={(event) => press(bar, row, event)}
                    >
                      <span>
                        <b>{say(row.kind)}</b>
                        {length >= roomy && (
                          <small className="digits">
                            {isRest ? (
                              say('barUntil', { time: row.to })
                            ) : goesOn ? (
                              say('barFrom', { time: row.from })
                            ) : (
                              <>
                                <i>{row.from}</i>
                                <i>{row.to}</i>
                              </>
                            )}
                          </small>
                        )}
                      </span>
                    </button>
                  )
                })}
            </div>
          ))}
        </fieldset>
      </div>
      <div className={styles.foot}>
        <ul className={styles.legend}>
          {(['production', 'break', 'closed'] as const).map((kind) => (
            <li key={kind}>
              <i data-kind={kind} aria-hidden="true" />
              {say(kind)}
            </li>
          ))}
        </ul>
        <p id={help}>{say('barsHelp')}</p>
      </div>
    </>
  )
}

/** The hours beside the days. */
export function WeekAxis() {
  return (
    <div className={styles.axis} aria-hidden="true">
      {axis.map((hour) => (
        <span key={hour} style={{ top: `${(hour / 24) * 100}%` }}>
          {String(hour).padStart(2, '0')}:00
        </span>
      ))}
    </div>
  )
}

/** What a key makes of a bar; null where it means nothing. */
function pressed(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent,
  rows: readonly PlanRow[],
  bar: Bar,
  row: PlanRow,
  together: boolean,
): Edited | null {
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'd') return copyToNextDay(rows, bar)
  if (ctrlKey || metaKey) return null
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const minutes = (key === 'ArrowUp' ? -1 : 1) * (altKey ? 1 : 5)
    const times = shiftKey ? endMoved(row, minutes) : moved(row, minutes)
    return changeBar(rows, bar, times, together)
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const weekday = bar.weekday + (key === 'ArrowLeft' ? -1 : 1)
    if (weekday < 1 || weekday > 7) return { rows, bar }
    // Where the same time is there already, the next bar is gone to.
    if (row.weekdays.includes(weekday)) return { rows, bar: { key: bar.key, weekday } }
    return changeBar(rows, bar, { weekday }, false)
  }
  if (key === 'Delete' || key === 'Backspace') {
    return { rows: removeBar(rows, bar, together), bar: null }
  }
  return null
}

/** What of a bar lies on one day. */
type Segment = {
  readonly bar: Bar
  readonly row: PlanRow
  /** The day on which it is drawn; Monday is 1. */
  readonly day: number
  /** In minutes of the day. */
  readonly start: number
  readonly length: number
  /** The rest of a bar that began on the day before. */
  readonly isRest: boolean
  /** It goes on on the next day. */
  readonly goesOn: boolean
}

/** A bar over midnight is two: one on each day. Those whose times are being typed are none. */
export function weekSegments(rows: readonly PlanRow[]): Segment[] {
  return barsOf(rows).flatMap(({ key, weekday, row }): Segment[] => {
    const at = lengthOf(row)
    if (!at) return []
    const after = at.start + at.length - dayMinutes
    const goesOn = after > 0
    const first = {
      bar: { key, weekday },
      row,
      day: weekday,
      start: at.start,
      length: goesOn ? dayMinutes - at.start : at.length,
      isRest: false,
      goesOn,
    }
    if (!goesOn) return [first]
    return [
      first,
      { ...first, day: (weekday % 7) + 1, start: 0, length: after, isRest: true, goesOn: false },
    ]
  })
}

// The year 2024 began on a Monday.
const monday = '2024-01-01'
const from = Date.parse(`${monday}T00:00:00Z`)
const dayMs = 86_400_000

/** How many seconds of a week are for what, on clocks that are not changed in it. */
export function weekSeconds(entries: readonly PlanEntry[]): SpanSeconds {
  const plan = { weeks: [{ line: null, validFrom: monday, entries }], exceptions: [] }
  return spanSeconds(plannedSpans(planOfLine(plan, null), from, from + 7 * dayMs, 'UTC'))
}

/** The same of one day; Monday is 1. */
export function daySeconds(entries: readonly PlanEntry[], weekday: number): SpanSeconds {
  const plan = { weeks: [{ line: null, validFrom: monday, entries }], exceptions: [] }
  const start = from + (weekday - 1) * dayMs
  return spanSeconds(plannedSpans(planOfLine(plan, null), start, start + dayMs, 'UTC'))
}
