import { type ClientMachine, operatorLink } from '@packboard/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import { CallFailed, call } from '../api/call.ts'
import { actAsKiosk, watchKioskRefused } from '../api/kioskCredential.ts'
import { useMachines } from '../clients/useMachines.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { PageTimesProvider } from '../time/zone.ts'
import { Loadable } from '../ui/Loadable.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { WallMessage } from '../wall/WallMessage.tsx'
import { type Answering, answerOnTablet } from './answering.ts'
import { type HeldPass, heldPass, holdPass } from './heldPass.ts'
import { NameChoice } from './NameChoice.tsx'
import { OperatorPage } from './OperatorPage.tsx'
import { whileKnown } from './whileKnown.ts'

/** The page of the operators on a tablet with a link: a name is chosen once, with a PIN where the link wants one. */
export function OperatorLinkScreen() {
  const token = useLocation({ select: ({ hash }) => hash })
  return <LinkedOperator key={token} token={token} />
}

type Link = z.output<typeof operatorLink.answer>

function LinkedOperator({ token }: { token: string }) {
  const say = useTexts('stopBook')
  const sayWall = useTexts('wall')
  const loading = useTexts('ui')('loading')
  const queries = useQueryClient()
  const [held, setHeld] = useState(() => heldPass(token))
  const { pass } = held
  const { queryKey } = operatorLinkQuery(token, pass)
  const link = useQuery(operatorLinkQuery(token, pass))
  useEffect(
    () =>
      // Was it the link that is not accepted any more, or the pass? The refusal may have been that of this very question.
      watchKioskRefused(() => {
        void queries.invalidateQueries({ queryKey }, { cancelRefetch: false })
      }),
    [queries, queryKey],
  )
  const hold = (next: HeldPass) => {
    holdPass(token, next)
    actAsKiosk(token + next.pass)
    setHeld(next)
  }
  if (link.error instanceof CallFailed && link.error.status === 401) {
    return <WallMessage title={say('linkInvalid')}>{say('linkInvalidReason')}</WallMessage>
  }
  if (!link.data) {
    return link.isError ? (
      <WallMessage title={sayWall('notReached')}>
        {sayWall('notReachedReason', { seconds: 15 })}
      </WallMessage>
    ) : (
      <WallMessage title={loading} />
    )
  }
  const { person } = link.data
  if (!person || held.isLeft) {
    return <NameChoice link={link.data} chosen={(next) => hold({ pass: next, isLeft: false })} />
  }
  const leave = () => hold({ pass, isLeft: true })
  return <Tablet key={person.id} link={link.data} {...{ person, leave }} />
}

function Tablet({
  link: { linkId, clientId, label, zone },
  person,
  leave,
}: {
  link: Link
  person: NonNullable<Link['person']>
  leave: () => void
}) {
  const say = useTexts('stopBook')
  const overview = useTexts('overview')
  usePageTitle(say('operatorTitle'), label)
  const machines = useMachines(clientId)
  const key = `link-${linkId}-${person.id}`
  // Before the page sends what waits.
  useLayoutEffect(() => {
    answerOnTablet(key)
    return () => answerOnTablet(null)
  }, [key])
  const times = useMemo(() => ({ zone, preferred: zone, factory: null }), [zone])
  return (
    <PageTimesProvider value={times}>
      <Loadable
        query={whileKnown(machines)}
        emptyText={overview('none')}
        isEmpty={(answer) => answer.machines.length === 0}
        saysLoading
      >
        {(answer) => (
          <Machines
            {...{ clientId }}
            place={label}
            machines={answer.machines}
            answering={{ key, name: person.name, leave }}
          />
        )}
      </Loadable>
    </PageTimesProvider>
  )
}

/** The machines of a link are few: all of them are tabs. */
function Machines({
  clientId,
  place,
  machines,
  answering,
}: {
  clientId: number
  place: string
  machines: readonly ClientMachine[]
  answering: Answering
}) {
  const [wanted, choose] = useState('')
  const open = machines.find(({ machineId }) => machineId === wanted) ?? machines[0]
  return open ? (
    <OperatorPage {...{ clientId, answering, place, machines, choose }} open={open.machineId} />
  ) : null
}

const againMs = 60_000
const afterFailureMs = 15_000

/** What a link offers, and whose pass is held. Requested for ever: nobody reloads a tablet that hangs at a machine. */
const operatorLinkQuery = (token: string, pass: string) =>
  queryOptions({
    queryKey: ['operatorLink', token, pass],
    queryFn: ({ signal }) => call(operatorLink, {}, signal),
    retry: false,
    networkMode: 'always' as const,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => (state.status === 'error' ? afterFailureMs : againMs),
  })
