import { Button, TextInput } from '@mantine/core'
import { muteAlerts } from '@packboard/contract'
import { alertLimits } from '@packboard/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call, failureText } from '../../api/call.ts'
import { textsOf, useTexts } from '../../i18n/useTexts.ts'
import { serverNow } from '../../time/serverClock.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx'
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import styles from './AlertsView.module.css'

const hours = ['1', '8', '24', '72', '168', '720'] as const
const hourMs = 3_600_000

export type Mutable =
  | { readonly ruleId: string; readonly name: string }
  | { readonly machines: readonly string[] }

const useMute = (clientId: number, done: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { ruleId?: string; machineId?: string; until: Date; reason: string }) =>
      call(muteAlerts, { params: { clientId }, body }),
    onSuccess: () => {
      showToast(done)
      return queries.invalidateQueries({ queryKey: ['alerts', clientId] })
    },
    onError: (error) => showToast(failureText(error), true),
  })
}

/** Sends nothing of a rule or a machine until a time: for how long, and why. */
export function MuteDialog({
  clientId,
  about,
  opened,
  onClose,
}: { clientId: number; about: Mutable } & DialogProps) {
  const say = useTexts('alertRules')
  const id = useId()
  const [length, setLength] = useState('8')
  const [reason, setReason] = useState('')
  const [machineId, setMachine] = useState('machines' in about ? (about.machines[0] ?? '') : '')
  const [tried, setTried] = useState(false)
  const muting = useMute(clientId, textsOf('alertRules')('muted'))
  const send = () => {
    setTried(true)
    if (reason.trim() === '' || muting.isPending) return
    const until = new Date(serverNow() + Number(length) * hourMs)
    const what = 'ruleId' in about ? { ruleId: about.ruleId } : { machineId }
    muting.mutate({ ...what, until, reason: reason.trim() }, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={'ruleId' in about ? say('muteOf', { name: about.name }) : say('muteMachine')}
      width={440}
      {...{ opened, onClose }}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <BusyButton type="submit" form={id} busy={muting.isPending ? say('muting') : null}>
            {say('mute')}
          </BusyButton>
        </>
      }
    >
      <form
        id={id}
        className={styles.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {muting.isError && <ErrorNote>{failureText(muting.error)}</ErrorNote>}
        {'machines' in about && (
          <ChoiceSelect
            label={say('chooseMachine')}
            searchable
            data={[...about.machines]}
            value={machineId}
            onChange={(value) => setMachine(value ?? '')}
          />
        )}
        <ChoiceSelect
          label={say('muteFor')}
          data={hours.map((value) => ({ value: value as string, label: say(`for.${value}`) }))}
          value={length}
          onChange={(value) => setLength(value ?? '8')}
        />
        <TextInput
          label={say('muteReason')}
          required
          withAsterisk={false}
          maxLength={alertLimits.muteReasonLength}
          value={reason}
          error={tried && reason.trim() === '' && say('muteNeedsReason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <p className={styles.quiet}>{say('muteWhat')}</p>
      </form>
    </Dialog>
  )
}

/** Ends a mute at once. */
export function UnmuteButton({
  clientId,
  of,
  name,
  reason,
}: {
  clientId: number
  of: { readonly ruleId: string } | { readonly machineId: string }
  name: string
  /** Why it was muted; the log keeps it with the end. */
  reason: string
}) {
  const say = useTexts('alertRules')
  const ending = useMute(clientId, textsOf('alertRules')('unmuted'))
  return (
    <Button
      variant="default"
      size="xs"
      loading={ending.isPending}
      aria-label={say('unmuteNamed', { name })}
      onClick={() => ending.mutate({ ...of, until: new Date(serverNow() - 1_000), reason })}
    >
      {say('unmute')}
    </Button>
  )
}
