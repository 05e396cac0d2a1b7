import { Button, TextInput } from '@mantine/core'
import { addPasskey, passkeyToAdd } from '@packboard/contract'
import { browserOf, factorLimits } from '@packboard/model'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call, failureText } from '../api/call.ts'
import { makeOnDevice } from '../factors/passkeyDevice.ts'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/Message.tsx'
import { showToast } from '../ui/Toasts.tsx'
import styles from './AccountDialog.module.css'

/** Adds a passkey under a name by which the person knows its device again. */
export function PasskeyDialog({ added, ...dialog }: { added: () => void } & DialogProps) {
  const say = useTexts('account')
  const form = useId()
  const [name, setName] = useState(deviceName)
  const adding = useMutation({
    mutationFn: async () => {
      const made = await makeOnDevice(await call(passkeyToAdd, {}))
      return call(addPasskey, { body: { ...made, name } })
    },
    onSuccess: () => {
      dialog.onClose()
      showToast(textsOf('account')('passkeyAdded'))
      added()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    adding.mutate()
  }
  return (
    <Dialog
      title={say('addPasskey')}
      width={480}
      {...dialog}
      foot={
        <>
          <Button variant="default" onClick={dialog.onClose}>
            {say('cancel')}
          </Button>
          <BusyButton type="submit" form={form} busy={adding.isPending ? say('waiting') : null}>
            {say('goOn')}
          </BusyButton>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        {adding.isError && <ErrorNote>{failureText(adding.error)}</ErrorNote>}
        <p>{say('addPasskeyLead')}</p>
        <TextInput
          label={say('passkeyName')}
          required
          withAsterisk={false}
          maxLength={factorLimits.passkeyName}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}

/** `Chrome, Windows` */
function deviceName(): string {
  const { browser, system } = browserOf(navigator.userAgent)
  return [browser, system].filter((part) => part !== null).join(', ')
}
