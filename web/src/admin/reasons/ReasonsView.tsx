import { useQuery } from '@tanstack/react-query'
import { OneClient } from '../../crud/OneClient.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { Loadable } from '../../ui/Loadable.tsx'
import { ReasonsEditor } from './ReasonsEditor.tsx'
import { storedReasonsQuery } from './storedReasons.ts'

/** Why machines of a client stand: staff choose whose, a client's administrator has the own reasons. */
export function ReasonsView() {
  const say = useTexts('stopBook')
  return (
    <OneClient before={say('reasonsOf')}>{(clientId) => <Reasons clientId={clientId} />}</OneClient>
  )
}

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
