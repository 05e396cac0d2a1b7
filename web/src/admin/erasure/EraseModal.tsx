import { Button } from '@mantine/core'
import { eraseName } from '@packboard/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, failureText } from '../../api/call.ts'
import modal from '../../crud/DeleteModal.module.css'
import { useTexts } from '../../i18n/useTexts.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { showToast } from '../../ui/toasts.ts'
import { erasedNamesQuery } from './erasedNamesQuery.ts'

/** Says what erasing does before it is done; there is no way back. */
export function EraseModal({
  clientId,
  name,
  opened,
  done,
  onClose,
}: {
  clientId: number
  name: string
  opened: boolean
  done: () => void
  onClose: () => void
}) {
  const say = useTexts('erasure')
  const queries = useQueryClient()
  const erasing = useMutation({
    mutationFn: () => call(eraseName, { params: { clientId }, body: { name } }),
    onSuccess: ({ pseudonym }) => {
      showToast(say('erasedAs', { pseudonym }))
      void queries.invalidateQueries({ queryKey: erasedNamesQuery(clientId).queryKey })
      onClose()
      done()
    },
  })
  return (
    <Dialog
      title={say('eraseName')}
      width={440}
      {...{ opened, onClose }}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <BusyButton
            danger
            busy={erasing.isPending ? say('erasing') : null}
            onClick={() => erasing.mutate()}
          >
            {say('confirm')}
          </BusyButton>
        </>
      }
    >
      <div className={modal.words}>
        {erasing.isError && <ErrorNote>{failureText(erasing.error)}</ErrorNote>}
        <p>{say('question', { name, b: (inner) => <b key="name">{inner}</b> })}</p>
        <p className={modal.consequence}>{say('consequence')}</p>
      </div>
    </Dialog>
  )
}
