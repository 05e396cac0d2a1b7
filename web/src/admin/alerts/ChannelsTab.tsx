import { Button } from '@mantine/core'
import { type HookForm, type HooksAnswer, setHooks, testHook } from '@packboard/contract'
import { formatDateTime, noFigure } from '@packboard/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, call, failureText } from '../../api/call.ts'
import { CrudTable } from '../../crud/CrudTable.tsx'
import { textsOf, useTexts } from '../../i18n/useTexts.ts'
import { IconAlertTriangle } from '../../icons/icons.ts'
import { usePerson } from '../../session/useSession.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { useShownZone } from '../../time/zone.ts'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { useOpening } from '../../ui/useOpening.ts'
import styles from './AlertsView.module.css'
import { hooksQuery } from './alertQueries.ts'
import { Deliveries } from './Deliveries.tsx'
import { addressForm, eventsWords, type Hook, hookForm, hookOnWire } from './hookForms.ts'
import { type MadeSecret, SecretDialog } from './SecretDialog.tsx'

type Wanted = {
  readonly hooks: readonly HookForm[]
  readonly mails: readonly { readonly id?: number; readonly address: string }[]
}

/** Sends all ways out of a client at once; the secret of a new webhook comes back once. */
function useSaveHooks(
  clientId: number,
  { version }: HooksAnswer,
  show: (made: MadeSecret) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ hooks, mails }: Wanted) =>
      call(setHooks, {
        params: { clientId },
        body: { version, hooks: [...hooks], mails: [...mails] },
      }),
    onSuccess: async ({ secrets }, { hooks }) => {
      const added = hooks.filter(({ id, kind }) => id === undefined && kind === 'hook')
      const [made] = secrets
      if (made) show({ name: added.at(-1)?.name ?? '', secret: made.secret })
      await queries.invalidateQueries({ queryKey: ['alerts', clientId] })
    },
  })
}

/** Webhooks, brokers, addresses, and what was sent to them. */
export function ChannelsTab({
  clientId,
  stored,
  reload,
}: {
  clientId: number
  stored: HooksAnswer
  reload: () => unknown
}) {
  const say = useTexts('alertChannels')
  const mayEdit = usePerson().permissions.setHooks
  const secret = useOpening<MadeSecret>()
  const saving = useSaveHooks(clientId, stored, secret.open)
  const hooks = stored.hooks.map(hookOnWire)
  const mails = stored.mails.map(({ id, address }) => ({ id, address }))
  const send = (wanted: Partial<Wanted>) => saving.mutateAsync({ hooks, mails, ...wanted })
  const isConflict = saving.error instanceof CallFailed && saving.error.status === 409
  return (
    <>
      {!mayEdit && <p className={styles.quiet}>{say('readOnly')}</p>}
      {!stored.mailWorks && <Note>{say('mailOff')}</Note>}
      {stored.mailIsKept && <Note>{say('mailIsKept')}</Note>}
      {!stored.pushWorks && <Note>{say('pushOff')}</Note>}
      {isConflict && (
        <div>
          <ErrorNote>{say('conflict')}</ErrorNote>
          <Button
            variant="default"
            onClick={() => {
              saving.reset()
              void reload()
            }}
          >
            {say('showSaved')}
          </Button>
        </div>
      )}
      <Hooks {...{ clientId, stored, mayEdit }} send={(next) => send({ hooks: next })} />
      <Addresses {...{ stored, mayEdit }} send={(next) => send({ mails: next })} />
      <Deliveries {...{ clientId, mayEdit }} hooks={stored.hooks} />
      {secret.about && <SecretDialog made={secret.about} {...secret.dialog} />}
    </>
  )
}

function Note({ children }: { children: string }) {
  return (
    <p className={styles.note}>
      <IconAlertTriangle size={16} />
      {children}
    </p>
  )
}

