import { useEffect } from 'react'

/** Keeps the screen on while the wall is shown, where the browser can; it lets go whenever the page is hidden. */
export function useWakeLock() {
  useEffect(() => {
    // Only on secure addresses, and not in every browser.
    if (!('wakeLock' in navigator)) return
    let ended = false
    let lock: WakeLockSentinel | undefined
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const held = await navigator.wakeLock.request('screen')
        if (ended) void held.release()
        else lock = held
      } catch {
        // Low battery, or not allowed: the screen then sleeps as its settings say.
      }
    }
    const again = () => void hold()
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [])
}
