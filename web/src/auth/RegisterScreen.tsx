import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { signUp } from '@packboard/contract'
import { IconMail, IconUser } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { call } from '../api/call.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import styles from './LoginScreen.module.css'
import { PasswordField } from './PasswordField.tsx'
import { textOf } from './textOf.ts'

/** Asks for an account. What the server says to it stands in an alert: here when it refuses, on the sign-in page else. */
export function RegisterScreen() {
  usePageTitle('Create account')
  const navigate = useNavigate()
  const registering = useMutation({
    mutationFn: (body: { username: string; email: string; password: string }) =>
      call(signUp, { body }),
    onSuccess: ({ message }) => navigate({ to: '/auth/login', state: { notice: message } }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    registering.mutate({
      username: textOf(fields, 'username'),
      email: textOf(fields, 'email'),
      password: textOf(fields, 'password'),
    })
  }
  return (
    <>
      <h1 className={styles.title}>Create account</h1>
      <p className={styles.lead}>An administrator approves new accounts.</p>
      <form className={styles.form} onSubmit={submit}>
        {registering.isError && <ErrorNote>{registering.error.message}</ErrorNote>}
        <TextInput
          label="Username"
          name="username"
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          leftSection={<IconUser size={18} stroke={1.75} />}
        />
        <TextInput
          label="Email"
          name="email"
          type="email"
          size="md"
          autoComplete="email"
          leftSection={<IconMail size={18} stroke={1.75} />}
        />
        <div className={styles.withNote}>
          <PasswordField label="Password" name="password" autoComplete="new-password" />
          <p className={styles.note}>password strength: strong</p>
        </div>
        <Checkbox label="I agree to the privacy policy" />
        <Button type="submit" size="md" fullWidth loading={registering.isPending}>
          Create account
        </Button>
      </form>
      <p className={styles.after}>
        Already have an account? <Link to="/auth/login">Login</Link>
      </p>
    </>
  )
}
