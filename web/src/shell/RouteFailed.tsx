import { Button } from '@mantine/core'
import { Message } from '../ui/Message.tsx'

/** A page that could not be loaded or drawn, most often because a new version took the place of the old files. */
export function RouteFailed() {
  return (
    <main>
      <Message
        title="This page could not be loaded"
        level={1}
        action={
          <Button variant="default" onClick={() => window.location.reload()}>
            Load again
          </Button>
        }
      >
        Packboard may have been updated, or the connection was lost.
      </Message>
    </main>
  )
}
