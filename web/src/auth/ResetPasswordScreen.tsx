import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { resetPassword } from '@packboard/contract'
import { passwordProblem, shortestPassword } from '@packboard/model'
import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { useLocale } from '../i18n/useLocale.ts'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { DoneNote, ErrorNote } from '../ui/Message.tsx'
import { PasswordField, textOf } from '../ui/PasswordField.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import styles from './LoginScreen.module.css'
import termsStyles from './ResetPasswordScreen.module.css'

/** Sets a password with the token of a link. Who was invited (`create`) accepts the terms with it. */
export function ResetPasswordScreen() {
  const { newToken, userStatus } = useParams({
    from: '/auth/reset-password/$newToken/{-$userStatus}',
  })
  const invited = userStatus === 'create'
  const say = useTexts('auth')
  const title = say(invited ? 'createPassword' : 'resetPassword')
  usePageTitle(title)
  const [termsTicked, tickTerms] = useState(false)
  const [termsOpen, openTerms] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const setting = useMutation({
    mutationFn: ({ password }: NewPassword) =>
      call(resetPassword, {
        body: {
          newPassword: password,
          resetToken: newToken,
          ...(invited && { termsAccepted: true }),
        },
      }),
    onError: (error) => setProblem(error.message),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const typed: NewPassword = {
      password: textOf(fields, 'password'),
      confirmed: textOf(fields, 'confirmed'),
      termsAccepted: invited ? termsTicked : null,
    }
    const found = newPasswordProblem(typed)
    setProblem(found)
    if (found === null) setting.mutate(typed)
  }
  if (setting.isSuccess) {
    return (
      <>
        <h1 className={styles.title}>{title}</h1>
        <DoneNote>{say('resetDone')}</DoneNote>
        <p className={styles.after}>
          <Link to="/auth/login">{say('backToLogin')}</Link>
        </p>
      </>
    )
  }
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.lead}>{say(invited ? 'createPasswordLead' : 'resetPasswordLead')}</p>
      <form className={styles.form} onSubmit={submit}>
        {problem !== null && <ErrorNote>{problem}</ErrorNote>}
        <PasswordField label={say('password')} name="password" autoComplete="new-password" />
        <PasswordField
          label={say('confirmPassword')}
          name="confirmed"
          autoComplete="new-password"
        />
        {invited && (
          <div className={styles.terms}>
            <Checkbox
              aria-label={say('acceptTerms')}
              checked={termsTicked}
              onChange={(event) => tickTerms(event.currentTarget.checked)}
            />
            <span>
              {say('acceptTermsLink', {
                terms: (inner) => (
                  <button type="button" onClick={() => openTerms(true)}>
                    {inner}
                  </button>
                ),
              })}
            </span>
          </div>
        )}
        <Button type="submit" size="md" fullWidth loading={setting.isPending}>
          {say('submit')}
        </Button>
      </form>
      {invited && (
        <TermsModal
          opened={termsOpen}
          onClose={() => openTerms(false)}
          agree={() => {
            tickTerms(true)
            openTerms(false)
          }}
        />
      )}
    </>
  )
}

/** A new password as it was typed, twice, and what goes with it. */
type NewPassword = {
  readonly password: string
  readonly confirmed: string
  /** Null where no terms have to be accepted. */
  readonly termsAccepted: boolean | null
}

/**
 * What is wrong with a new password, in the order of specification §5; null when it may be sent. An installation that
 * asks for a longer one says so itself (D39).
 */
function newPasswordProblem(typed: NewPassword): string | null {
  if (typed.termsAccepted === false) return textsOf('auth')('termsRequired')
  const say = textsOf('auth')
  const problem = passwordProblem(typed.password)
  if (problem === 'empty') return say('passwordEmpty')
  if (problem === 'tooShort') return say('passwordTooShort', { least: shortestPassword })
  if (typed.password !== typed.confirmed) return say('passwordsDiffer')
  return null
}

/** The terms to read; Agree ticks them. */
export function TermsModal({ agree, ...dialog }: { agree: () => void } & DialogProps) {
  const say = useTexts('auth')
  const english = useLocale() === 'en-GB'
  return (
    <Dialog
      title={say('terms')}
      width={560}
      {...dialog}
      foot={<Button onClick={agree}>{say('agree')}</Button>}
    >
      {!english && <p className={termsStyles.binding}>{say('termsBinding')}</p>}
      <ol className={termsStyles.terms}>
        {terms.map(({ title, clause }, index) => (
          <li key={title}>
            <span className={termsStyles.number}>{index + 1}</span>
            <div>
              <h3>{say(title)}</h3>
              <p lang="en">{clause}</p>
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

/**
 * What an invited person accepts, clause by clause (specification §2). The clauses are English in every language: a
 * translation would be a second contract, and only one can be kept with the acceptance. Headings are in the catalogue.
 */
export const terms = [
  {
    title: 'termsAcceptance',
    clause:
      'By creating an account you accept these terms and agree to follow them each time you use the service.',
  },
  {
    title: 'termsUse',
    clause:
      'You must be 18 or over. Use the service only for the machines and sites you are authorised to view.',
  },
  {
    title: 'termsData',
    clause:
      'We process account details and machine data to provide the service. Machine data remains the property of your company.',
  },
  {
    title: 'termsProperty',
    clause: 'The software, texts and graphics belong to the provider and its licensors.',
  },
  {
    title: 'termsDisclaimer',
    clause:
      'Values are provided for information. Do not rely on them for machine safety or process control.',
  },
  {
    title: 'termsLiability',
    clause: 'Liability is limited to the amount paid for the service in the past 12 months.',
  },
  {
    title: 'termsChanges',
    clause: 'We may update these terms. You will see the new version before it takes effect.',
  },
  { title: 'termsTermination', clause: 'Either party may close the account at any time.' },
  {
    title: 'termsLaw',
    clause: 'These terms are governed by the law of the United Kingdom.',
  },
] as const
