import { useEffect, useState } from 'react'

/**
 * Opens one moment after it is there. A window that is opened by being made does not remember what had the focus, and
 * could not give it back.
 */
export function useOpenAfterMount(opened: boolean): boolean {
  const [made, setMade] = useState(false)
  useEffect(() => setMade(true), [])
  return made && opened
}
