import { lazy, Suspense } from 'react'
import { useClientInAddress } from '../clients/useClientOfAddress.ts'
import { useClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { LoadingWord } from '../ui/Loadable.tsx'
import { NotAllowed } from '../ui/NotAllowed.tsx'
import { OverviewScreen } from './OverviewScreen.tsx'

const ClientPicker = lazy(() =>
  import('../clients/ClientPicker.tsx').then(({ ClientPicker }) => ({ default: ClientPicker })),
)

/** The overview of the own or the chosen client; staff without a choice choose first. */
export function DashboardScreen() {
  const session = usePerson()
  const client = useClient(session)
  if (useClientInAddress()) return <LoadingWord turning />
  if (client) return <OverviewScreen key={client.id} client={client} />
  if (!session.permissions.chooseClient) return <NotAllowed />
  return (
    <Suspense fallback={<LoadingWord turning />}>
      <ClientPicker />
    </Suspense>
  )
}
