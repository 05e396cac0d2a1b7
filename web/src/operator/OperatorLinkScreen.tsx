import { type ClientMachine, chooseOperator, operatorLink } from '@packboard/contract'
import { formatClock } from '@packboard/model'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import { CallFailed, call, failureText } from '../api/call.ts'
import { actAsKiosk, watchKioskRefused } from '../api/kioskCredential.ts'
import { useMachines } from '../clients/clientQueries.ts'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { IconArrowLeft } from '../icons/furtherIcons.ts'
import { IconAlertTriangle, IconCheck, IconX } from '../icons/icons.ts'
import { BrandMark } from '../shell/Brand.tsx'
import { PageTimesProvider } from '../time/zone.ts'
import { Loadable } from '../ui/Loadable.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { WallMessage } from '../wall/WallMessage.tsx'
import { type Answering, answerOnTablet, whileKnown } from './answering.ts'
import { type HeldPass, heldPass, holdPass } from './heldPass.ts'
import styles from './OperatorLinkScreen.module.css'
import { OperatorPage } from './OperatorPage.tsx'
import shared from './Shared.module.css'

/** The page of the operators on a tablet with a link: a name is chosen once, with a PIN where the link wants one. */
export function OperatorLinkScreen() {
  const token = useLocation({ select: ({ hash }) => hash })
  return <LinkedOperator key={token} token={token} />
}

export type Link = z.output<typeof operatorLink.answer>

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

/** Who works at this tablet now: a name, and the PIN of the link where it wants one. */
export function NameChoice({ link, chosen }: { link: Link; chosen: (pass: string) => void }) {
  const say = useTexts('stopBook')
  const [name, choose] = useState<Link['names'][number] | null>(null)
  const sending = useMutation({
    mutationFn: (body: { nameId: number; pin: string }) => call(chooseOperator, { body }),
    onSuccess: ({ pass }) => chosen(pass),
  })
  const send = (nameId: number, pin: string) => {
    if (!sending.isPending) sending.mutate({ nameId, pin })
  }
  const failed = sending.error && (
    <p className={styles.failed} role="alert">
      <IconAlertTriangle size={24} />
      <span>
        {failureText(sending.error)} {nextTry(sending.error, link.zone)}
      </span>
    </p>
  )
  return (
    <main id="main" className={styles.page}>
      <p className={styles.place}>
        <BrandMark size={28} />
        {link.clientName} · {link.label}
      </p>
      {name ? (
        <PinPad
          key={sending.submittedAt}
          name={name.name}
          busy={sending.isPending}
          send={(pin) => send(name.id, pin)}
          back={() => {
            sending.reset()
            choose(null)
          }}
        >
          {failed}
        </PinPad>
      ) : (
        <>
          <h1>{say('whoAreYou')}</h1>
          {failed}
          {link.names.length === 0 ? (
            <p className={styles.hint}>{say('noNames')}</p>
          ) : (
            <ul className={styles.names}>
              {link.names.map((each) => (
                <li key={each.id}>
                  <button
                    type="button"
                    onClick={() => (link.pin ? choose(each) : send(each.id, ''))}
                  >
                    <span aria-hidden="true">{each.name.slice(0, 1).toUpperCase()}</span>
                    {each.name}
                  </button>
                </li>
              ))}
            </ul>
          )}
          <p className={styles.hint}>{say('nameHint')}</p>
        </>
      )}
    </main>
  )
}

/** When one more PIN can be tried, where the server says so. */
function nextTry(error: unknown, zone: string): string {
  const at = error instanceof CallFailed && error.fields.find(({ field }) => field === 'nextAt')
  return at
    ? textsOf('stopBook')('pinNextAt', { time: formatClock(new Date(at.message), zone) })
    : ''
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const [shortest, longest] = [4, 8]

/** Keys for gloves: no keyboard opens. A keyboard works, too. */
export function PinPad({
  name,
  busy,
  send,
  back,
  children,
}: {
  name: string
  busy: boolean
  send: (pin: string) => void
  back: () => void
  children: ReactNode
}) {
  const say = useTexts('stopBook')
  const [pin, setPin] = useState('')
  const add = (digit: string) => setPin((typed) => (typed + digit).slice(0, longest))
  const drop = () => setPin((typed) => typed.slice(0, -1))
  const ready = pin.length >= shortest && !busy
  const key = (digit: string) => (
    <button key={digit} type="button" className={styles.key} onClick={() => add(digit)}>
      {digit}
    </button>
  )
  return (
    <form
      className={styles.pad}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) send(pin)
      }}
    >
      <h1>{say('pinOf', { name })}</h1>
      <input
        className={styles.typed}
        type="password"
        inputMode="none"
        autoComplete="off"
        aria-label={say('pin')}
        value={pin}
        maxLength={longest}
        onChange={(event) => setPin(event.currentTarget.value.replaceAll(/\D/g, ''))}
      />
      {children}
      <div className={styles.keys}>
        {digits.map(key)}
        <button type="button" className={styles.key} aria-label={say('dropDigit')} onClick={drop}>
          <IconX size={28} />
        </button>
        {key('0')}
        <button type="submit" className={styles.key} data-primary disabled={!ready}>
          <IconCheck size={32} stroke={2.25} />
          <span className="spoken">{say('confirm')}</span>
        </button>
      </div>
      <button type="button" className={shared.small} onClick={back}>
        <IconArrowLeft size={22} />
        {say('back')}
      </button>
    </form>
  )
}
