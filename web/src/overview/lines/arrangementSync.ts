import { overviewArrangement, setOverviewArrangement } from '@packboard/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { usePerson } from '../../session/useSession.ts'
import { type Arrangement, keepArrangement, keptArrangement, rearranged } from '../arrangement.ts'

/**
 * Brings the arrangement of the person to this browser and takes to the server what was arranged here before the server kept it. What
 * this browser has is shown at once; a change is stored when it is made.
 */
export function useArrangementSync(clientId: number): void {
  const { id } = usePerson()
  const { data } = useQuery({
    queryKey: ['arrangement', id, clientId],
    queryFn: ({ signal }) => call(overviewArrangement, { params: { clientId } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (!data) return
    if (data.arrangement) keepArrangement(clientId, data.arrangement)
    else {
      const kept = keptArrangement(clientId)
      if (kept) store(clientId, kept)
    }
  }, [data, clientId])
}

/** Shown at once, and stored for the person. Where it cannot be stored it holds in this browser, and the next change is stored. */
export function rearrange(clientId: number, changed: Partial<Arrangement>): void {
  store(clientId, rearranged(clientId, changed))
}

function store(clientId: number, { grouping, order, favourites }: Arrangement): void {
  const body = { grouping, order: [...order], favourites: [...favourites] }
  void call(setOverviewArrangement, { params: { clientId }, body }).catch(() => undefined)
}
