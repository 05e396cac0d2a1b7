import { Button } from '@mantine/core'
import {
  passkeyOptions,
  type SecondFactorDue,
  type Session,
  setUpFactor,
  showSecondFactor,
} from '@packboard/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, call, failureText } from '../api/call.ts'
import { makeOnDevice, passkeysWorkHere } from '../factors/passkeyDevice.ts'
import { RecoveryCodes } from '../factors/RecoveryCodes.tsx'
import { ShowFactor } from '../factors/ShowFactor.tsx'
import { TotpCode } from '../factors/TotpCode.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { IconFingerprint } from '../icons/furtherIcons.ts'
import { IconChevronLeft } from '../icons/icons.ts'
import { useProvider } from '../shell/provider.ts'
import { ErrorNote } from '../ui/Message.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import styles from './LoginScreen.module.css'
import stepStyles from './SecondStep.module.css'

type Step = {
  readonly due: SecondFactorDue
  readonly username: string
  /** The person is signed in. */
  readonly done: (session: Session) => void
  /** Back to the password. */
  readonly leave: () => void
}

/** After the right password: the second factor, or the first one of a person who has to set one up. */
export function SecondStep(step: Step) {
  const say = useTexts('account')
  const setsUp = step.due.methods.includes('setUp')
  const title = say(setsUp ? 'setUpTitle' : 'secondStep')
  usePageTitle(title)
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      {setsUp ? <SetUp {...step} /> : <Show {...step} />}
      <button type="button" className={stepStyles.back} onClick={step.leave}>
        <IconChevronLeft size={18} />
        {say('otherPerson')}
      </button>
    </>
  )
}

function Show({ due: { ticket, methods }, username, done }: Step) {
  const say = useTexts('account')
  return (
    <ShowFactor
      methods={methods.filter((method) => method !== 'setUp')}
      submit={say('goOn')}
      show={async (shown) => done(await call(showSecondFactor, { body: { ticket, ...shown } }))}
      request={() => call(passkeyOptions, { body: { ticket } })}
      lead={(method) => (
        <p className={styles.lead}>
          {say(method === 'totp' ? 'secondStepCode' : 'secondStepLead', { name: username })}
        </p>
      )}
    />
  )
}

type SetUpAnswer = Session & { readonly recoveryCodes?: string[] | undefined }

function SetUp({ due: { ticket }, username, done }: Step) {
  const say = useTexts('account')
  const { passkeysAt } = useProvider()
  const [signedIn, setSignedIn] = useState<SetUpAnswer | null>(null)
  const made = useQuery({
    queryKey: ['set up', ticket],
    queryFn: () => call(setUpFactor, { body: { ticket, method: 'totp' } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const showing = useMutation({
    mutationFn: (code: string) => call(showSecondFactor, { body: { ticket, code } }),
    onSuccess: setSignedIn,
  })
  const adding = useMutation({
    mutationFn: async () => {
      const body = { ticket, method: 'passkey' as const }
      const { passkey: creation } = await call(setUpFactor, { body })
      if (!creation) throw new CallFailed(0, say('passkeyNotUsed'))
      const passkey = { ...(await makeOnDevice(creation)), name: say('firstPasskey') }
      return call(showSecondFactor, { body: { ticket, passkey } })
    },
    onSuccess: setSignedIn,
  })
  if (signedIn) {
    const { recoveryCodes = [], ...session } = signedIn
    return <RecoveryCodes codes={recoveryCodes} username={username} done={() => done(session)} />
  }
  const failure = made.error ?? showing.error ?? adding.error
  return (
    <>
      <p className={styles.lead}>{say('setUpLead')}</p>
      {failure && <ErrorNote>{failureText(failure)}</ErrorNote>}
      {made.data?.totp && (
        <TotpCode
          made={made.data.totp}
          busy={showing.isPending || adding.isPending}
          send={(code, wrong) => showing.mutate(code, { onError: wrong })}
        />
      )}
      {passkeysWorkHere(passkeysAt) && (
        <Button
          className={stepStyles.passkey ?? ''}
          variant="default"
          size="md"
          fullWidth
          leftSection={<IconFingerprint size={18} />}
          loading={adding.isPending}
          onClick={() => adding.mutate()}
        >
          {say('passkeyInstead')}
        </Button>
      )}
    </>
  )
}
