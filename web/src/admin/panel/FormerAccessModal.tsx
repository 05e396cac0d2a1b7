import { type ClientRow, endFormerAccess } from '@packboard/contract'
import { call } from '../../api/call.ts'
import { ConfirmModal } from '../../crud/ConfirmModal.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
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
  const { users, devices } = client.formerAccess
  return (
    <ConfirmModal
      title={say('formerAccess')}
      confirm={say('endFormer')}
      busy={say('deleting')}
      consequence={say('formerConsequence')}
      send={() => call(endFormerAccess, { params: { id: client.id } })}
      done={() => {
        showToast(say('success'))
        done()
      }}
      {...{ opened, onClose }}
    >
      <p>{say('formerAccessOf', { client: client.name })}</p>
      {users.length > 0 && <p>{say('formerUsers', { names: users.join(', ') })}</p>}
      {devices.length > 0 && <p>{say('formerDevices', { names: devices.join(', ') })}</p>}
    </ConfirmModal>
  )
}
