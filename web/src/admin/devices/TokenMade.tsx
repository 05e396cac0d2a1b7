import { Button, TextInput } from '@mantine/core'
import { formatDateTime } from '@packboard/model'
import { useRef } from 'react'
import modal from '../../crud/ConfirmModal.module.css'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconCopy } from '../../icons/furtherIcons.ts'
import { IconCheck } from '../../icons/icons.ts'
import { useShownZone } from '../../time/zone.ts'
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { useCopy } from '../../ui/useCopy.ts'

export type MadeToken = {
  readonly name: string
  readonly token: string
  /** Until when the one before is valid as well. */
  readonly oldUntil: Date | null
}

/** The token of a device. It is shown only once: it cannot be read again, not even by the provider. */
export function TokenMade({
  made: { name, token, oldUntil },
  opened,
  onClose,
}: { made: MadeToken } & DialogProps) {
  const say = useTexts('devices')
  const zone = useShownZone()
  const field = useRef<HTMLInputElement>(null)
  const { copied, copy } = useCopy(token, () => field.current?.select())
  const Icon = copied === 'yes' ? IconCheck : IconCopy
  return (
    <Dialog
      title={say('token')}
      side={name}
      width={560}
      {...{ opened, onClose }}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {say('done')}
          </Button>
          <Button leftSection={<Icon size={16} />} onClick={() => void copy()}>
            {say(copied === 'yes' ? 'copied' : 'copy')}
          </Button>
        </>
      }
    >
      <div className={modal.words}>
        <TextInput
          ref={field}
          label={say('tokenOf', { name })}
          value={token}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <p>
          {say('tokenUse', {
            header: `x-access-token: ${name}:${token.slice(0, 6)}…`,
            name,
            c: (inner) => <code>{inner}</code>,
          })}
        </p>
        {oldUntil && (
          <p>
            <KeepDates>{say('oldStays', { until: formatDateTime(oldUntil, zone) })}</KeepDates>
          </p>
        )}
        <p className={modal.consequence} role="status">
          {say(copied === 'byHand' ? 'copyByHand' : 'copyNow')}
        </p>
      </div>
    </Dialog>
  )
}
