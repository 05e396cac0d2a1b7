import { useSyncExternalStore } from 'react'
import { listeners } from '../listeners.ts'

/** Whether an overlay is open: buttons of the bar, keys and entries of the palette open it from different places. */
function overlay() {
  let opened = false
  const { watch, notify } = listeners()
  const isOpen = () => opened
  return {
    isOpen,
    open: (open = true) => {
      opened = open
      notify()
    },
    useIsOpen: () => useSyncExternalStore(watch, isOpen),
  }
}

export const { open: openHelp, useIsOpen: useHelpIsOpen } = overlay()

export const { open: openPalette, isOpen: paletteIsOpen, useIsOpen: usePaletteIsOpen } = overlay()

export const { open: openSavedViews, useIsOpen: useSavedViewsAreOpen } = overlay()
