import { useEffect } from 'react'
import { useOpenCount } from './openCount.ts'

/** Names the page in the browser's tab and for screen readers; before it stands how many open alerts nobody has seen. */
export function usePageTitle(...parts: readonly (string | undefined)[]) {
  const count = useOpenCount()
  const title = [...parts.filter(Boolean), 'Packboard'].join(' · ')
  useEffect(() => {
    document.title = count > 0 ? `(${count}) ${title}` : title
  }, [title, count])
}
