import { type RefObject, useCallback, useEffect, useState } from 'react'

/** What a control needs only when it is opened: loaded once, after the page was drawn. */
export type Soon<Loaded> = {
  loaded: Loaded | null
  readonly load: () => Promise<Loaded>
}

export const soon = <Loaded>(load: () => Promise<Loaded>): Soon<Loaded> => ({ loaded: null, load })

type Arrival<Loaded> = {
  readonly loaded: Loaded
  /** The control that stood there had the focus, which the new one takes over. */
  readonly focused: boolean
}

/**
 * Starts to load once the control that stands in its place is drawn. Without a network that control stays, and `again` tries
 * once more.
 */
export function useSoon<Loaded>(
  source: Soon<Loaded>,
  standIn: RefObject<HTMLElement | null>,
): readonly [arrival: Arrival<Loaded> | null, again: () => void] {
  const [arrival, arrive] = useState<Arrival<Loaded> | null>(
    source.loaded && { loaded: source.loaded, focused: false },
  )
  const isThere = arrival !== null
  const bring = useCallback(async () => {
    try {
      source.loaded ??= await source.load()
    } catch {
      return
    }
    // Null when it is no longer shown.
    const { current } = standIn
    if (current === null) return
    arrive({ loaded: source.loaded, focused: current === document.activeElement })
  }, [source, standIn])
  useEffect(() => {
    if (!isThere) void bring()
  }, [isThere, bring])
  return [arrival, () => void bring()]
}
