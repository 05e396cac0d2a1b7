import { lazy, Suspense } from 'react'
import { needTexts } from '../i18n/language.ts'
import { landsOnDashboard } from '../session/pages.ts'
import { usePerson } from '../session/useSession.ts'
import styles from './ShiftLine.module.css'

const ShiftSentence = lazy(async () => {
  const [{ ShiftSentence }] = await Promise.all([
    import('../shift/ShiftSentence.tsx'),
    needTexts('shift'),
  ])
  return { default: ShiftSentence }
})

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
