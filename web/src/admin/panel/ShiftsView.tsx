import { useQuery } from '@tanstack/react-query'
import { clientTimesQuery } from '../../clients/clientTimesQuery.ts'
import { OneClient } from '../../crud/OneClient.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { Loadable } from '../../ui/Loadable.tsx'
import { ShiftsEditor } from './ShiftsEditor.tsx'

/** When the shifts of a client begin: staff choose whose, a client's administrator has the own ones. */
export function ShiftsView() {
  const say = useTexts('panel')
  return (
    <OneClient before={say('shiftsOf')}>{(clientId) => <Shifts clientId={clientId} />}</OneClient>
  )
}

function Shifts({ clientId }: { clientId: number }) {
  const say = useTexts('panel')
  // What is edited must be what is there now.
  const query = useQuery({ ...clientTimesQuery(clientId), staleTime: 0 })
  return (
    <Loadable query={query} emptyText={say('notAvailable')} isEmpty={() => false} saysLoading>
      {(times) => <ShiftsEditor key={times.version} {...{ clientId, times }} />}
    </Loadable>
  )
}
