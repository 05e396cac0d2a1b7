import { Button } from '@mantine/core'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './TermsModal.module.css'
import { terms } from './terms.ts'

/** The terms to read; Agree ticks them. */
export function TermsModal({
  opened,
  onClose,
  agree,
}: {
  opened: boolean
  onClose: () => void
  agree: () => void
}) {
  return (
    <Dialog
      title="Terms and Conditions"
      width={560}
      {...{ opened, onClose }}
      foot={<Button onClick={agree}>Agree</Button>}
    >
      <ol className={styles.terms}>
        {terms.map(({ title, text }, index) => (
          <li key={title}>
            <span className={styles.number}>{index + 1}</span>
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
