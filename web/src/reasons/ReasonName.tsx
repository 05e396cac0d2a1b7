import { useTexts } from '../i18n/useTexts.ts'
import { IconCalendar } from '../icons/icons.ts'
import styles from './Reasons.module.css'
import { reasonIconOf } from './reasonIcons.ts'
import type { Reasons } from './useReasons.ts'

/** A reason with its symbol; a planned one has a mark. */
export function ReasonName({ reasons, id }: { reasons: Reasons; id: string }) {
  const say = useTexts('stopBook')
  const known = reasons.byId.get(id)
  if (!known) return <span>{say('unknownReason')}</span>
  const Icon = reasonIconOf[known.icon]
  return (
    <span className={styles.name}>
      <Icon size={18} stroke={1.75} />
      <span>{reasons.nameOf(id)}</span>
      {known.planned && (
        <span className={styles.planned} title={say('planned')}>
          <IconCalendar size={14} stroke={1.75} />
          <span className="spoken">{say('planned')}</span>
        </span>
      )}
    </span>
  )
}
