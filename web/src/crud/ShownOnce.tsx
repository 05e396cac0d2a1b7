import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { IconCopy } from '../icons/furtherIcons.ts'
import { IconCheck } from '../icons/icons.ts'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { useCopy } from '../ui/useCopy.ts'
import modal from './ConfirmModal.module.css'

/** A token, key or secret that was made just now. It is shown only once, and stays until a button closes it. */
export function ShownOnce({
  name,
  value,
  words,
  children,
  opened,
  onClose,
}: {
  /** Of whom it is. */
  readonly name: string
  readonly value: string
  readonly words: Readonly<
    Record<'title' | 'label' | 'done' | 'copy' | 'copied' | 'byHand' | 'now', string>
  >
  /** How it is used. */
  readonly children: ReactNode
} & DialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const { copied, copy } = useCopy(value, () => field.current?.select())
  const Icon = copied === 'yes' ? IconCheck : IconCopy
  return (
    <Dialog
      title={words.title}
      side={name}
      width={560}
      keeps
      {...{ opened, onClose }}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {words.done}
          </Button>
          <Button leftSection={<Icon size={16} />} onClick={() => void copy()}>
            {copied === 'yes' ? words.copied : words.copy}
          </Button>
        </>
      }
    >
      <div className={modal.words}>
        <TextInput
          ref={field}
          label={words.label}
          value={value}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        {children}
        <p className={modal.consequence} role="status">
          {copied === 'byHand' ? words.byHand : words.now}
        </p>
      </div>
    </Dialog>
  )
}
