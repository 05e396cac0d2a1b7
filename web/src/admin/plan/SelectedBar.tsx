import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { planKinds } from '@packboard/model'
import { useLocale } from '../../i18n/useLocale.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { weekdays } from '../../i18n/weekdays.ts'
import { IconCopy, IconTrash } from '../../icons/furtherIcons.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { TimeField } from '../../ui/TimeField.tsx'
import styles from './PlanEditor.module.css'
import { type Bar, changeBar, copyToNextDay, type PlanRow, removeBar } from './planDraft.ts'

/** The bar that was selected: its fields do all that dragging does. */
export function SelectedBar({
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
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => edit({ rows: removeBar(rows, selected, together), bar: null })}
          >
            {say('remove')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconCopy size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => edit(copyToNextDay(rows, selected))}
          >
            {say('copyNext')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
