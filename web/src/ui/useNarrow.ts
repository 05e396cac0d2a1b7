import { useCallback, useSyncExternalStore } from 'react'

/** 640 px at the usual size of text; larger text makes a window as narrow as a smaller one. */
const phone = '(max-width: 40em)'

/** Does the window have this size? */
export function useMedia(requested: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = window.matchMedia(requested)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    [requested],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(requested).matches)
}

/** Is this a phone held upright? Its overview has another order and other cards. */
export const useNarrow = () => useMedia(phone)
