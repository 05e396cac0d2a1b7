import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox } from '@mantine/core'
import {
  formatHoursMinutes,
  type PlanException,
  type PlanFault,
  planKinds,
  planLimits,
  type SpanSeconds,
} from '@packboard/model'
import { useState } from 'react'
import { IconButton } from '../../crud/IconButton.tsx'
import { useLocale } from '../../i18n/useLocale.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { weekdays } from '../../i18n/weekdays.ts'
import { IconCopy, IconPlus, IconTrash } from '../../icons/furtherIcons.ts'
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { TimeField } from '../../ui/TimeField.tsx'
import { WeekdayButtons } from '../../ui/WeekdayButtons.tsx'
import { CalendarWeek } from './CalendarWeek.tsx'
import styles from './PlanEditor.module.css'
import {
  addRow,
  type Bar,
  barAt,
  barId,
  changeBar,
  changeRow,
  copyToNextDay,
  entriesOf,
  type PlanDraft,
  type PlanRow,
  planOfDraft,
  removeBar,
  type WeekDraft,
} from './planDraft.ts'
import { dayText, lineWord } from './planWords.ts'
import { WeekBars, weekSeconds } from './WeekBars.tsx'

const workdays = [1, 2, 3, 4, 5]

const views = ['thisWeek', 'everyWeek'] as const
type View = (typeof views)[number]

const isTyped = ({ from, to }: PlanRow) => from !== '' && to !== ''

/** The draft without times that are being typed. */
const typedOut = (draft: PlanDraft): PlanDraft => ({
  ...draft,
  weeks: draft.weeks.map((week) => ({
    ...week,
    rows: week.rows === null ? null : week.rows.filter(isTyped),
  })),
})

/** The times of one week: as bars over seven days, as a table, and how many hours they are. */
export function WeekEditor({
  week,
  line,
  fault,
  draft,
  zone,
  stored,
  change,
}: {
  week: WeekDraft | null
  line: string | null
  fault: PlanFault | null
  draft: PlanDraft
  zone: string
  /** The exceptions with who set them. */
  stored: readonly (PlanException & { readonly setBy: string | null })[]
  change: (rows: readonly PlanRow[]) => void
}) {
  const say = useTexts('plan')
  const [selected, select] = useState<Bar | null>(null)
  const [together, setTogether] = useState(true)
  const [view, setView] = useState<View>('everyWeek')
  const choice = (
    <Segmented
      label={say('weekView')}
      value={view}
      options={views.map((each) => ({ value: each, label: say(each) }))}
      choose={setView}
    />
  )
  if (view === 'thisWeek') {
    return (
      <CalendarWeek plan={planOfDraft(typedOut(draft))} view={choice} {...{ line, zone, stored }} />
    )
  }
  if (!week?.rows) {
    return (
      <Panel
        title={
          week
            ? say('weekOf', { line: lineWord(line), day: dayText(week.validFrom) })
            : lineWord(line)
        }
        actions={choice}
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
  const seconds = weekSeconds(entriesOf(rows.filter(isTyped)))
  const edit = (next: { rows: readonly PlanRow[]; bar: Bar | null }) => {
    change(next.rows)
    select(next.bar)
  }
  return (
    <div className={styles.week}>
      <Panel
        title={say('weekOf', { line: lineWord(line), day: dayText(week.validFrom) })}
        sub={say('hoursAWeek', { hours: formatHoursMinutes(seconds.production) })}
        actions={choice}
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
          leftSection={<IconPlus size={16} />}
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

/** The bar that was selected: its fields do all that dragging does. */
function SelectedBar({
  rows,
  selected,
  together,
  setTogether,
  edit,
}: {
  rows: readonly PlanRow[]
  selected: Bar | null
  together: boolean
  setTogether: (together: boolean) => void
  edit: (next: { rows: readonly PlanRow[]; bar: Bar | null }) => void
}) {
  const say = useTexts('plan')
  const days = weekdays(useLocale())
  const row = rows.find(
    ({ key, weekdays: own }) => key === selected?.key && own.includes(selected.weekday),
  )
  if (!row || !selected) {
    return (
      <Panel title={say('selected')}>
        <p className={styles.quiet}>{say('selectHint')}</p>
      </Panel>
    )
  }
  const put = (part: Partial<Pick<PlanRow, 'kind' | 'from' | 'to'>>) =>
    edit(changeBar(rows, selected, part, together))
  const others = row.weekdays.filter((day) => day !== selected.weekday)
  return (
    <Panel
      title={say('selectedBar', { kind: say(row.kind), day: days[selected.weekday - 1] ?? '' })}
    >
      <div className={styles.selected}>
        <Segmented
          label={say('kind')}
          value={row.kind}
          options={planKinds.map((kind) => ({ value: kind, label: say(kind) }))}
          choose={(kind) => put({ kind })}
        />
        <div className={styles.fromTo}>
          <TimeField label={say('from')} value={row.from} change={(from) => put({ from })} />
          <span aria-hidden="true">–</span>
          <TimeField label={say('to')} value={row.to} change={(to) => put({ to })} />
        </div>
        {others.length > 0 && (
          <Checkbox
            label={say('together', {
              days: row.weekdays.map((day) => days[day - 1]?.slice(0, 2)).join(', '),
            })}
            checked={together}
            onChange={(event) => setTogether(event.currentTarget.checked)}
          />
        )}
        <div className={styles.selectedButtons}>
          <Button
            variant="default"
            leftSection={<IconTrash size={16} />}
            onClick={() => edit({ rows: removeBar(rows, selected, together), bar: null })}
          >
            {say('remove')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconCopy size={16} />}
            onClick={() => edit(copyToNextDay(rows, selected))}
          >
            {say('copyNext')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

/** How many hours of a week are for what. */
function WeekSums({ title, seconds }: { title: string; seconds: SpanSeconds }) {
  const say = useTexts('plan')
  return (
    <Panel title={title}>
      <dl className={styles.sums}>
        <dt>{say('sumProduction')}</dt>
        <dd>{formatHoursMinutes(seconds.production)}</dd>
        <dt>{say('sumBreaks')}</dt>
        <dd>{formatHoursMinutes(seconds.break)}</dd>
        <dt>{say('closed')}</dt>
        <dd>{formatHoursMinutes(seconds.closed)}</dd>
      </dl>
      <p className={styles.quiet}>{say('sumsHint')}</p>
    </Panel>
  )
}

/** The times of a week as rows: kind, from, to and the days on which each begins. It does all that the bars do. */
function WeekTable({
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
        <ChoiceSelect
          className={styles.kind ?? ''}
          aria-label={say('kind')}
          data={planKinds.map((each) => ({ value: each, label: say(each) }))}
          value={kind}
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
        <WeekdayButtons days={weekdays} change={(days) => put({ weekdays: days })} />
        <IconButton
          label={say('removeNamed', { name: words })}
          icon={IconTrash}
          onClick={() => change(rows.filter((each) => each.key !== key))}
        />
      </fieldset>
    )
  })
}
