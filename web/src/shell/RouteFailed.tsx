import { Button } from '@mantine/core'
import { useTexts } from '../i18n/useTexts.ts'
import { Message } from '../ui/Message.tsx'
import styles from './RouteFailed.module.css'

/** A page that could not be loaded or drawn, most often because a new version took the place of the old files. */
export function RouteFailed() {
  const say = useTexts('shell')
  return (
    <main className={styles.page}>
      <Message
        title={say('couldNotLoad')}
        level={1}
        action={
          <Button variant="default" onClick={() => window.location.reload()}>
            {say('loadAgain')}
          </Button>
        }
      >
        {say('couldNotLoadReason')}
      </Message>
    </main>
  )
}
