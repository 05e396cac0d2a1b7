import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { failureText } from '../api/call.ts'
import { useTexts } from '../i18n/useTexts.ts'
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
  const say = useTexts('panel')
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
      title={say('deleteOf', { noun })}
      width={440}
      {...{ opened, onClose }}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <BusyButton
            danger
            busy={deleting.isPending ? say('deleting') : null}
            onClick={() => deleting.mutate()}
          >
            {say('confirm')}
          </BusyButton>
        </>
      }
    >
      <div className={styles.words}>
        {deleting.isError && <ErrorNote>{failureText(deleting.error)}</ErrorNote>}
        <p>{say('deleteQuestion', { name, b: (inner) => <b>{inner}</b> })}</p>
        <p className={styles.consequence}>{removal.consequence(row)}</p>
      </div>
    </Dialog>
  )
}
