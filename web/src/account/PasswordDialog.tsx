import { Button } from '@mantine/core'
import { setAccountPassword } from '@packboard/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call, failureText } from '../api/call.ts'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { isSavedSession, keepSession } from '../session/session.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/Message.tsx'
import { PasswordField, textOf } from '../ui/PasswordField.tsx'
import { showToast } from '../ui/Toasts.tsx'
import styles from './AccountDialog.module.css'

/** Another password of one's own, with the present one. */
export function PasswordDialog(dialog: DialogProps) {
  const say = useTexts('account')
  const words = useTexts('auth')
  const queries = useQueryClient()
  const form = useId()
  const [differ, setDiffer] = useState(false)
  const changing = useMutation({
    mutationFn: (body: { oldPassword: string; newPassword: string }) =>
      call(setAccountPassword, { body }),
    onSuccess: (session) => {
      keepSession(session, isSavedSession())
      dialog.onClose()
      showToast(textsOf('account')('passwordChanged'))
      return queries.invalidateQueries({ queryKey: ['account'] })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const newPassword = textOf(fields, 'newPassword')
    const isTwice = newPassword === textOf(fields, 'confirmed')
    setDiffer(!isTwice)
    if (isTwice) changing.mutate({ oldPassword: textOf(fields, 'oldPassword'), newPassword })
  }
  return (
    <Dialog
      title={say('changePassword')}
      width={480}
      {...dialog}
      foot={
        <>
          <Button variant="default" onClick={dialog.onClose}>
            {say('cancel')}
          </Button>
          <BusyButton type="submit" form={form} busy={changing.isPending ? say('saving') : null}>
            {say('change')}
          </BusyButton>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        {differ ? (
          <ErrorNote>{words('passwordsDiffer')}</ErrorNote>
        ) : (
          changing.isError && <ErrorNote>{failureText(changing.error)}</ErrorNote>
        )}
        <PasswordField
          label={say('oldPassword')}
          name="oldPassword"
          autoComplete="current-password"
        />
        <PasswordField label={say('newPassword')} name="newPassword" autoComplete="new-password" />
        <PasswordField
          label={words('confirmPassword')}
          name="confirmed"
          autoComplete="new-password"
        />
        <p>{say('othersEnd')}</p>
      </form>
    </Dialog>
  )
}
