import { lazy, Suspense } from 'react'
import { needTexts } from '../i18n/language.ts'
import type { StopScope } from '../stops/stopQueries.ts'

const SpeedLossLine = lazy(async () => {
  const [line] = await Promise.all([import('./SpeedLossLine.tsx'), needTexts('losses')])
  return { default: line.SpeedLossLine }
})

/** What speed cost, and the way to all losses, once they are there. */
export const SoonSpeedLoss = ({ scope }: { scope: StopScope }) => (
  <Suspense fallback={null}>
    <SpeedLossLine scope={scope} />
  </Suspense>
)
