import { useState } from 'react'

/**
 * What a dialog is about, and whether it is open. It stays mounted while it closes in its own time; `times` is another number at
 * each opening, as the key of what begins anew. `dialog` is for the dialog itself.
 */
export function useOpening<About>() {
  const [{ about, opened, times }, set] = useState<{
    readonly about: About | null
    readonly opened: boolean
    readonly times: number
  }>({ about: null, opened: false, times: 0 })
  return {
    about,
    times,
    open: (about: About) => set(({ times }) => ({ about, opened: true, times: times + 1 })),
    dialog: { opened, onClose: () => set((before) => ({ ...before, opened: false })) },
  }
}
