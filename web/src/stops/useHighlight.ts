import { formatTimeInState } from '@packboard/model'
import { useMemo } from 'react'
import type { Highlight } from '../charts/packsData.ts'
import { useFigures } from '../filter/figureQuery.ts'
import { type StopScope, stopQueries } from './stopQueries.ts'
import type { StopSelecting } from './useStopSelection.ts'

/** Where the selected stops lie, and the open one; null where nothing is selected or it is not known yet. */
export function useHighlight(
  scope: StopScope,
  { selection, at }: Pick<StopSelecting, 'selection' | 'at'>,
): Highlight | null {
  const { query: spans } = useFigures(stopQueries.spans(scope, selection))
  const { query: stop } = useFigures(stopQueries.at(scope, at))
  // What belongs to another selection is not shown as this one.
  const found = selection && !spans.isPlaceholderData && !spans.isError ? spans.data : undefined
  const one = at && !stop.isPlaceholderData && !stop.isError ? stop.data : undefined
  return useMemo(() => {
    const open = one && {
      from: one.start,
      to: one.end,
      words: formatTimeInState(one.seconds),
    }
    if (!open && !found) return null
    return { spans: [...(found ?? []), ...(open ? [open] : [])], open: open ?? null }
  }, [found, one])
}
