import { clientPlan } from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { OneClient } from '../../crud/OneClient.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { Loadable } from '../../ui/Loadable.tsx'
import { PlanEditor } from './PlanEditor.tsx'
import type { PlanPlace } from './planDraft.ts'

/** When a client means to produce: staff choose whose, a client's administrator has the own plan. */
export function PlanView() {
  const say = useTexts('plan')
  return (
    <OneClient before={say('planOf')}>{(clientId) => <Planned clientId={clientId} />}</OneClient>
  )
}

function Planned({ clientId }: { clientId: number }) {
  const panel = useTexts('panel')
  const query = useQuery(planQuery(clientId))
  // It stays where it is when what was saved is read again.
  const [place, setPlace] = useState<PlanPlace>({ line: null, validFrom: null })
  return (
    <Loadable query={query} emptyText={panel('notAvailable')} isEmpty={() => false} saysLoading>
      {(stored) => (
        <PlanEditor
          key={query.dataUpdatedAt}
          {...{ clientId, stored, place, setPlace }}
          reload={query.refetch}
        />
      )}
    </Loadable>
  )
}

/** The plan of a client as it is stored. While it is edited, it is not requested again by itself. */
const planQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['panel', 'plan', clientId],
    queryFn: ({ signal }) => call(clientPlan, { params: { clientId } }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
