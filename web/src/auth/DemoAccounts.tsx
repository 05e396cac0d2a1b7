import { useTexts } from '../i18n/useTexts.ts'
import { IconArrowRight } from '../icons/icons.ts'
import styles from './DemoAccounts.module.css'
import { type DemoAccount, demoAccounts, demoPassword } from './demoAccounts.ts'

/** The accounts of the demo, one tap each: it is there to be looked at, and only on the machine that it runs on. */
export function DemoAccounts({
  busy,
  onChoose,
}: {
  busy: boolean
  onChoose: (account: DemoAccount) => void
}) {
  const say = useTexts('auth')
  return (
    <aside className={styles.demo} aria-labelledby="demo-title">
      <span className={styles.tag}>{say('demo')}</span>
      <h2 id="demo-title">{say('demoTitle')}</h2>
      <p>{say('demoLead')}</p>
      <ul>
        {demoAccounts.map((account) => (
          <li key={account}>
            <button type="button" disabled={busy} onClick={() => onChoose(account)}>
              <strong>{say(`demo.${account}`)}</strong>
              <span>{say(`demo.${account}.sees`)}</span>
              <IconArrowRight size={18} />
            </button>
          </li>
        ))}
      </ul>
      <small>{say('demoNames', { names: demoAccounts.join(', '), password: demoPassword })}</small>
    </aside>
  )
}
