import { useEffect } from 'react'

/** Names the page in the browser's tab and for screen readers. */
export function usePageTitle(...parts: readonly (string | undefined)[]) {
  const title = [...parts.filter(Boolean), 'Packboard'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
