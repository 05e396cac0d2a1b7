import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import styles from './Dialog.module.css'
import { KeepDates } from './KeepDates.tsx'
import { useNarrow } from './useNarrow.ts'
import { useOpenAfterMount } from './useOpenAfterMount.ts'

/** Up to this width, in px, it is a question of a sentence or two; on a phone it keeps its size. */
const widthOfQuestion = 440

export type DialogProps = { opened: boolean; onClose: () => void }

/**
 * A page over the page: it keeps the focus while it is open and gives it back to what opened it. On a phone it is the
 * page. A question is read aloud as it opens; of forms and tables only the title, because they are walked through.
 */
export function Dialog({
  title,
  side,
  width,
  opened,
  onClose,
  foot,
  keeps = false,
  children,
}: DialogProps & {
  title: string
  /** Beside the title: what it is about. */
  side?: ReactNode
  width: number
  /** Buttons at the bottom. */
  foot?: ReactNode
  /** What it shows is shown once: only a button inside closes it, not Esc and no press beside it. */
  keeps?: boolean
  children: ReactNode
}) {
  const say = useTexts('ui')
  const narrow = useNarrow()
  const whole = narrow && width > widthOfQuestion
  const inside = (
    <>
      {children}
      {foot && <div className={styles.foot}>{foot}</div>}
    </>
  )
  return (
    <Modal.Root
      opened={useOpenAfterMount(opened)}
      onClose={onClose}
      // In the tree it hangs under the card or row that opened it, whose own click must not hear these.
      onClick={(event) => event.stopPropagation()}
      size={width}
      centered
      fullScreen={whole}
      {...(narrow && { xOffset: 16 })}
      padding={0}
      closeOnEscape={!keeps}
      closeOnClickOutside={!keeps}
      classNames={{
        content: `${styles.content} ${whole ? styles.whole : ''}`,
        header: styles.header ?? '',
        title: styles.title ?? '',
        body: styles.body ?? '',
        close: styles.close ?? '',
      }}
    >
      <Modal.Overlay color="var(--veil)" backgroundOpacity={1} />
      <Modal.Content>
        {/* The head of a dialog is not the banner of the page. */}
        <Modal.Header role="none">
          <Modal.Title>
            <span>
              <KeepDates>{title}</KeepDates>
            </span>
            {side && <small> {side}</small>}
          </Modal.Title>
          {!keeps && (
            <Modal.CloseButton aria-label={say(foot ? 'dismiss' : 'close')} iconSize={20} />
          )}
        </Modal.Header>
        {width > widthOfQuestion ? (
          <div className={styles.body}>{inside}</div>
        ) : (
          <Modal.Body>{inside}</Modal.Body>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}