function Hooks({
  clientId,
  stored,
  mayEdit,
  send,
}: {
  clientId: number
  stored: HooksAnswer
  mayEdit: boolean
  send: (hooks: readonly HookForm[]) => Promise<unknown>
}) {
  const say = useTexts('alertChannels')
  const wire = stored.hooks.map(hookOnWire)
  const replaced = (hook: HookForm) => wire.map((one) => (one.id === hook.id ? hook : one))
  return (
    <CrudTable
      title={say('hooks')}
      noun={say('aHook')}
      query={{ isPending: false, isError: false, data: stored.hooks, refetch: () => {} }}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      hint={say('none')}
      columns={[
        {
          key: 'name',
          title: say('name'),
          wide: true,
          text: ({ name }) => name,
          cell: ({ name, url }: Hook) => (
            <span>
              {name}
              <small className={`${styles.below} ${styles.address}`}>{url}</small>
            </span>
          ),
        },
        { key: 'kind', title: say('kind'), text: (hook) => say(`kind.${hook.kind}`) },
        {
          key: 'events',
          title: say('events'),
          wide: true,
          spare: true,
          text: (hook) => eventsWords(hook, say),
        },
        {
          key: 'state',
          title: say('state'),
          text: ({ enabled }) => say(enabled ? 'on' : 'offByHand'),
          cell: (hook: Hook) => (
            <HookState
              hook={hook}
              mayEdit={mayEdit}
              turn={(enabled) =>
                send(wire.map((one) => (one.id === hook.id ? { ...one, enabled } : one)))
              }
            />
          ),
        },
        {
          key: 'sent',
          title: say('lastSent'),
          labelOnPhone: true,
          spare: true,
          text: ({ lastSentAt }) => lastSentAt?.toISOString() ?? say('never'),
          cell: ({ lastSentAt }: Hook) =>
            lastSentAt ? <DateTime at={lastSentAt} /> : say('never'),
        },
      ]}
      {...(mayEdit && {
        form: (hook: Hook | null) =>
          hookForm(clientId, hook, (form) => send(hook ? replaced(form) : [...wire, form])),
        removal: {
          consequence: () => say('removeWhat'),
          send: (hook: Hook) => send(wire.filter(({ id }) => id !== hook.id)),
          done: say('removed'),
          failed: say('kept'),
        },
        moreActions: (hook: Hook) => <TestButton clientId={clientId} hook={hook} />,
      })}
    />
  )
}

/** On or off, and since when and why it was switched off by itself. */
function HookState({
  hook: { name, enabled, offSince, offWhy, waiting },
  mayEdit,
  turn,
}: {
  hook: Hook
  mayEdit: boolean
  turn: (on: boolean) => Promise<unknown>
}) {
  const say = useTexts('alertChannels')
  const zone = useShownZone()
  const [busy, setBusy] = useState(false)
  const change = async (on: boolean) => {
    setBusy(true)
    try {
      await turn(on)
    } catch (error) {
      showToast(failureText(error), true)
    } finally {
      setBusy(false)
    }
  }
  const why = offWhy === 'gone' || offWhy === 'failing' ? say(`off.${offWhy}`) : offWhy
  return (
    <>
      {mayEdit ? (
        <Switch label={say('switchNamed', { name })} on={enabled} disabled={busy} change={change} />
      ) : (
        say(enabled ? 'on' : 'offByHand')
      )}
      {!enabled && offSince && (
        <small className={styles.below}>
          <KeepDates>
            {say('offSince', { at: formatDateTime(offSince, zone), why: why || noFigure })}
          </KeepDates>
        </small>
      )}
      {waiting > 0 && <small className={styles.below}>{say('waiting', { count: waiting })}</small>}
    </>
  )
}

function TestButton({ clientId, hook: { id, name } }: { clientId: number; hook: Hook }) {
  const say = useTexts('alertChannels')
  const queries = useQueryClient()
  const testing = useMutation({
    mutationFn: () => call(testHook, { params: { clientId, id } }),
    onSuccess: () => showToast(textsOf('alertChannels')('testSent')),
    onError: (error) => showToast(failureText(error), true),
    onSettled: () => queries.invalidateQueries({ queryKey: hooksQuery(clientId).queryKey }),
  })
  return (
    <Button
      variant="default"
      size="xs"
      loading={testing.isPending}
      aria-label={say('testNamed', { name })}
      onClick={() => testing.mutate()}
    >
      {say('test')}
    </Button>
  )
}

type Mail = HooksAnswer['mails'][number]

function Addresses({
  stored,
  mayEdit,
  send,
}: {
  stored: HooksAnswer
  mayEdit: boolean
  send: (mails: Wanted['mails']) => Promise<unknown>
}) {
  const say = useTexts('alertChannels')
  const wire = stored.mails.map(({ id, address }) => ({ id, address }))
  return (
    <CrudTable
      title={say('addresses')}
      noun={say('anAddress')}
      query={{ isPending: false, isError: false, data: stored.mails, refetch: () => {} }}
      keyOf={({ id }) => id}
      nameOf={({ address }) => address}
      hint={say('addressesHint')}
      columns={[
        { key: 'address', title: say('address'), wide: true, text: ({ address }) => address },
        {
          key: 'state',
          title: say('state'),
          text: ({ confirmed }) => say(confirmed ? 'confirmed' : 'notConfirmed'),
        },
      ]}
      {...(mayEdit && {
        rights: () => ({ edit: false }),
        form: () => addressForm((address) => send([...wire, { address }])),
        removal: {
          consequence: () => say('removeWhat'),
          send: (mail: Mail) => send(wire.filter(({ id }) => id !== mail.id)),
          done: say('removed'),
          failed: say('kept'),
        },
      })}
    />
  )
}
