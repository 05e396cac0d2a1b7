import type { ClientOption } from '@packboard/contract'
import { ClientSelect } from '../clients/ClientSelect.tsx'
import { useClientInAddress } from '../clients/useClientOfAddress.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useClient } from '../session/chosenClient.ts'
import { mayOpenDaySummary } from '../session/pages.ts'
import { usePerson } from '../session/useSession.ts'
import { LoadingWord } from '../ui/Loadable.tsx'
import { NotAllowed } from '../ui/NotAllowed.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { DaySummaryPage } from './DaySummaryPage.tsx'

/** What was packed day by day: for admins of a premium client of their choice, for premium clients of their own. */
export function DaySummaryScreen() {
  const person = usePerson()
  const client = useClient(person)
  const say = useTexts('daySummary')
  usePageTitle(say('title'), client?.name)
  const coming = useClientInAddress()
  const access = mayOpenDaySummary(person.permissions, client)
  if (coming) return <LoadingWord turning />
  if (access === 'notAllowed') return <NotAllowed />
  // A client without days may have been chosen for the overview; it is selected anew here: the server would refuse it (D51).
  if (access === 'selector' || !client || !isPremium(client)) {
    return <ClientSelect label={say('client')} offers={isPremium} noneText={say('noPremium')} />
  }
  return <DaySummaryPage key={client.id} client={client} />
}

/** Only clients with a premium subscription have days (specification §2). */
const isPremium = ({ subscriptionLabel }: Pick<ClientOption, 'subscriptionLabel'>) =>
  subscriptionLabel === 'premium'
