import { daySummaryDoor } from '@packboard/model'
import { useClient } from '../clients/chosenClient.ts'
import { DaySummaryPicture } from '../home/tilePictures.tsx'
import { usePerson } from '../session/useSession.ts'
import { ComingScreen } from '../shell/ComingScreen.tsx'
import { NotAllowed } from '../ui/NotAllowed.tsx'

/** What was packed day by day; its figures come with a later release. */
export function DaySummaryScreen() {
  const session = usePerson()
  const client = useClient(session)
  if (daySummaryDoor(session.role, client) === 'notAllowed') return <NotAllowed />
  return <ComingScreen title="Per Day Summary" picture={<DaySummaryPicture />} />
}
