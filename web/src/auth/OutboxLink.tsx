import { Link } from '@tanstack/react-router'
import { useTexts } from '../i18n/useTexts.ts'
import { IconMailbox } from '../icons/icons.ts'
import { useProvider } from '../shell/provider.ts'
import styles from './Outbox.module.css'

/** The way to the e-mails of a demo that has no mail server; nothing where e-mails are really sent (D49). */
export function OutboxLink() {
  const say = useTexts('auth')
  const { outbox } = useProvider()
  if (!outbox) return null
  return (
    <p className={styles.link}>
      <IconMailbox size={16} />
      <Link to="/auth/outbox">{say('outboxOfDemo')}</Link>
    </p>
  )
}
