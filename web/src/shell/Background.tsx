import { useRouterState } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import styles from './Background.module.css'

/** Without it the page is whole: a wall must not lose its figures because the network went before its background came. */
const ParticleField = lazy<ComponentType<{ rests: boolean }>>(() =>
  import('./ParticleField.tsx').catch(() => ({ default: () => null })),
)

/**
 * The quiet particles behind every page, weaker behind data and on the wall (100, 70 and 35 %). One field for the whole visit: it comes
 * after the page, never before it, and goes on when the page changes.
 */
export function Background() {
  const behind = useRouterState({
    select: ({ location: { pathname } }) => {
      if (pathname === '/wall' || pathname === '/admin/wall') return 'wall'
      const isData = pathname.startsWith('/admin/') || pathname === '/operator'
      return isData && pathname !== '/admin/index' ? 'data' : undefined
    },
  })
  const [quiet, setQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.background} data-behind={behind} aria-hidden="true">
      {quiet && (
        <Suspense fallback={null}>
          <ParticleField rests={behind !== undefined} />
        </Suspense>
      )}
    </div>
  )
}
