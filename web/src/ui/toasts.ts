/** A short message of something that was done or that failed. */
export type Toast = {
  readonly key: number
  readonly text: string
  readonly failed: boolean
}

/** How long a toast stays unless the pointer is on it (specification §9), in ms. */
export const toastMs = 4000

let shown: readonly Toast[] = []
let lastKey = 0
const listeners = new Set<() => void>()

function notify(next: readonly Toast[]) {
  shown = next
  for (const listener of listeners) listener()
}

/** Reports at the top right that something was done, or with `failed` that it was not. */
export function showToast(text: string, failed = false) {
  lastKey += 1
  notify([...shown, { key: lastKey, text, failed }])
}

export function dropToast(key: number) {
  notify(shown.filter((toast) => toast.key !== key))
}

export const shownToasts = () => shown

export function watchToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
