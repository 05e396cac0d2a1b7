import { useSyncExternalStore } from 'react'

const phone = '(max-width: 640px)'

/** Is this a phone held upright? Its overview has another order and other cards. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(phone)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(phone).matches,
  )
}
