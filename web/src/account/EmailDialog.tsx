import { Button, TextInput } from '@mantine/core'
import { type Account, setAccountEmail } from '@packboard/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call, failureText } from '../api/call.ts'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/Message.tsx'
import { showToast } from '../ui/Toasts.tsx'
import styles from './AccountDialog.module.css'

/** Another e-mail address of one's own: it is in force once the link in its letter was opened. */
export function EmailDialog({ account, ...dialog }: { account: Account } & DialogProps) {
  const say = useTexts('account')
  const queries = useQueryClient()
  const form = useId()
  const [email, setEmail] = useState('')
  const asking = useMutation({
    mutationFn: () => call(setAccountEmail, { body: { email } }),
    onSuccess: () => {
      dialog.onClose()
      showToast(textsOf('account')('emailAsked', { email }))
      return queries.invalidateQueries({ queryKey: ['account', 'own'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    asking.mutate()
  }
  return (
    <Dialog
      title={say('changeEmail')}
      width={480}
      {...dialog}
      foot={
        <>
          <Button variant="default" onClick={dialog.onClose}>
            {say('cancel')}
          </Button>
          <BusyButton type="submit" form={form} busy={asking.isPending ? say('saving') : null}>
            {say('change')}
          </BusyButton>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        {asking.isError && <ErrorNote>{failureText(asking.error)}</ErrorNote>}
        <p>{say('emailLead', { email: account.email ?? say('noEmail') })}</p>
        <TextInput
          label={say('newEmail')}
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
