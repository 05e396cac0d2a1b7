import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { signUp } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { CallFailed, call } from '../api/call.ts'
import { auth as english } from '../i18n/locales/en/auth.ts'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { IconMail, IconUser } from '../icons/icons.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { PasswordField, textOf } from '../ui/PasswordField.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import styles from './LoginScreen.module.css'

/** Requests an account. The server's message is shown in an alert window; after a success the sign-in page follows (specification §8). */
export function RegisterScreen() {
  const say = useTexts('auth')
  usePageTitle(say('createAccount'))
  const navigate = useNavigate()
  // The message of the last refusal was read.
  const [read, setRead] = useState(false)
  const registering = useMutation({
    mutationFn: (body: { username: string; email: string; password: string }) =>
      call(signUp, { body }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setRead(false)
    registering.mutate({
      username: textOf(fields, 'username'),
      email: textOf(fields, 'email'),
      password: textOf(fields, 'password'),
    })
  }
  const { error, data: done } = registering
  const goOn = () => (done ? void navigate({ to: '/auth/login' }) : setRead(true))
  const fields = error instanceof CallFailed ? error.fields : []
  const wrong = (name: string) =>
    fields.find(({ field }) => field.split('.').at(-1) === name)?.message
  return (
    <>
      <Dialog
        title={say(done ? 'created' : 'notCreated')}
        width={440}
        opened={done !== undefined || (error !== null && !read)}
        onClose={goOn}
        foot={
          <Button data-autofocus onClick={goOn}>
            {say('ok')}
          </Button>
        }
      >
        <p role="alert" className={styles.said}>
          {done ? saidWords(done.message) : error?.message}
        </p>
      </Dialog>
      <h1 className={styles.title}>{say('createAccount')}</h1>
      <p className={styles.lead}>{say('createAccountLead')}</p>
      <form className={styles.form} onSubmit={submit}>
        <TextInput
          label={say('username')}
          name="username"
          error={wrong('username')}
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          leftSection={<IconUser size={18} />}
        />
        <TextInput
          label={say('email')}
          name="email"
          error={wrong('email')}
          type="email"
          size="md"
          autoComplete="email"
          leftSection={<IconMail size={18} />}
        />
        <div className={styles.withNote}>
          <PasswordField
            label={say('password')}
            name="password"
            autoComplete="new-password"
            error={wrong('password')}
          />
          <p className={styles.note}>{say('strength')}</p>
        </div>
        <Checkbox label={say('privacy')} />
        <Button type="submit" size="md" fullWidth loading={registering.isPending}>
          {say('createAccount')}
        </Button>
      </form>
      <p className={styles.after}>
        {say('haveAccount', { link: (inner) => <Link to="/auth/login">{inner}</Link> })}
      </p>
    </>
  )
}

/** The server's usual messages in the user's language; any other message is shown as it came. */
const saidWords = (message: string) =>
  message === english.confirmSent ? textsOf('auth')('confirmSent') : message
