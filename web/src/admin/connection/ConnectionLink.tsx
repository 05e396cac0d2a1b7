import { Link } from '@tanstack/react-router'
import styles from '../../crud/IconButton.module.css'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconPlugConnected } from '../../icons/furtherIcons.ts'

/** In the row of a machine: the way to its connection. */
export function ConnectionLink({ id, serialNo }: { id: number; serialNo: string }) {
  const say = useTexts('connection')
  const label = say('openOf', { name: serialNo })
  return (
    <Link
      className={styles.button ?? ''}
      to="/admin/panel"
      search={{ machine: id }}
      aria-label={label}
      title={label}
    >
      <IconPlugConnected size={18} stroke={1.75} aria-hidden="true" />
    </Link>
  )
}
