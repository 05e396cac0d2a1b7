import { Button, TextInput } from '@mantine/core'
import { type SecondFactorDue, signIn } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { call } from '../api/call.ts'
import { withTexts } from '../i18n/language.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconArrowRight, IconClock, IconUser } from '../icons/icons.ts'
import { endedWithoutAWord, keepSession } from '../session/session.ts'
import { useProvider } from '../shell/provider.ts'
import { DoneNote, ErrorNote } from '../ui/Message.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import demoStyles from './DemoAccounts.module.css'
import styles from './LoginScreen.module.css'
import { OutboxLink } from './OutboxLink.tsx'

/** With their texts: nobody who signs in with a password alone waits for them. */
const SecondStep = lazy(async () => {
  const { SecondStep } = await withTexts(import('./SecondStep.tsx'), 'account')
  return { default: SecondStep }
})
const PasskeySignIn = lazy(async () => {
  const { PasskeySignIn } = await withTexts(import('./PasskeySignIn.tsx'), 'account')
  return { default: PasskeySignIn }
})
const CompanySignIn = lazy(async () => {
  const { CompanySignIn } = await withTexts(import('./CompanySignIn.tsx'), 'account')
  return { default: CompanySignIn }
})

/** The product's own slug of the sign-in call (D1). */
const slug = 'packboard'

/** Sign in; the router takes a signed-in person on to /admin/index. */
export function LoginScreen() {
  const say = useTexts('auth')
  usePageTitle(say('signIn'))
  const [ended] = useState(endedWithoutAWord)
  const { signUp, demo, notice, passkeysAt, company } = useProvider()
  const [due, setDue] = useState<{ username: string; due: SecondFactorDue } | null>(null)
  const signingIn = useMutation({
    mutationFn: (credentials: { username: string; password: string }) =>
      call(signIn, { params: { slug }, body: { ...credentials, browserSaved: true } }),
    onSuccess: (answer, { username }) =>
      'secondFactor' in answer
        ? setDue({ username, due: answer.secondFactor })
        : keepSession(answer),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    signingIn.mutate({
      username: String(fields.get('username') ?? ''),
      password: String(fields.get('password') ?? ''),
    })
  }
  if (due) {
    const leave = () => {
      setDue(null)
      signingIn.reset()
    }
    return (
      <Suspense fallback={null}>
        <SecondStep {...due} done={(session) => keepSession(session)} leave={leave} />
      </Suspense>
    )
  }
  return (
    <>
      <h1 className={styles.title}>{say('signIn')}</h1>
      <p className={styles.lead}>{say('signInLead')}</p>
      {notice !== '' && <p className={styles.notice}>{notice}</p>}
      <form className={styles.form} onSubmit={submit}>
        {ended && signingIn.isIdle && <DoneNote icon={IconClock}>{say('sessionEnded')}</DoneNote>}
        {signingIn.isError && <ErrorNote>{signingIn.error.message}</ErrorNote>}
        <TextInput
          label={say('username')}
          name="username"
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          leftSection={<IconUser size={18} />}
        />
        <PasswordField label={say('password')} name="password" autoComplete="current-password" />
        <Link to="/auth/forgot-password" className={styles.link}>
          {say('forgotLink')}
        </Link>
        <Button type="submit" size="md" fullWidth loading={signingIn.isPending}>
          {say('signInButton')}
        </Button>
      </form>
      {passkeysAt === window.location.origin && (
        <Suspense fallback={null}>
          <PasskeySignIn />
        </Suspense>
      )}
      {company !== null && (
        <Suspense fallback={null}>
          <CompanySignIn typed={signingIn.isError ? signingIn.variables.username : ''} />
        </Suspense>
      )}
      {signUp && (
        <p className={styles.after}>
          {say('noAccount', { link: (inner) => <Link to="/auth/register">{inner}</Link> })}
        </p>
      )}
      <OutboxLink />
      {demo && (
        <DemoAccounts
          busy={signingIn.isPending}
          onChoose={(username) => signingIn.mutate({ username, password: demoPassword })}
        />
      )}
    </>
  )
}

/** The accounts of the demo, one tap each: it is there to be looked at, and only on the machine that it runs on. */
function DemoAccounts({
  busy,
  onChoose,
}: {
  busy: boolean
  onChoose: (account: DemoAccount) => void
}) {
  const say = useTexts('auth')
  return (
    <aside className={demoStyles.demo} aria-labelledby="demo-title">
      <span className={demoStyles.tag}>{say('demo')}</span>
      <h2 id="demo-title">{say('demoTitle')}</h2>
      <p>{say('demoLead')}</p>
      <ul>
        {demoAccounts.map((account) => (
          <li key={account}>
            <button type="button" disabled={busy} onClick={() => onChoose(account)}>
              <strong>{say(`demo.${account}`)}</strong>
              <span>{say(`demo.${account}.sees`)}</span>
              <IconArrowRight size={18} />
            </button>
          </li>
        ))}
      </ul>
      <small>{say('demoNames', { names: demoAccounts.join(', '), password: demoPassword })}</small>
    </aside>
  )
}

/** What everybody knows of the demo: its accounts, in the order in which a stranger tries them, and their one password. */
const demoAccounts = ['clientadmin', 'engineer', 'user', 'distributor', 'admin'] as const
type DemoAccount = (typeof demoAccounts)[number]
const demoPassword = 'packboard'
