import { type ComponentProps, lazy, Suspense } from 'react'

/** Nothing is drawn before its answer is there, so no page waits for it. */
const IncompleteMonths = lazy(() =>
  import('./IncompleteMonths.tsx').then(({ IncompleteMonths }) => ({ default: IncompleteMonths })),
)

/** Says that figures of a window are too low (D69), as soon as that is known. */
export function IncompleteNote(of: ComponentProps<typeof IncompleteMonths>) {
  return (
    <Suspense fallback={null}>
      <IncompleteMonths {...of} />
    </Suspense>
  )
}
