import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../language/useTexts.ts'
import styles from './Dialog.module.css'
import { useNarrow } from './useNarrow.ts'
import { useOpenAfterMount } from './useOpenAfterMount.ts'

/** A question of a sentence or two keeps its size on a phone; up to this width, in px. */
const widthOfQuestion = 440

/** A page over the page: it keeps the focus while it is open and gives it back to what opened it. On a phone it is the page. */
export function Dialog({
  title,
  side,
  width,
  opened,
  onClose,
  foot,
  children,
}: {
  title: string
  /** Beside the title: what it is about. */
  side?: ReactNode
  width: number
  opened: boolean
  onClose: () => void
  /** Buttons at the bottom. */
  foot?: ReactNode
  children: ReactNode
}) {
  const say = useTexts('ui')
  const narrow = useNarrow()
  const whole = narrow && width > widthOfQuestion
  return (
    <Modal
      opened={useOpenAfterMount(opened)}
      onClose={onClose}
      size={width}
      centered
      fullScreen={whole}
      {...(narrow && { xOffset: 16 })}
      title={
        <>
          <span>{title}</span>
          {side && <small> {side}</small>}
        </>
      }
      padding={0}
      classNames={{
        content: `${styles.content} ${whole ? styles.whole : ''}`,
        header: styles.header ?? '',
        title: styles.title ?? '',
        body: styles.body ?? '',
        close: styles.close ?? '',
      }}
      overlayProps={{ color: '#050608', backgroundOpacity: 0.72 }}
      closeButtonProps={{ 'aria-label': say(foot ? 'dismiss' : 'close'), iconSize: 20 }}
    >
      {children}
      {foot && <div className={styles.foot}>{foot}</div>}
    </Modal>
  )
}
