import { Button, TextInput } from '@mantine/core'
import { forgotPassword } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { call } from '../api/call.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconMail } from '../icons/icons.ts'
import { DoneNote, ErrorNote } from '../ui/Message.tsx'
import { textOf } from '../ui/PasswordField.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import styles from './LoginScreen.module.css'
import { OutboxLink } from './OutboxLink.tsx'

/** Asks for a link that sets a new password; whether the address is known stays unsaid (D38). */
export function ForgotPasswordScreen() {
  const say = useTexts('auth')
  usePageTitle(say('forgot'))
  const asking = useMutation({
    mutationFn: (email: string) => call(forgotPassword, { body: { email } }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    asking.mutate(textOf(new FormData(event.currentTarget), 'email'))
  }
  return (
    <>
      <h1 className={styles.title}>{say('forgot')}</h1>
      {asking.isSuccess ? (
        <DoneNote>{say('forgotDone')}</DoneNote>
      ) : (
        <>
          <p className={styles.lead}>{say('forgotLead')}</p>
          <form className={styles.form} onSubmit={submit}>
            {asking.isError && <ErrorNote>{asking.error.message}</ErrorNote>}
            <TextInput
              label={say('email')}
              name="email"
              type="email"
              size="md"
              autoComplete="email"
              leftSection={<IconMail size={18} />}
            />
            <Button type="submit" size="md" fullWidth loading={asking.isPending}>
              {say('submit')}
            </Button>
          </form>
        </>
      )}
      <p className={styles.after}>
        <Link to="/auth/login">{say('backToLogin')}</Link>
      </p>
      <OutboxLink />
    </>
  )
}
