import { clientReasons, reasonTemplates } from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { OneClient } from '../../crud/OneClient.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { Loadable } from '../../ui/Loadable.tsx'
import { ReasonsEditor } from './ReasonsEditor.tsx'

/** Why machines of a client stand: staff choose whose, a client's administrator has the own reasons. */
export function ReasonsView() {
  const say = useTexts('stopBook')
  return (
    <OneClient before={say('reasonsOf')}>{(clientId) => <Reasons clientId={clientId} />}</OneClient>
  )
}

/** The reasons as they are stored. While they are edited, they are not requested again by themselves. */
const storedReasonsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['panel', 'reasons', clientId],
    queryFn: ({ signal }) => call(clientReasons, { params: { clientId } }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const templatesQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['panel', 'reasonTemplates', clientId],
    queryFn: async ({ signal }) =>
      (await call(reasonTemplates, { params: { clientId } }, signal)).templates,
    // Their ids are new in each answer.
    staleTime: 0,
    gcTime: 0,
  })

function Reasons({ clientId }: { clientId: number }) {
  const panel = useTexts('panel')
  const query = useQuery(storedReasonsQuery(clientId))
  return (
    <Loadable query={query} emptyText={panel('notAvailable')} isEmpty={() => false} saysLoading>
      {(stored) => (
        <ReasonsEditor key={query.dataUpdatedAt} {...{ clientId, stored }} reload={query.refetch} />
      )}
    </Loadable>
  )
}
