import '@mantine/core/styles/Popover.layer.css'
import '@mantine/dates/styles.layer.css'
import { Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import {
  dateRangePresets,
  type FilterWindow,
  localDate,
  type ShiftPreset,
  type WeekPreset,
} from '@packboard/model'
import { type ReactNode, useState } from 'react'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCalendar, IconCheck, IconChevronDown } from '../icons/icons.ts'
import { serverNow } from '../time/serverClock.ts'
import { usePageTimes } from '../time/zone.ts'
import type { WindowPreset } from './filterSearch.ts'
import { daysText } from './filterText.ts'
import { presetKeys } from './presetKeys.ts'
import { offeredShifts, offeredWeeks, presetOfWindow, presetWindow } from './presetWindow.ts'
import styles from './TimePeriodField.module.css'

/**
 * Time Period: two days out of the calendar, or one of the eleven presets, which sets the times as well; beside them the
 * week and, of a client with shifts, one of its shifts.
 */
export function TimePeriodField({
  label: reported,
  window,
  text = daysText(window),
  change,
  times,
  closed,
  inline = false,
}: {
  /** `Date range` above records; else `Time Period`. */
  label?: string
  window: FilterWindow
  /** What the field shows; else its days. */
  text?: string
  /** `preset`: the window is this one's and came with its own times. */
  change: (window: FilterWindow, preset: WindowPreset | null) => void
  /** The times of day, where they have no field beside this one. */
  times?: ReactNode
  /** The calendar was left. */
  closed?: () => void
  /** In a sheet the calendar opens under the field, where the sheet can scroll to it. */
  inline?: boolean
}) {
  const say = useTexts('filters')
  const label = reported ?? say('timePeriod')
  // The calendar knows a language by its first two letters: `de` of `de-DE`.
  const calendarLanguage = useLocale().slice(0, 2)
  const [open, setOpen] = useState(false)
  // The first day of a range of which the second is still to be clicked.
  const [begun, begin] = useState<string | null>(null)
  const now = new Date(serverNow())
  const today = localDate(now, window.zone)
  const chosen = presetOfWindow(window, now)
  const { factory } = usePageTimes()
  const shifts = offeredShifts(factory, window, now)
  const weeks = offeredWeeks(factory, window, now)
  // A window that reaches into next month opens at this one: what is to come cannot be chosen.
  const shownEnd = window.endDate < today ? window.endDate : today
  const setOpened = (opened: boolean) => {
    setOpen(opened)
    begin(null)
  }
  const toggle = (opened: boolean) => {
    setOpened(opened)
    if (!opened) closed?.()
  }
  const field = (
    <button
      type="button"
      className={styles.field}
      aria-label={`${label}, ${text}`}
      aria-expanded={open}
      onClick={() => toggle(!open)}
    >
      <IconCalendar size={16} />
      <span>{text}</span>
      <IconChevronDown size={16} />
    </button>
  )
  const choice = (
    <>
      <div className={styles.lists}>
        <ul className={styles.presets} aria-label={say('presets')}>
          {dateRangePresets.map((preset) => (
            <li key={preset}>
              <button
                type="button"
                aria-pressed={preset === chosen}
                // Without it the focus would go to a day of another month that is not shown, and stay outside.
                data-autofocus={preset === (chosen ?? dateRangePresets[0]) || undefined}
                onClick={() => {
                  change(presetWindow(preset, new Date(serverNow()), window.zone), preset)
                  setOpened(false)
                }}
              >
                {say(presetKeys[preset])}
                {preset === chosen && <IconCheck size={16} />}
              </button>
            </li>
          ))}
        </ul>
        <NamedWindows
          label={say('weeks')}
          windows={weeks}
          choose={({ window: week, preset }) => {
            change(week, preset)
            setOpened(false)
          }}
        />
        {shifts.length > 0 && (
          <NamedWindows
            label={say('shifts')}
            windows={shifts}
            choose={({ window: shift, preset }) => {
              change(shift, preset)
              setOpened(false)
            }}
          />
        )}
      </div>
      <div className={styles.calendar}>
        <DatePicker
          type="range"
          allowSingleDateInRange
          numberOfColumns={inline ? 1 : 2}
          columnsToScroll={1}
          defaultDate={inline ? shownEnd : monthBefore(shownEnd)}
          maxDate={today}
          locale={calendarLanguage}
          firstDayOfWeek={1}
          weekdayFormat="dd"
          monthLabelFormat="MMMM YYYY"
          hideOutsideDates
          withCellSpacing={false}
          value={begun === null ? [window.startDate, window.endDate] : [begun, null]}
          onChange={([first, last]) => {
            if (first === null) return
            begin(last === null ? first : null)
            if (last !== null) change({ ...window, startDate: first, endDate: last }, null)
          }}
          ariaLabels={{ previousMonth: say('previousMonth'), nextMonth: say('nextMonth') }}
        />
        {times && <div className={styles.times}>{times}</div>}
      </div>
    </>
  )
  if (inline) {
    return (
      <>
        {field}
        {open && <div className={styles.inline}>{choice}</div>}
      </>
    )
  }
  return (
    <Popover
      opened={open}
      onChange={toggle}
      position="bottom-start"
      offset={6}
      trapFocus
      returnFocus
      shadow="none"
      middlewares={{ shift: { padding: 8 }, flip: true }}
      classNames={{ dropdown: styles.dropdown ?? '' }}
    >
      <Popover.Target>{field}</Popover.Target>
      <Popover.Dropdown>{choice}</Popover.Dropdown>
    </Popover>
  )
}

type NamedWindow = {
  readonly preset: ShiftPreset | WeekPreset
  /** What it is beside its preset, as the name of a shift. */
  readonly name?: string
  readonly window: FilterWindow
  readonly chosen: boolean
}

/** Windows beside the presets of the specification. */
function NamedWindows({
  label,
  windows,
  choose,
}: {
  label: string
  windows: readonly NamedWindow[]
  choose: (window: NamedWindow) => void
}) {
  const say = useTexts('filters')
  return (
    <ul className={styles.presets} aria-label={label}>
      {windows.map((window) => (
        <li key={window.preset}>
          <button
            type="button"
            aria-pressed={window.chosen}
            title={window.name}
            onClick={() => choose(window)}
          >
            {say(presetKeys[window.preset])}
            {window.chosen && <IconCheck size={16} />}
          </button>
        </li>
      ))}
    </ul>
  )
}

function monthBefore(date: string): string {
  const first = new Date(`${date.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - 1)
  return first.toISOString().slice(0, 10)
}
