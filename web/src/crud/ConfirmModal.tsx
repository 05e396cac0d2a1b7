import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '../api/call.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/Message.tsx'
import styles from './ConfirmModal.module.css'

/** Asks before something that cannot easily be taken back: what it is about, and what follows. A failure stays here with its reason. */
export function ConfirmModal<Answer>({
  title,
  confirm,
  busy,
  consequence,
  send,
  done,
  failed,
  opened,
  onClose,
  children,
}: {
  title: string
  /** The button that does it; Confirm where nothing is said. */
  confirm?: string
  /** What stands there while it is done. */
  busy: string
  consequence: string
  send: () => Promise<Answer>
  /** Before it closes. */
  done: (answer: Answer) => void
  failed?: () => void
  /** The question. */
  children: ReactNode
} & DialogProps) {
  const say = useTexts('ui')
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (answer) => {
      done(answer)
      onClose()
    },
    onError: () => failed?.(),
  })
  return (
    <Dialog
      title={title}
      width={440}
      {...{ opened, onClose }}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <BusyButton
            danger
            busy={sending.isPending ? busy : null}
            onClick={() => sending.mutate()}
          >
            {confirm ?? say('confirm')}
          </BusyButton>
        </>
      }
    >
      <div className={styles.words}>
        {sending.isError && <ErrorNote>{failureText(sending.error)}</ErrorNote>}
        {children}
        <p className={styles.consequence}>{consequence}</p>
      </div>
    </Dialog>
  )
}
