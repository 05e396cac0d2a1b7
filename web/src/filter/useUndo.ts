import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { FilterSearch } from './filterSearch.ts'

/** The choice before the last one of a page whose choices count at once. */
export type Undoing = {
  /** Before a choice: the address is the one to go back to. */
  readonly remember: () => void
  /** null: nothing was chosen since the page was opened. */
  readonly undo: (() => void) | null
}

/** What a page shows stands in its address: the last choice is undone by the address before it. */
export function useUndo(): Undoing {
  const navigate = useNavigate()
  const search: FilterSearch = useSearch({ strict: false })
  const [before, keep] = useState<FilterSearch | null>(null)
  const remember = useCallback(() => keep(search), [search])
  const undo = useMemo(
    () =>
      before &&
      (() => {
        keep(null)
        void navigate({ to: '.', search: () => before, resetScroll: false })
      }),
    [before, navigate],
  )
  return useMemo(() => ({ remember, undo }), [remember, undo])
}
