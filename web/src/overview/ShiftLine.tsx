import { type ComponentType, lazy, Suspense } from 'react'
import { needTexts } from '../i18n/language.ts'
import { landsOnDashboard } from '../session/pages.ts'
import { usePerson } from '../session/useSession.ts'
import styles from './ShiftLine.module.css'

/** Without a network the page stays, and has no sentence. */
const ShiftSentence = lazy<ComponentType>(() =>
  Promise.all([import('../shift/ShiftSentence.tsx'), needTexts('shift')]).then(
    ([{ ShiftSentence }]) => ({ default: ShiftSentence }),
    () => ({ default: () => null }),
  ),
)

/** The running shift in one sentence, for those who land here: everybody else reads it on the home page. */
export function ShiftLine() {
  if (!landsOnDashboard(usePerson().permissions)) return null
  return (
    <div className={styles.line}>
      <Suspense fallback={null}>
        <ShiftSentence />
      </Suspense>
    </div>
  )
}
