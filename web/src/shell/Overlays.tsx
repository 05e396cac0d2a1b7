import { preferences } from '@packboard/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../api/call.ts'
import { usePerson } from '../session/useSession.ts'
import { useColourScheme } from '../theme/colourScheme.ts'
import { currentDensity, showDensity } from '../theme/density.ts'
import type { PageTimes } from '../time/zone.ts'
import { Help } from './help/Help.tsx'
import { PaletteHost } from './palette/PaletteHost.tsx'
import { SavedViewsHost } from './savedViews/SavedViewsHost.tsx'

/** What opens over a page, by a key or a button of the bar: help, tour, palette and saved views. It comes after the page, never before it. */
export default function Overlays({ times }: { times: PageTimes | null }) {
  return (
    <>
      <OwnLooks />
      <Help />
      <PaletteHost times={times} />
      <SavedViewsHost times={times} />
    </>
  )
}

/** Shows what the person chose on another device, once, when they come; what this browser has stays until then. */
function OwnLooks() {
  const { id } = usePerson()
  const { choose } = useColourScheme()
  const { data } = useQuery({
    queryKey: ['preferences', id],
    queryFn: ({ signal }) => call(preferences, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // Once: a choice that is made here is not taken back by the answer of before.
  const shown = useRef<typeof data>(undefined)
  useEffect(() => {
    if (!data || shown.current === data) return
    shown.current = data
    if (data.colourScheme) choose(data.colourScheme)
    if (data.density && data.density !== currentDensity()) showDensity(data.density)
  }, [data, choose])
  return null
}
