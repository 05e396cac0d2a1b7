import { useEffect, useSyncExternalStore } from 'react'
import { listeners } from '../listeners.ts'

/** The calls that wait until the person has confirmed who it is (D91): one dialog answers all of them. */
let waiting: readonly ((isConfirmed: boolean) => void)[] = []
let dialogs = 0
const { watch, notify } = listeners()

/** True once the person has confirmed; false where it does not want to, and on a page without the dialog. */
export function requestConfirmation(): Promise<boolean> {
  if (dialogs === 0) return Promise.resolve(false)
  return new Promise((resolve) => {
    waiting = [...waiting, resolve]
    notify()
  })
}

/** Answers all calls that wait. */
export function settleConfirmation(isConfirmed: boolean): void {
  const settled = waiting
  waiting = []
  for (const resolve of settled) resolve(isConfirmed)
  notify()
}

/** Whether a call waits; the one part that asks this is the place of the dialog. */
export function useConfirmationIsWanted(): boolean {
  useEffect(() => {
    dialogs += 1
    return () => {
      dialogs -= 1
      settleConfirmation(false)
    }
  }, [])
  return useSyncExternalStore(watch, () => waiting.length > 0)
}
