import { Button } from '@mantine/core'
import { type KioskLinkRow, revokeKioskLink } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { call, failureText } from '../api/call.ts'
import modal from '../panel/DeleteModal.module.css'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { showToast } from '../ui/toasts.ts'

/** Says what revoking does before it is done; there is no way back. */
export function RevokeModal({
  link,
  opened,
  done,
  onClose,
}: {
  link: KioskLinkRow
  opened: boolean
  done: () => void
  onClose: () => void
}) {
  const revoking = useMutation({
    mutationFn: () => call(revokeKioskLink, { params: { id: link.id } }),
    onSuccess: () => {
      showToast('Wall link revoked')
      done()
      onClose()
    },
  })
  return (
    <Dialog
      title="Revoke Wall Link"
      width={440}
      {...{ opened, onClose }}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton
            danger
            busy={revoking.isPending ? 'Revoking...' : null}
            onClick={() => revoking.mutate()}
          >
            Revoke
          </BusyButton>
        </>
      }
    >
      <div className={modal.words}>
        {revoking.isError && <ErrorNote>{failureText(revoking.error)}</ErrorNote>}
        <p>
          Revoke <b>{link.label}</b>?
        </p>
        <p className={modal.consequence}>
          Every television that shows {link.clientName} by this link goes dark within seconds. It
          cannot be taken back; a new link has another address.
        </p>
      </div>
    </Dialog>
  )
}
