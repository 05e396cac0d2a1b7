import { Button } from '@mantine/core'
import { formatHoursMinutes, type PlanFault, planLimits } from '@packboard/model'
import { useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconPlus } from '../../icons/furtherIcons.ts'
import { Panel } from '../../ui/Panel.tsx'
import styles from './PlanEditor.module.css'
import {
  addRow,
  type Bar,
  barAt,
  barId,
  entriesOf,
  type PlanDraft,
  type PlanRow,
  type WeekDraft,
} from './planDraft.ts'
import { dayText, lineWord } from './planWords.ts'
import { SelectedBar } from './SelectedBar.tsx'
import { WeekBars } from './WeekBars.tsx'
import { WeekSums } from './WeekSums.tsx'
import { WeekTable } from './WeekTable.tsx'
import { weekSeconds } from './weekHours.ts'

const workdays = [1, 2, 3, 4, 5]

/** The times of one week: as bars over seven days, as a table, and how many hours they are. */
export function WeekEditor({
  week,
  line,
  fault,
  draft,
  change,
}: {
  week: WeekDraft | null
  line: string | null
  fault: PlanFault | null
  draft: PlanDraft
  change: (rows: readonly PlanRow[]) => void
}) {
  const say = useTexts('plan')
  const [selected, select] = useState<Bar | null>(null)
  const [together, setTogether] = useState(true)
  if (!week?.rows) {
    return (
      <Panel
        title={
          week
            ? say('weekOf', { line: lineWord(line), day: dayText(week.validFrom) })
            : lineWord(line)
        }
      >
        <p className={styles.sentence}>
          {week
            ? say(line === null ? 'endsAll' : 'endsLine', {
                day: dayText(week.validFrom),
                line: line ?? '',
              })
            : say(line === null ? 'noWeek' : 'noOwnWeek', { line: line ?? '' })}
        </p>
      </Panel>
    )
  }
  const { rows } = week
  const ringed = new Set(
    [fault?.at, fault?.other].flatMap((place) => {
      const found = place === undefined ? null : barAt(draft, place)
      return found?.week === week ? [barId(found.bar)] : []
    }),
  )
  const seconds = weekSeconds(entriesOf(rows.filter(({ from, to }) => from !== '' && to !== '')))
  const edit = (next: { rows: readonly PlanRow[]; bar: Bar | null }) => {
    change(next.rows)
    select(next.bar)
  }
  return (
    <div className={styles.week}>
      <Panel
        title={say('weekOf', { line: lineWord(line), day: dayText(week.validFrom) })}
        sub={say('hoursAWeek', { hours: formatHoursMinutes(seconds.production) })}
      >
        <WeekBars {...{ rows, selected, together, ringed, select, edit }} />
      </Panel>
      <div className={styles.side}>
        <SelectedBar {...{ rows, selected, together, setTogether, edit }} />
        <WeekSums title={say('sumsOf', { line: lineWord(line) })} seconds={seconds} />
      </div>
      <Panel title={say('times')} sub={say('timesHint')} className={styles.times}>
        <WeekTable {...{ rows, change, ringed }} />
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          disabled={entriesOf(rows).length >= planLimits.entriesOfWeek}
          onClick={() =>
            change(
              addRow(rows, {
                kind: rows.length === 0 ? 'production' : 'break',
                from: rows.length === 0 ? '06:00' : '12:00',
                to: rows.length === 0 ? '22:00' : '12:30',
                weekdays: rows.length === 0 ? workdays : [],
              }).rows,
            )
          }
        >
          {say('addTime')}
        </Button>
      </Panel>
    </div>
  )
}
