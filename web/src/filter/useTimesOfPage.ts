import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { clientTimesQuery } from '../clients/clientQueries.ts'
import { useClient } from '../session/chosenClient.ts'
import { useKept } from '../session/kept.ts'
import { usePerson } from '../session/useSession.ts'
import { browserZone, type PageTimes } from '../time/zone.ts'
import { readFilterSearch } from './filterSearch.ts'
import { zoneOfSearch } from './searchOfFilter.ts'

const patienceMs = 1_000

/**
 * The zone in which the open page shows its times: that of its address, so that the reader of a link sees what its
 * sender saw; else the factory's, if the user prefers it; else the browser's. Null for the moment in which the factory's
 * zone is not known yet: figures of another zone must not flash by for users who prefer it, and for the others the choice
 * between the two must not come late and push the page down. The others wait no longer than `patienceMs`.
 */
export function useTimesOfPage(): PageTimes | null {
  const client = useClient(usePerson())
  const { clientId: named } = useParams({ strict: false })
  // Not every page reads its address; a mistyped one must not break the times.
  const addressed = zoneOfSearch(readFilterSearch(useSearch({ strict: false })))
  const clientId = named === undefined ? client?.id : Number(named)
  const known = clientId !== undefined && Number.isInteger(clientId)
  const times = useQuery({ ...clientTimesQuery(clientId ?? 0), enabled: known })
  const [choice] = useKept('times')
  const { data } = times
  const patient = usePatience(clientId)
  // The start page shows no times; a user who chooses a client there must not lose the page for a moment.
  const reports = useLocation({ select: ({ pathname }) => pathname !== '/admin/index' })
  const waits = reports && known && !data && !times.isError && (patient || choice === 'factory')
  return useMemo(() => {
    if (waits) return null
    const factory = known && data ? { zone: data.zone, starts: data.starts } : null
    const preferred = choice === 'factory' && factory ? factory.zone : browserZone
    return { zone: addressed ?? preferred, preferred, factory }
  }, [choice, known, data, waits, addressed])
}

/** Whether a page of this client may still wait for its times. */
function usePatience(clientId: number | undefined): boolean {
  const [overFor, setOverFor] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setOverFor(clientId), patienceMs)
    return () => clearTimeout(timer)
  }, [clientId])
  return clientId === undefined || overFor !== clientId
}
