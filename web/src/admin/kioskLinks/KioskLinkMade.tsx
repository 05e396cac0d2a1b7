import { Button, TextInput } from '@mantine/core'
import type { KioskKind } from '@packboard/model'
import { useEffect, useRef } from 'react'
import modal from '../../crud/ConfirmModal.module.css'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconCopy } from '../../icons/furtherIcons.ts'
import { IconCheck } from '../../icons/icons.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useCopy } from '../../ui/useCopy.ts'

/** The address of a new link. It is shown only once: it cannot be read again, not even by the provider. */
export function KioskLinkMade({
  address,
  label,
  kind,
  opened,
  onClose,
}: {
  address: string
  label: string
  kind: KioskKind
  opened: boolean
  onClose: () => void
}) {
  const say = useTexts('wall')
  const field = useRef<HTMLInputElement>(null)
  const { copied, copy } = useCopy(address, () => field.current?.select())
  // What every person does next; where it is not allowed, the button and the marked field are there.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void copy()
  })
  const Icon = copied === 'yes' ? IconCheck : IconCopy
  return (
    <Dialog
      title={say('link')}
      side={label}
      width={560}
      {...{ opened, onClose }}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {say('done')}
          </Button>
          <Button leftSection={<Icon size={16} stroke={1.75} />} onClick={() => void copy()}>
            {say(copied === 'yes' ? 'copied' : 'copy')}
          </Button>
        </>
      }
    >
      <div className={modal.words}>
        <TextInput
          ref={field}
          label={say(kind === 'board' ? 'openOnTelevision' : 'openOnTablet')}
          value={address}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <p className={modal.consequence} role="status">
          {say(copied === 'byHand' ? 'copyByHand' : kind === 'board' ? 'copyNow' : 'copyNowTablet')}
        </p>
      </div>
    </Dialog>
  )
}
