import { ClientPicker } from '../clients/ClientPicker.tsx'
import { useClientInAddress } from '../clients/useClientOfAddress.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { LoadingWord } from '../ui/Loadable.tsx'
import { NotAllowed } from '../ui/NotAllowed.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { ShiftSentence } from './ShiftSentence.tsx'

/** The page of a shift of the own or the chosen client; staff without a choice choose first. */
export function ShiftScreen() {
  const person = usePerson()
  const client = useClient(person)
  usePageTitle(useTexts('shift')('linkName'), client?.name)
  if (useClientInAddress()) return <LoadingWord turning />
  if (client) return <ShiftSentence key={client.id} />
  return person.permissions.chooseClient ? <ClientPicker /> : <NotAllowed />
}
