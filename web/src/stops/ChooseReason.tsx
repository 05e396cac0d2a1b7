import { useTexts } from '../i18n/useTexts.ts'
import { ReasonChoice } from '../reasons/ReasonChoice.tsx'
import type { Reasons } from '../reasons/useReasons.ts'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import styles from './ChooseReason.module.css'

/** All reasons over the page; a press chooses and closes. */
export function ChooseReason({
  reasons,
  what,
  chosen,
  opened,
  choose,
  onClose,
}: {
  reasons: Reasons
  /** Which stop it is about. */
  what: string
  chosen?: string | null
  choose: (reason: string) => void
} & DialogProps) {
  const say = useTexts('stopBook')
  return (
    <Dialog title={say('chooseReason')} side={what} width={640} {...{ opened, onClose }}>
      <div className={styles.choose}>
        <ReasonChoice
          {...{ reasons }}
          chosen={chosen ?? null}
          takesFocus
          choose={(reason) => {
            onClose()
            choose(reason)
          }}
        />
      </div>
    </Dialog>
  )
}
