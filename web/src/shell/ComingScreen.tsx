import type { ReactNode } from 'react'
import { Message } from '../ui/Message.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import styles from './ComingScreen.module.css'

/** A page whose address is settled and whose content comes with a later release: it says so and pretends nothing. */
export function ComingScreen({ title, picture }: { title: string; picture: ReactNode }) {
  usePageTitle(title)
  return (
    <Message title={title} level={1} picture={<div className={styles.picture}>{picture}</div>}>
      This screen comes with the next release.
    </Message>
  )
}
