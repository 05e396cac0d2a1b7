import { Button, PasswordInput, TextInput } from '@mantine/core'
import {
  connectionLimits,
  connectorForms,
  connectors,
  type MachineConnectionWire,
  opcUaLimits,
  opcUaSecurities,
  updateConnection,
} from '@packboard/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallFailed, call, failureText } from '../../api/call.ts'
import { formatCount, formatDecimals, heldNumber, shownNumber } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconEye, IconEyeOff, IconLock } from '../../icons/icons.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import styles from './ConnectionView.module.css'
import {
  bodyOf,
  type Connector,
  connectionQueries,
  type Entered,
  enteredOf,
  faultsOf,
  isChanged,
  isRight,
  passwordWords,
} from './connectionForm.ts'
import { DictionaryPanel } from './DictionaryPanel.tsx'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'

/** How a machine sends, and what counts for it. */
export function ConnectionForm({
  machineId,
  stored,
  entered,
  enter,
}: {
  machineId: number
  stored: MachineConnectionWire
  entered: Entered
  enter: (entered: Entered) => void
}) {
  const say = useTexts('connection')
  const panel = useTexts('panel')
  const queries = useQueryClient()
  const [checked, setChecked] = useState(false)
  const faults = faultsOf(entered)
  const form = connectorForms[entered.connector]
  const saving = useMutation({
    mutationFn: () =>
      call(updateConnection, {
        params: { id: machineId },
        body: { ...bodyOf(entered), version: stored.version },
      }),
    onSuccess: () => {
      showToast(say('saved'))
      void queries.invalidateQueries({ queryKey: connectionQueries.of(machineId).queryKey })
    },
    onError: (error) => showToast(failureText(error), true),
  })
  const change = (changes: Partial<typeof entered>) => {
    enter({ ...entered, ...changes })
    saving.reset()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!saving.isPending && isRight(faults)) saving.mutate()
  }
  const wrong = saving.error instanceof CallFailed ? saving.error : null
  const wordsAt = (field: string) => wrong?.fields.find((one) => one.field.endsWith(field))?.message
  // Another machine has this address: the sentence names it.
  const taken = wrong?.status === 409 && entered.address !== '' ? wrong.message : undefined
  const changed = isChanged(entered, stored)
  const { ofType, machineTypeName: type } = stored
  return (
    <form className={styles.form} noValidate autoComplete="off" onSubmit={save}>
      <Panel
        title={say('how')}
        className={styles.step}
        sub={changed ? say('notSaved') : undefined}
        actions={
          <>
            <Button
              variant="default"
              disabled={!changed}
              onClick={() => {
                enter(enteredOf(stored))
                setChecked(false)
                saving.reset()
              }}
            >
              {say('discard')}
            </Button>
            <BusyButton
              type="submit"
              disabled={!changed}
              busy={saving.isPending ? say('saving') : null}
            >
              {say('save')}
            </BusyButton>
          </>
        }
      >
        <div className={styles.body}>
          {wrong && <ErrorNote>{wrong.message}</ErrorNote>}
          <ConnectorChoice
            value={entered.connector}
            choose={(connector) => change({ connector })}
          />
          <div className={styles.fields} data-address={form.address !== null}>
            {form.address !== null && isOnOwnTopic(entered.connector, stored) && (
              <TextInput
                className={styles.address ?? ''}
                label={say(form.address)}
                readOnly
                value={`packboard/${stored.serialNo}`}
                description={say('ownTopic')}
                rightSection={<IconLock size={16} />}
              />
            )}
            {form.address !== null && !isOnOwnTopic(entered.connector, stored) && (
              <TextInput
                className={styles.address ?? ''}
                label={say(form.address)}
                placeholder={form.example}
                maxLength={connectionLimits.addressLength}
                value={entered.address}
                error={
                  wordsAt('address') ??
                  taken ??
                  (checked && faults.address && panel('required', { label: say(form.address) }))
                }
                description={
                  form.isAddressRequired
                    ? say(`addressHint.${form.address}`, { example: form.example })
                    : say('addressOnPlant', { topic: `packboard/${stored.serialNo}/` })
                }
                onChange={(event) => change({ address: event.currentTarget.value })}
              />
            )}
            <TextInput
              label={say('holdLimit')}
              inputMode="numeric"
              rightSection={<span className={styles.unit}>{say('seconds')}</span>}
              rightSectionWidth={48}
              placeholder={String(ofType.holdSeconds)}
              maxLength={6}
              value={entered.holdSeconds}
              error={
                wordsAt('holdSeconds') ??
                (checked &&
                  faults.holdSeconds &&
                  say('holdWrong', { most: formatCount(connectionLimits.holdSeconds) }))
              }
              description={say('holdHint', { seconds: formatCount(ofType.holdSeconds), type })}
              onChange={(event) => change({ holdSeconds: event.currentTarget.value })}
            />
            <TextInput
              label={say('designSpeed')}
              inputMode="decimal"
              rightSection={<span className={styles.unit}>{say('perMinute')}</span>}
              rightSectionWidth={48}
              placeholder={ofType.designPpm === null ? '' : shownNumber(String(ofType.designPpm))}
              maxLength={9}
              value={shownNumber(entered.designPpm)}
              error={wordsAt('designPpm') ?? (checked && faults.designPpm && say('designWrong'))}
              description={
                ofType.designPpm === null
                  ? say('designNone', { type })
                  : say('designHint', { speed: formatDecimals(ofType.designPpm, 0, 2), type })
              }
              onChange={(event) => change({ designPpm: heldNumber(event.currentTarget.value) })}
            />
          </div>
          {entered.connector === 'opcua' && (
            <OpcUaFields entered={entered} stored={stored} refused={wordsAt} change={change} />
          )}
          <p className={styles.note}>
            {form.address === null && <>{say('noAddress')} </>}
            {say('countsForAll')}
          </p>
        </div>
      </Panel>
      {form.hasDictionary && (
        <DictionaryPanel
          entered={entered}
          faults={checked ? faults : undefined}
          refused={wordsAt('dictionary')}
          change={change}
        />
      )}
    </form>
  )
}

