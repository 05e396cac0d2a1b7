import { lazy, Suspense } from 'react'
import { needTexts } from '../i18n/language.ts'
import type { WaitingStop } from './RootOfStop.tsx'

/** Most stops wait for nothing, and most clients have no line with a flow. */
const RootOfStop = lazy(async () => {
  const [{ RootOfStop }] = await Promise.all([import('./RootOfStop.tsx'), needTexts('line')])
  return { default: RootOfStop }
})

/** The machine that a stop waits for, as the way to its root; nothing where no other machine stopped it. */
export function WaitsForRoot(props: WaitingStop) {
  if (!props.stop.waitsFor) return null
  return (
    <Suspense fallback={null}>
      <RootOfStop {...props} />
    </Suspense>
  )
}
