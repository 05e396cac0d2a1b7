import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks'
import { useEffect, useSyncExternalStore } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle, IconCircleCheck, IconX } from '../icons/icons.ts'
import { listeners } from '../listeners.ts'
import styles from './Toasts.module.css'

/** The toasts at the top right. Each disappears by itself, unless the pointer or the focus is on it. */
export function Toasts() {
  const say = useTexts('ui')
  const toasts = useSyncExternalStore(watchToasts, shownToasts)
  return (
    <section className={styles.toasts} aria-label={say('messages')} data-screen-only>
      {toasts.map((toast) => (
        <OneToast key={toast.key} toast={toast} />
      ))}
    </section>
  )
}

function OneToast({ toast: { key, text, failed } }: { toast: Toast }) {
  const say = useTexts('ui')
  const { hovered, ref: pointed } = useHover<HTMLDivElement>()
  const { focused, ref: entered } = useFocusWithin<HTMLDivElement>()
  const ref = useMergedRef(pointed, entered)
  const held = hovered || focused
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dropToast(key), toastMs)
    return () => clearTimeout(timer)
  }, [key, held])
  const Icon = failed ? IconAlertTriangle : IconCircleCheck
  return (
    <div ref={ref} role={failed ? 'alert' : 'status'} className={styles.toast} data-failed={failed}>
      <Icon size={20} />
      <span>{text}</span>
      <button type="button" aria-label={say('closeNotification')} onClick={() => dropToast(key)}>
        <IconX size={18} />
      </button>
    </div>
  )
}

/** A short message of something that was done or that failed. */
type Toast = {
  readonly key: number
  readonly text: string
  readonly failed: boolean
}

/** How long a toast stays unless the pointer is on it (specification §9), in ms. */
export const toastMs = 4000

let shown: readonly Toast[] = []
let lastKey = 0
const { watch, notify } = listeners()

function show(next: readonly Toast[]) {
  shown = next
  notify()
}

/** Reports at the top right that something was done, or with `failed` that it was not. */
export function showToast(text: string, failed = false) {
  lastKey += 1
  show([...shown, { key: lastKey, text, failed }])
}

export function dropToast(key: number) {
  show(shown.filter((toast) => toast.key !== key))
}

export const shownToasts = () => shown

const watchToasts = watch
