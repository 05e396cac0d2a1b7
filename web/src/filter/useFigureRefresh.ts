import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { wantsRefresh } from './figureQuery.ts'

/** Specification §9: live refresh interval. */
const refreshMs = 30_000

let holders = 0

/** Keeps the figures as they are, as long as something is open that has to agree with them; returns how to let go. */
export function holdFigures(): () => void {
  holders += 1
  let holds = true
  return () => {
    if (holds) holders -= 1
    holds = false
  }
}

/**
 * Figures of a window that reaches to now are requested again every 30 s and on waking (D76). A hidden page requests
 * nothing.
 */
export function useFigureRefresh() {
  const queries = useQueryClient()
  useEffect(() => {
    let last = Date.now()
    const again = () => {
      if (document.visibilityState !== 'visible' || holders > 0) return
      last = Date.now()
      void queries.refetchQueries(
        { type: 'active', predicate: wantsRefresh },
        // An answer that needs longer than the pause must come at some time.
        { cancelRefetch: false },
      )
    }
    const wake = () => Date.now() - last >= refreshMs && again()
    const timer = setInterval(again, refreshMs)
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [queries])
}
