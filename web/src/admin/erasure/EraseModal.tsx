import { eraseName } from '@packboard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ConfirmModal } from '../../crud/ConfirmModal.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
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
  return (
    <ConfirmModal
      title={say('eraseName')}
      busy={say('erasing')}
      consequence={say('consequence')}
      send={() => call(eraseName, { params: { clientId }, body: { name } })}
      done={({ pseudonym }) => {
        showToast(say('erasedAs', { pseudonym }))
        void queries.invalidateQueries({ queryKey: erasedNamesQuery(clientId).queryKey })
        done()
      }}
      {...{ opened, onClose }}
    >
      <p>{say('question', { name, b: (inner) => <b key="name">{inner}</b> })}</p>
    </ConfirmModal>
  )
}
