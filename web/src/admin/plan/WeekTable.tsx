import { Select } from '@mantine/core'
import { planKinds } from '@packboard/model'
import { IconButton } from '../../crud/IconButton.tsx'
import { useLocale } from '../../i18n/useLocale.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { weekdays as weekdaysOf } from '../../i18n/weekdays.ts'
import { IconTrash } from '../../icons/furtherIcons.ts'
import { IconChevronDown } from '../../icons/icons.ts'
import { TimeField } from '../../ui/TimeField.tsx'
import styles from './PlanEditor.module.css'
import { barId, changeRow, type PlanRow } from './planDraft.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]

/** The times of a week as rows: kind, from, to and the days on which each begins. It does all that the bars do. */
export function WeekTable({
  rows,
  change,
  ringed,
}: {
  rows: readonly PlanRow[]
  change: (rows: readonly PlanRow[]) => void
  /** Bars that overlap. */
  ringed: ReadonlySet<string>
}) {
  const say = useTexts('plan')
  const days = weekdaysOf(useLocale())
  if (rows.length === 0) return <p className={styles.sentence}>{say('noTimes')}</p>
  return rows.map((row) => {
    const { key, kind, from, to, weekdays } = row
    const words = say('rowOf', { kind: say(kind), from, to })
    const put = (part: Partial<Omit<PlanRow, 'key'>>) => change(changeRow(rows, key, part))
    return (
      <fieldset
        key={key}
        className={styles.row}
        aria-label={words}
        data-ringed={weekdays.some((weekday) => ringed.has(barId({ key, weekday })))}
      >
        <Select
          className={styles.kind ?? ''}
          aria-label={say('kind')}
          allowDeselect={false}
          data={planKinds.map((each) => ({ value: each, label: say(each) }))}
          value={kind}
          rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden="true" />}
          rightSectionPointerEvents="none"
          comboboxProps={{ keepMounted: false, offset: 6 }}
          onChange={(value) => {
            const chosen = planKinds.find((each) => each === value)
            if (chosen) put({ kind: chosen })
          }}
        />
        <div className={styles.fromTo}>
          <TimeField label={say('from')} value={from} change={(time) => put({ from: time })} />
          <span aria-hidden="true">–</span>
          <TimeField label={say('to')} value={to} change={(time) => put({ to: time })} />
        </div>
        <div className={styles.days}>
          {days.map((day, index) => {
            const weekday = index + 1
            const on = weekdays.includes(weekday)
            return (
              <button
                key={day}
                type="button"
                aria-label={day}
                aria-pressed={on}
                onClick={() =>
                  put({
                    weekdays: everyDay.filter((each) =>
                      each === weekday ? !on : weekdays.includes(each),
                    ),
                  })
                }
              >
                {day.slice(0, 2)}
              </button>
            )
          })}
        </div>
        <IconButton
          label={say('removeNamed', { name: words })}
          icon={IconTrash}
          onClick={() => change(rows.filter((each) => each.key !== key))}
        />
      </fieldset>
    )
  })
}
