import { lazy, Suspense } from 'react'

const ParticleField = lazy(() => import('./ParticleField.tsx'))

/** The quiet particles behind everything; weaker behind data. They come after the page, never before it. */
export function Background({ strength }: { strength: number }) {
  return (
    <Suspense fallback={null}>
      <ParticleField strength={strength} />
    </Suspense>
  )
}
