import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks'
import { useEffect, useSyncExternalStore } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle, IconCircleCheck, IconX } from '../icons/icons.ts'
import styles from './Toasts.module.css'
import { dropToast, shownToasts, type Toast, toastMs, watchToasts } from './toasts.ts'

/** The toasts at the top right. Each disappears by itself, unless the pointer or the focus is on it. */
export function Toasts() {
  const say = useTexts('ui')
  const toasts = useSyncExternalStore(watchToasts, shownToasts)
  return (
    <section className={styles.toasts} aria-label={say('notifications')} data-screen-only>
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
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <span>{text}</span>
      <button type="button" aria-label={say('closeNotification')} onClick={() => dropToast(key)}>
        <IconX size={18} stroke={1.75} />
      </button>
    </div>
  )
}
