import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Message } from './Message.tsx'
import styles from './NotAllowed.module.css'

/** A page that this role may not open, and the way back. */
export function NotAllowed() {
  return (
    <Message
      picture={
        <span className={styles.lock}>
          <IconLock size={32} stroke={1.5} aria-hidden="true" />
        </span>
      }
      title="Not Allowed"
      level={1}
      action={
        <Button component={Link} to="/admin/index" variant="default">
          Back to Main Page
        </Button>
      }
    >
      Your role does not include this page. Ask your client administrator if you need it.
    </Message>
  )
}
