import { preferences } from '@packboard/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../api/call.ts'
import { usePerson } from '../session/useSession.ts'
import { useColourScheme } from '../theme/colourScheme.ts'
import { currentDensity, showDensity } from '../theme/density.ts'

/** Shows what the person chose on another device, once, when they come; what this browser has stays until then. */
export function OwnLooks() {
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
