import { Button } from '@mantine/core'
import { confirmEmail } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { DoneNote, ErrorNote } from '../ui/Message.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import styles from './LoginScreen.module.css'

/**
 * Confirms the new e-mail address of an account (D82). A person presses the button: programs that open the links of
 * e-mails to check them must not confirm anything.
 */
export function ConfirmEmailScreen() {
  const { emailToken } = useParams({ from: '/auth/confirm-email/$emailToken' })
  const say = useTexts('auth')
  usePageTitle(say('confirmEmail'))
  const confirming = useMutation({
    mutationFn: () => call(confirmEmail, { body: { emailToken } }),
  })
  return (
    <>
      <h1 className={styles.title}>{say('confirmEmail')}</h1>
      {confirming.isSuccess ? (
        <DoneNote>{say('emailConfirmed')}</DoneNote>
      ) : (
        <>
          <p className={styles.lead}>{say('confirmEmailLead')}</p>
          <div className={styles.form}>
            {confirming.isError && <ErrorNote>{confirming.error.message}</ErrorNote>}
            <Button
              size="md"
              fullWidth
              loading={confirming.isPending}
              onClick={() => confirming.mutate()}
            >
              {say('confirmEmail')}
            </Button>
          </div>
        </>
      )}
      <p className={styles.after}>
        <Link to="/auth/login">{say('backToLogin')}</Link>
      </p>
    </>
  )
}
