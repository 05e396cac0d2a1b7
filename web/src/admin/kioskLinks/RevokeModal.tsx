import { type KioskLinkRow, revokeKioskLink } from '@packboard/contract'
import { call } from '../../api/call.ts'
import { ConfirmModal } from '../../crud/ConfirmModal.tsx'
import { textsOf, useTexts } from '../../i18n/useTexts.ts'
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
  return (
    <ConfirmModal
      title={say('revokeTitle')}
      confirm={say('revoke')}
      busy={say('revoking')}
      consequence={say('revokeConsequence', { client: link.clientName })}
      send={() => call(revokeKioskLink, { params: { id: link.id } })}
      done={() => {
        showToast(textsOf('wall')('linkRevoked'))
        done()
      }}
      {...{ opened, onClose }}
    >
      <p>{say('revokeQuestion', { label: link.label, name: (inner) => <b>{inner}</b> })}</p>
    </ConfirmModal>
  )
}
