import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useClient } from '../clients/chosenClient.ts'
import { readFilterSearch } from '../filters/filterSearch.ts'
import { zoneOfSearch } from '../filters/searchOfFilter.ts'
import { useKept } from '../session/kept.ts'
import { usePerson } from '../session/useSession.ts'
import { browserZone, type PageTimes } from '../ui/zone.ts'
import { clientTimesQuery } from './clientTimesQuery.ts'

/**
 * On whose clock the page that is open tells its times: that of its address, so that who follows a link sees what its
 * sender saw; else the factory's for who prefers that; else the browser's. Null for the moment in which the factory's
 * zone is preferred and not known yet: figures of another zone must not flash by.
 */
export function useTimesOfPage(): PageTimes | null {
  const client = useClient(usePerson())
  const { clientId: named } = useParams({ strict: false })
  // Not every page reads its address; what somebody typed into it must not break a clock.
  const addressed = zoneOfSearch(readFilterSearch(useSearch({ strict: false })))
  const clientId = named === undefined ? client?.id : Number(named)
  const known = clientId !== undefined && Number.isInteger(clientId)
  const times = useQuery({ ...clientTimesQuery(clientId ?? 0), enabled: known })
  const [choice] = useKept('times')
  const { data } = times
  return useMemo(() => {
    if (choice === 'factory' && known && !data && !times.isError) return null
    const factory = known && data ? { zone: data.zone, starts: data.starts } : null
    const preferred = choice === 'factory' && factory ? factory.zone : browserZone
    return { zone: addressed ?? preferred, preferred, factory }
  }, [choice, known, data, times.isError, addressed])
}
