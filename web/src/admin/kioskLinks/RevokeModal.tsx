import { Button } from '@mantine/core'
import { type KioskLinkRow, revokeKioskLink } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { call, failureText } from '../../api/call.ts'
import modal from '../../crud/DeleteModal.module.css'
import { textsOf, useTexts } from '../../i18n/useTexts.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { showToast } from '../../ui/toasts.ts'

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
  const say = useTexts('wall')
  const revoking = useMutation({
    mutationFn: () => call(revokeKioskLink, { params: { id: link.id } }),
    onSuccess: () => {
      showToast(textsOf('wall')('linkRevoked'))
      done()
      onClose()
    },
  })
  return (
    <Dialog
      title={say('revokeTitle')}
      width={440}
      {...{ opened, onClose }}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <BusyButton
            danger
            busy={revoking.isPending ? say('revoking') : null}
            onClick={() => revoking.mutate()}
          >
            {say('revoke')}
          </BusyButton>
        </>
      }
    >
      <div className={modal.words}>
        {revoking.isError && <ErrorNote>{failureText(revoking.error)}</ErrorNote>}
        <p>{say('revokeQuestion', { label: link.label, name: (inner) => <b>{inner}</b> })}</p>
        <p className={modal.consequence}>{say('revokeConsequence', { client: link.clientName })}</p>
      </div>
    </Dialog>
  )
}
