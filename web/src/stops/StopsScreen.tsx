import { plantStopLimits } from '@packboard/contract'
import { daySummaryDefault, filterPeriod, isWithinDays } from '@packboard/model'
import { useMemo } from 'react'
import { ClientPicker } from '../clients/ClientPicker.tsx'
import { useClientInAddress } from '../clients/useClientOfAddress.ts'
import { EarlierChoice } from '../earlier/EarlierChoice.tsx'
import { useEarlierKind } from '../earlier/earlierAsOf.ts'
import { FilterBar } from '../filter/FilterBar.tsx'
import { useFigureRefresh } from '../filter/figureQuery.ts'
import { everything } from '../filter/filter.ts'
import { choicesText } from '../filter/filterText.ts'
import { useFilter, useFilterChoices } from '../filter/useFilter.ts'
import { useUndo } from '../filter/useUndo.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { LastUpdated } from '../kpis/LastUpdated.tsx'
import { type ChosenClient, useClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { PrintHead } from '../shell/print/PrintHead.tsx'
import { LoadingWord } from '../ui/Loadable.tsx'
import { NotAllowed } from '../ui/NotAllowed.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { StopCausesPanel } from './StopCausesPanel.tsx'
import { StopsPanel } from './StopsPanel.tsx'
import styles from './StopsScreen.module.css'
import { useFirstCauses } from './useCauses.ts'
import { useStopSelection } from './useStopSelection.ts'

/** The stops of all machines, of the own or the chosen client; staff without a choice choose first. */
export function StopsScreen() {
  const person = usePerson()
  const client = useClient(person)
  usePageTitle(useTexts('stops')('title'), client?.name)
  if (useClientInAddress()) return <LoadingWord turning />
  if (client) return <StopsPage key={client.id} client={client} />
  return person.permissions.chooseClient ? <ClientPicker /> : <NotAllowed />
}

const carried = ['product', 'machine'] as const

/** What stopped the machines of a client in a window, and every stop of it. */
function StopsPage({ client }: { client: ChosenClient }) {
  const say = useTexts('stops')
  // An address with days alone means whole days; one without a window does not come here.
  const { filter, apply, clear } = useFilter(daySummaryDefault, carried)
  const choices = useFilterChoices(client.id, undefined, filter)
  const selecting = useStopSelection()
  const undoing = useUndo()
  // Several machines are compared for premium clients (D51).
  const mayCompare = client.subscriptionLabel === 'premium' || filter.machine !== everything
  const kind = useEarlierKind()
  const { machine = everything } = filter
  const serialNo = machine === everything ? undefined : machine
  const scope = useMemo(
    () => ({ clientId: client.id, serialNo, filter }),
    [client.id, serialNo, filter],
  )
  useFigureRefresh()
  const tooLong =
    serialNo === undefined && !isWithinDays(filterPeriod(filter), plantStopLimits.days)
  return (
    <div className={styles.page}>
      <PrintHead
        title={say('title')}
        client={client.name}
        filter={filter}
        choices={choicesText(filter)}
      />
      <div className={styles.head}>
        <h1 data-screen-only>{say('title')}</h1>
        {!tooLong && <Updated scope={scope} />}
      </div>
      <FilterBar
        {...{ filter, choices, apply, clear, undoing }}
        atOnce
        beside={mayCompare && !tooLong && <ComparedWith scope={scope} />}
      />
      {tooLong ? (
        <p role="alert">{say('tooLong')}</p>
      ) : (
        <>
          <StopCausesPanel {...{ scope, selecting }} against={mayCompare ? kind : null} listed />
          <StopsPanel {...{ scope, selecting }} takesFocus={false} stays />
        </>
      )}
    </div>
  )
}

type Scope = Parameters<typeof StopCausesPanel>[0]['scope']

/** The instant of the figures; a component of its own, because it changes with each refresh. */
function Updated({ scope }: { scope: Scope }) {
  const { asOf, late, query } = useFirstCauses(scope)
  return <LastUpdated figures={{ asOf, late, query }} filter={scope.filter} />
}

function ComparedWith({ scope }: { scope: Scope }) {
  const { asOf } = useFirstCauses(scope)
  return <EarlierChoice asOf={asOf} />
}
