import '@mantine/core/styles/Popover.layer.css'
import '@mantine/dates/styles.layer.css'
import { Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import type { ShiftPage } from '@packboard/contract'
import { localDate, periodFilter, wallTime, wallTimeToInstant } from '@packboard/model'
import { useState } from 'react'
import { spanText } from '../filter/filterText.ts'
import field from '../filter/TimePeriodField.module.css'
import step from '../filter/TimePicker.module.css'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCalendar, IconChevronDown, IconChevronLeft, IconChevronRight } from '../icons/icons.ts'
import { serverNow } from '../time/serverClock.ts'
import { useShownZone } from '../time/zone.ts'
import styles from './ShiftSteps.module.css'

/** The shift before and after, and the same shift of another day. */
export function ShiftSteps({
  shift,
  zone: plantZone,
  go,
}: {
  shift: ShiftPage['shift']
  /** The zone in which the client's shifts begin. */
  zone: string
  /** An instant in the wanted shift; null: the one that runs. */
  go: (to: Date | null) => void
}) {
  const say = useTexts('shiftPage')
  const sayOfFilters = useTexts('filters')
  const zone = useShownZone()
  const calendarLanguage = useLocale().slice(0, 2)
  const [open, setOpen] = useState(false)
  const { from, to, previous, next } = shift
  const text = spanText(periodFilter({ from, to }, zone))
  const today = localDate(new Date(serverNow()), plantZone)
  const choose = (date: string | null) => {
    setOpen(false)
    if (date === null) return
    const at = wallTimeToInstant({ date, time: wallTime(from, plantZone).time }, plantZone, 'start')
    go(at.getTime() >= serverNow() ? null : at)
  }
  return (
    <div className={styles.steps}>
      <button
        type="button"
        className={step.step}
        aria-label={say('previousShift')}
        aria-keyshortcuts="ArrowLeft"
        title={say('previousShift')}
        onClick={() => go(previous)}
      >
        <IconChevronLeft size={18} />
      </button>
      <Popover
        opened={open}
        onChange={setOpen}
        position="bottom-start"
        offset={6}
        trapFocus
        returnFocus
        shadow="none"
        middlewares={{ shift: { padding: 8 }, flip: true }}
      >
        <Popover.Target>
          <button
            type="button"
            className={`${field.field} ${styles.day}`}
            aria-label={say('chooseDay', { shift: text })}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <IconCalendar size={16} />
            <span>{text}</span>
            <IconChevronDown size={16} />
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <DatePicker
            defaultDate={localDate(from, plantZone)}
            maxDate={today}
            locale={calendarLanguage}
            firstDayOfWeek={1}
            weekdayFormat="dd"
            monthLabelFormat="MMMM YYYY"
            hideOutsideDates
            withCellSpacing={false}
            value={localDate(from, plantZone)}
            onChange={choose}
            ariaLabels={{
              previousMonth: sayOfFilters('previousMonth'),
              nextMonth: sayOfFilters('nextMonth'),
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <button
        type="button"
        className={step.step}
        aria-label={say('nextShift')}
        aria-keyshortcuts="ArrowRight"
        title={next ? say('nextShift') : undefined}
        // Not `disabled`: a keyboard user would lose the focus at the shift that runs.
        aria-disabled={next === null}
        onClick={() => next && go(next)}
      >
        <IconChevronRight size={18} />
      </button>
      {!shift.isRunning && (
        <button type="button" className={styles.now} onClick={() => go(null)} data-screen-only>
          {say('runningShift')}
        </button>
      )}
    </div>
  )
}
