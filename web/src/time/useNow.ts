import { useSyncExternalStore } from 'react'
import { serverNow } from './serverClock.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = 0

/** Calls back every second: one timer for all components. */
export function watchClock(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = serverNow()
    for (const each of listeners) each()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Milliseconds since 1970, renewed every second, so that all who draw at one moment draw the same time. */
export function clockNow(): number {
  if (timer === undefined && Math.abs(serverNow() - now) >= 1_000) now = serverNow()
  return now
}

/** A value derived from the time; a component that uses it is drawn again only when it changes. */
export function useNow<Seen extends string | number | boolean>(see: (now: number) => Seen): Seen {
  return useSyncExternalStore(watchClock, () => see(clockNow()))
}
