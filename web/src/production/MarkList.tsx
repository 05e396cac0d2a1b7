import type { ChartAlarm } from '../charts/alarmChips.ts'
import { GroupChip } from '../charts/GroupChip.tsx'
import type { ChartChange } from '../charts/packsData.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { DateTime } from '../time/DateTime.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './PacksView.module.css'

/** What one mark of a lane stands for. */
export type OpenMark =
  | { readonly kind: 'alarms'; readonly alarms: readonly ChartAlarm[] }
  | { readonly kind: 'changes'; readonly changes: readonly ChartChange[] }

/** The alarms or changes of one mark; an alarm leads to the stop that it began, its group to the stops of the group. */
export function MarkList({
  mark,
  close,
  openStop,
  chooseGroup,
}: {
  mark: OpenMark
  close: () => void
  openStop: (at: Date) => void
  chooseGroup: (group: string) => void
}) {
  const say = useTexts('production')
  const count = mark.kind === 'alarms' ? mark.alarms.length : mark.changes.length
  const title = say(mark.kind === 'alarms' ? 'alarmsSpoken' : 'changesSpoken', { count })
  return (
    <Dialog title={title} width={560} opened onClose={close}>
      <ul className={styles.marks} aria-label={title}>
        {mark.kind === 'alarms'
          ? mark.alarms.map(({ at, group, description }) => (
              <li key={`${at.getTime()} ${group} ${description}`}>
                <DateTime at={at} />
                <button type="button" onClick={() => chooseGroup(group)}>
                  <GroupChip group={group} /> {group}
                </button>
                <span>{description}</span>
                <button type="button" onClick={() => openStop(at)}>
                  {say('openStop')}
                </button>
              </li>
            ))
          : mark.changes.map(({ at, who, description, before, after }) => (
              <li key={`${at.getTime()} ${description} ${after}`}>
                <DateTime at={at} />
                <span>{who}</span>
                <span>
                  {description}: {before} → <b>{after}</b>
                </span>
              </li>
            ))}
      </ul>
    </Dialog>
  )
}
