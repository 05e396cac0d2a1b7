import { Button } from '@mantine/core'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import styles from './TermsModal.module.css'
import { terms } from './terms.ts'

/** The terms to read; Agree ticks them. */
export function TermsModal({ agree, ...dialog }: { agree: () => void } & DialogProps) {
  const say = useTexts('auth')
  const english = useLocale() === 'en-GB'
  return (
    <Dialog
      title={say('terms')}
      width={560}
      {...dialog}
      foot={<Button onClick={agree}>{say('agree')}</Button>}
    >
      {!english && <p className={styles.binding}>{say('termsBinding')}</p>}
      <ol className={styles.terms}>
        {terms.map(({ title, clause }, index) => (
          <li key={title}>
            <span className={styles.number}>{index + 1}</span>
            <div>
              <h3>{say(title)}</h3>
              <p lang="en">{clause}</p>
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
