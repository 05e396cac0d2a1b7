import { Button, TextInput } from '@mantine/core'
import { useRef } from 'react'
import modal from '../../crud/ConfirmModal.module.css'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconCopy } from '../../icons/furtherIcons.ts'
import { IconCheck } from '../../icons/icons.ts'
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx'
import { useCopy } from '../../ui/useCopy.ts'

export type MadeSecret = { readonly name: string; readonly secret: string }

/** The secret of a new webhook. It is shown only once, and stays until a button closes it. */
export function SecretDialog({
  made: { name, secret },
  opened,
  onClose,
}: { made: MadeSecret } & DialogProps) {
  const say = useTexts('alertChannels')
  const field = useRef<HTMLInputElement>(null)
  const { copied, copy } = useCopy(secret, () => field.current?.select())
  const Icon = copied === 'yes' ? IconCheck : IconCopy
  return (
    <Dialog
      title={say('secretTitle')}
      side={name}
      width={560}
      keeps
      {...{ opened, onClose }}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {say('done')}
          </Button>
          <Button leftSection={<Icon size={16} />} onClick={() => void copy()}>
            {say(copied === 'yes' ? 'copied' : 'copySecret')}
          </Button>
        </>
      }
    >
      <div className={modal.words}>
        <TextInput
          ref={field}
          label={say('secretOf', { name })}
          value={secret}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <p>{say('secretUse', { c: (inner) => <code>{inner}</code> })}</p>
        <p className={modal.consequence} role="status">
          {say(copied === 'byHand' ? 'copyByHand' : 'copyNow')}
        </p>
      </div>
    </Dialog>
  )
}
