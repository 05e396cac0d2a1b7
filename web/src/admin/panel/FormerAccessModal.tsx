import { Button } from '@mantine/core'
import { type ClientRow, endFormerAccess } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { call, failureText } from '../../api/call.ts'
import modal from '../../crud/DeleteModal.module.css'
import { useTexts } from '../../i18n/useTexts.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { showToast } from '../../ui/toasts.ts'

/** Names the accounts and devices that a former distributor made for a client, and ends them together. */
export function FormerAccessModal({
  client,
  opened,
  done,
  onClose,
}: {
  client: ClientRow
  opened: boolean
  done: () => void
  onClose: () => void
}) {
  const say = useTexts('panel')
  const ending = useMutation({
    mutationFn: () => call(endFormerAccess, { params: { id: client.id } }),
    onSuccess: () => {
      showToast(say('success'))
      done()
      onClose()
    },
  })
  const { users, devices } = client.formerAccess
  return (
    <Dialog
      title={say('formerAccess')}
      width={440}
      {...{ opened, onClose }}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <BusyButton
            danger
            busy={ending.isPending ? say('deleting') : null}
            onClick={() => ending.mutate()}
          >
            {say('endFormer')}
          </BusyButton>
        </>
      }
    >
      <div className={modal.words}>
        {ending.isError && <ErrorNote>{failureText(ending.error)}</ErrorNote>}
        <p>{say('formerAccessOf', { client: client.name })}</p>
        {users.length > 0 && <p>{say('formerUsers', { names: users.join(', ') })}</p>}
        {devices.length > 0 && <p>{say('formerDevices', { names: devices.join(', ') })}</p>}
        <p className={modal.consequence}>{say('formerConsequence')}</p>
      </div>
    </Dialog>
  )
}
