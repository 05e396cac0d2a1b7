import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../i18n/useTexts.ts'
import { IconLock } from '../icons/icons.ts'
import { Message } from './Message.tsx'
import styles from './NotAllowed.module.css'

/** A page that this role may not open, and the way back. */
export function NotAllowed() {
  const say = useTexts('ui')
  return (
    <Message
      picture={
        <span className={styles.lock}>
          <IconLock size={32} stroke={1.5} />
        </span>
      }
      title={say('notAllowed')}
      level={1}
      action={
        <Button component={Link} to="/admin/index" variant="default">
          {say('backToMain')}
        </Button>
      }
    >
      {say('notAllowedReason')}
    </Message>
  )
}