/** Our own JSON has an address of its own on a broker of the plant alone. */
const isOnOwnTopic = (connector: string, { reach }: MachineConnectionWire) =>
  connector === 'mqttJson' && reach.externalBroker === null

/** The connectors that there are, each with what a machine sends to. */
function ConnectorChoice({
  value,
  choose,
}: {
  value: Connector
  choose: (connector: Connector) => void
}) {
  const say = useTexts('connection')
  return (
    <fieldset className={styles.connectors} aria-label={say('connector')}>
      {connectors.map((connector) => {
        const { name, below } = connectorForms[connector]
        return (
          <label key={connector} data-chosen={connector === value}>
            <input
              type="radio"
              name="connector"
              aria-label={name}
              checked={connector === value}
              onChange={() => choose(connector)}
            />
            <b>{name}</b>
            <small>{below}</small>
          </label>
        )
      })}
    </fieldset>
  )
}

/** How Packboard signs in at the OPC UA server of a machine. */
function OpcUaFields({
  entered,
  stored,
  refused,
  change,
}: {
  entered: Entered
  stored: MachineConnectionWire
  /** What the server said of a field. */
  refused: (field: string) => string | undefined
  change: (changes: Partial<Entered>) => void
}) {
  const say = useTexts('opcUa')
  const auth = useTexts('auth')
  const { security, userName, password } = entered
  const words = passwordWords(entered, stored)
  return (
    <div className={styles.signIn}>
      <ChoiceSelect
        label={say('security')}
        data={opcUaSecurities.map((value) => ({ value, label: say(`security.${value}`) }))}
        value={security}
        error={refused('security')}
        description={say('securityHint')}
        onChange={(value) => value !== null && change({ security: value })}
      />
      <TextInput
        label={say('userName')}
        autoComplete="off"
        maxLength={opcUaLimits.userName}
        value={userName}
        error={refused('userName')}
        description={say('userHint')}
        onChange={(event) => change({ userName: event.currentTarget.value })}
      />
      <PasswordInput
        label={say('password')}
        autoComplete="new-password"
        maxLength={opcUaLimits.password}
        value={words === 'noUser' ? '' : password}
        disabled={words === 'noUser'}
        error={refused('password') ?? refused('opcUa')}
        description={say(`password.${words}`)}
        visibilityToggleIcon={({ reveal }) =>
          reveal ? <IconEyeOff size={18} /> : <IconEye size={18} />
        }
        visibilityToggleButtonProps={{
          'aria-label': auth('showTyped'),
          'aria-hidden': false,
          tabIndex: 0,
        }}
        onChange={(event) => change({ password: event.currentTarget.value })}
      />
    </div>
  )
}
