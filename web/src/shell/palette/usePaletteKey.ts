import { useEffect } from 'react'
import { openPalette, opensPalette, paletteIsOpen } from './paletteOpen.ts'

/** The key of the palette, for as long as a signed-in person's page is there. It comes with the page: the palette itself may still be loading. */
export function usePaletteKey() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!opensPalette(event) || event.defaultPrevented) return
      event.preventDefault()
      if (paletteIsOpen()) openPalette(false)
      // A form that is open is not left by a key; the palette itself may still be closing.
      else if (!document.querySelector('[aria-modal="true"]:not([data-palette])')) openPalette()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      openPalette(false)
    }
  }, [])
}
