import { useCallback, useEffect, useRef, useState } from 'react'

/** A section counts as reached when its top is at most so far below that of the window, in px. */
const reachedPx = 140

/**
 * The section that is read while the page is scrolled, and a way to name the one that was just requested: it stays marked
 * until the person scrolls on, also where the page is too short to bring it to the top.
 */
export function useSectionInView(ids: readonly string[]): {
  readonly inView: string | null
  readonly request: (id: string) => void
} {
  const [inView, setInView] = useState<string | null>(null)
  const requested = useRef(false)
  const key = ids.join(' ')
  useEffect(() => {
    const look = () => {
      if (requested.current) return
      const names = key.split(' ')
      const tops = names.map((id) => document.getElementById(id)?.getBoundingClientRect().top)
      const last = tops.findLastIndex((top) => top !== undefined && top <= reachedPx)
      const { scrollY, innerHeight } = window
      const atEnd = scrollY > 0 && scrollY + innerHeight >= document.body.scrollHeight - 2
      setInView(names[atEnd ? names.length - 1 : Math.max(0, last)] ?? null)
    }
    const scrolledOn = () => {
      requested.current = false
    }
    window.addEventListener('scroll', look, { passive: true })
    for (const name of ownScrolls) window.addEventListener(name, scrolledOn, { passive: true })
    return () => {
      window.removeEventListener('scroll', look)
      for (const name of ownScrolls) window.removeEventListener(name, scrolledOn)
    }
  }, [key])
  const request = useCallback((id: string) => {
    requested.current = true
    setInView(id)
  }, [])
  return { inView, request }
}

/** What a person does to scroll; a click on a link moves the page by itself. */
const ownScrolls = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
