import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { failureText } from '../api/call.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { showToast } from '../ui/toasts.ts'
import styles from './DeleteModal.module.css'

/** What deleting does, said before it is done. */
export type Removal<Row> = {
  readonly consequence: (row: Row) => string
  readonly send: (row: Row) => Promise<unknown>
  readonly done: string
  readonly failed: string
}

/** Names what is about to be deleted and what follows. A failure stays here with its reason. */
export function DeleteModal<Row>({
  noun,
  name,
  row,
  removal,
  opened,
  onClose,
}: {
  noun: string
  name: string
  row: Row
  removal: Removal<Row>
  opened: boolean
  onClose: () => void
}) {
  const deleting = useMutation({
    mutationFn: () => removal.send(row),
    onSuccess: () => {
      showToast(removal.done)
      onClose()
    },
    onError: () => showToast(removal.failed, true),
  })
  return (
    <Dialog
      title={`Delete ${noun}`}
      width={440}
      {...{ opened, onClose }}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton
            danger
            busy={deleting.isPending ? 'Deleting...' : null}
            onClick={() => deleting.mutate()}
          >
            Confirm
          </BusyButton>
        </>
      }
    >
      <div className={styles.words}>
        {deleting.isError && <ErrorNote>{failureText(deleting.error)}</ErrorNote>}
        <p>
          Delete <b>{name}</b>?
        </p>
        <p className={styles.consequence}>{removal.consequence(row)}</p>
      </div>
    </Dialog>
  )
}
