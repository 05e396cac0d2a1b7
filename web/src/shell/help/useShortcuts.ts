import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isForUs, listenForShortcuts, type Shortcut } from './shortcuts.ts'
import { shortcutsAreOn } from './shortcutsSwitch.ts'

const addresses = {
  home: '/admin/index',
  overview: '/admin/dashboard',
  daySummary: '/admin/day-summary',
  panel: '/admin/panel',
} as const

/** Where a page is searched or filtered, in the order of preference. */
const places = [
  'main input[type="search"]',
  'main [data-filters] :is(button, input)',
  'main button[aria-haspopup="dialog"]',
  'main input',
]

/** Puts the focus on the search or the filters of the page; returns whether there are any. */
export function findOnPage(): boolean {
  for (const place of places) {
    const found = document.querySelector<HTMLElement>(place)
    if (!found) continue
    found.focus()
    found.scrollIntoView({ block: 'nearest' })
    return true
  }
  return false
}

/** The keys that work on every page of a signed-in person. */
export function useShortcuts(shortcuts: readonly Shortcut[], openHelp: () => void) {
  const navigate = useNavigate()
  const now = useRef({ shortcuts, openHelp })
  now.current = { shortcuts, openHelp }
  useEffect(() => {
    const listen = listenForShortcuts(() => now.current.shortcuts)
    const onKey = (event: KeyboardEvent) => {
      if (!shortcutsAreOn() || !isForUs(event)) return
      const meant = listen(event.key, performance.now())
      if (!meant) return
      if (meant.does === 'help') now.current.openHelp()
      else if (meant.does === 'find') {
        if (!findOnPage()) return
      } else void navigate({ to: addresses[meant.does] })
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate])
}
