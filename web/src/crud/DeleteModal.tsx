import { useTexts } from '../i18n/useTexts.ts'
import { showToast } from '../ui/toasts.ts'
import { ConfirmModal } from './ConfirmModal.tsx'

/** What deleting does, said before it is done. */
export type Removal<Row> = {
  readonly consequence: (row: Row) => string
  readonly send: (row: Row) => Promise<unknown>
  readonly done: string
  readonly failed: string
}

/** Names what is about to be deleted and what follows. */
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
  return (
    <ConfirmModal
      title={say('deleteOf', { noun })}
      busy={say('deleting')}
      consequence={removal.consequence(row)}
      send={() => removal.send(row)}
      done={() => showToast(removal.done)}
      failed={() => showToast(removal.failed, true)}
      {...{ opened, onClose }}
    >
      <p>{say('deleteQuestion', { name, b: (inner) => <b>{inner}</b> })}</p>
    </ConfirmModal>
  )
}
