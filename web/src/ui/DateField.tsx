import '@mantine/core/styles/Popover.layer.css'
import '@mantine/dates/styles.layer.css'
import { Popover, TextInput, type TextInputProps } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCalendar } from '../icons/icons.ts'
import styles from './DateField.module.css'
import { LoadingWord } from './Loadable.tsx'

type CalendarProps = {
  value: string | null
  locale: string
  choose: (day: string) => void
  words: { readonly previousMonth: string; readonly nextMonth: string }
}

/** Loaded when it is opened. */
const Calendar = lazy(async () => {
  const { DatePicker } = await import('@mantine/dates')
  return {
    default: ({ value, locale, choose, words }: CalendarProps) => (
      <DatePicker
        value={value}
        {...(value !== null && { defaultDate: value })}
        locale={locale}
        firstDayOfWeek={1}
        weekdayFormat="dd"
        monthLabelFormat="MMMM YYYY"
        hideOutsideDates
        withCellSpacing={false}
        onChange={(day) => day !== null && choose(day)}
        ariaLabels={words}
      />
    ),
  }
})

/** `21-11-2026`, of `2026-11-21`. */
const shownDay = (day: string) => day.split('-').reverse().join('-')

/** The day (`YYYY-MM-DD`) that a person typed; empty where it is none. Points and slashes do as well as hyphens. */
export function typedDay(text: string): string {
  const [, day = '', month = '', year = ''] =
    /^\s*(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})\s*$/.exec(text) ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = Date.parse(`${date}T00:00:00Z`)
  // 31-02 would be a day of March.
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === date
  return isDay ? date : ''
}

/** A day as all dates of the screens are written, typed or chosen in a calendar; the browser's own field has another form in each country. */
export function DateField({
  value,
  change,
  ...shared
}: {
  /** `YYYY-MM-DD`; empty: none. */
  value: string
  /** Empty while what was typed is no day. */
  change: (day: string) => void
} & Pick<
  TextInputProps,
  | 'label'
  | 'description'
  | 'error'
  | 'required'
  | 'readOnly'
  | 'withAsterisk'
  | 'labelProps'
  | 'name'
>) {
  const say = useTexts('filters')
  const calendarLanguage = useLocale().slice(0, 2)
  const [typed, type] = useState(shownDay(value))
  const [open, setOpen] = useState(false)
  // What is being typed stays as it is; a value that came from elsewhere is shown.
  const shown = typedDay(typed) === value ? typed : shownDay(value)
  const put = (text: string) => {
    type(text)
    change(typedDay(text))
  }
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      offset={6}
      trapFocus
      returnFocus
      shadow="none"
    >
      <TextInput
        {...shared}
        className={styles.field ?? ''}
        value={shown}
        placeholder={say('dayForm')}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => put(event.currentTarget.value)}
        onBlur={() => value !== '' && type(shownDay(value))}
        rightSection={
          !shared.readOnly && (
            <Popover.Target>
              <button
                type="button"
                className={styles.open}
                aria-label={say('openCalendar')}
                title={say('openCalendar')}
                onClick={() => setOpen(!open)}
              >
                <IconCalendar size={16} />
              </button>
            </Popover.Target>
          )
        }
      />
      <Popover.Dropdown className={styles.calendar ?? ''}>
        <Suspense fallback={<LoadingWord />}>
          <Calendar
            value={value === '' ? null : value}
            locale={calendarLanguage}
            choose={(day) => {
              put(shownDay(day))
              setOpen(false)
            }}
            words={{ previousMonth: say('previousMonth'), nextMonth: say('nextMonth') }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
