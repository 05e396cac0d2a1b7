import { Button, TextInput } from '@mantine/core'
import {
  type Account,
  addPasskey,
  passkeyToAdd,
  removePasskey,
  renewRecoveryCodes,
  switchOffTotp,
} from '@packboard/contract'
import { browserOf, factorLimits, formatDateTime } from '@packboard/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call, failureText } from '../api/call.ts'
import { ConfirmModal } from '../crud/ConfirmModal.tsx'
import { IconButton } from '../crud/IconButton.tsx'
import { makeOnDevice, passkeysWorkHere } from '../factors/passkeyDevice.ts'
import { RecoveryCodes } from '../factors/RecoveryCodes.tsx'
import { type Say, textsOf, useTexts } from '../i18n/useTexts.ts'
import { IconFingerprint, IconPlus, IconTrash } from '../icons/furtherIcons.ts'
import { currentSession, isSavedSession, keepSession } from '../session/session.ts'
import { useShownZone } from '../time/zone.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { KeepDates } from '../ui/KeepDates.tsx'
import { ErrorNote } from '../ui/Message.tsx'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/Toasts.tsx'
import { useOpening } from '../ui/useOpening.ts'
import styles from './AccountDialog.module.css'
import { AccountRow } from './AccountRow.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import panelStyles from './SignInPanel.module.css'
import { TotpDialog } from './TotpDialog.tsx'

/** What the person signs in with: the password, and what is shown besides it. */
export function SignInPanel({ account }: { account: Account }) {
  const say = useTexts('account')
  const { factors } = account
  const when = useWhen()
  const password = useOpening<true>()
  return (
    <Panel id="signIn" title={say('signIn')}>
      {factors.wanted && !hasFactor(factors) && (
        <p className={panelStyles.due} role="note">
          <KeepDates>
            {factors.dueAt === null
              ? say('wanted')
              : say('wantedFrom', { at: when(factors.dueAt) })}
          </KeepDates>
        </p>
      )}
      <AccountRow
        title={say('password')}
        actions={
          account.hasPassword && (
            <Button variant="default" size="xs" onClick={() => password.open(true)}>
              {say('change')}
            </Button>
          )
        }
      >
        {account.hasPassword
          ? account.passwordChangedAt !== null &&
            say('changedAt', { at: when(account.passwordChangedAt) })
          : say('noPassword')}
      </AccountRow>
      {factors.mode === 'off' ? (
        <p className={panelStyles.off}>{say('factorsOff')}</p>
      ) : (
        <FactorRows account={account} />
      )}
      {password.about && <PasswordDialog key={password.times} {...password.dialog} />}
    </Panel>
  )
}

type Factors = Account['factors']

const hasFactor = ({ totpSince, passkeys }: Factors) => totpSince !== null || passkeys.length > 0

/** A moment as the page shows it. */
function useWhen() {
  const zone = useShownZone()
  return (at: Date) => formatDateTime(at, zone)
}

const failed = (error: Error) => showToast(failureText(error), true)

/** The account is read anew. */
function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['account', 'own'] })
}

/** The authenticator app, the passkeys and the recovery codes. */
function FactorRows({ account: { username, factors } }: { account: Account }) {
  const say = useTexts('account')
  const refresh = useRefresh()
  const codes = useOpening<readonly string[]>()
  const question = useOpening<true>()
  const renewing = useMutation({
    mutationFn: () => call(renewRecoveryCodes, {}),
    onSuccess: (made) => {
      codes.open(made.codes)
      void refresh()
    },
    onError: failed,
  })
  /** After the first factor come its recovery codes. */
  const added = () => {
    void refresh()
    noFactorIsDue()
    if (factors.recoveryCodes === null) renewing.mutate()
  }
  return (
    <>
      <TotpRow since={factors.totpSince} added={added} />
      <PasskeyRows factors={factors} added={added} />
      {hasFactor(factors) && (
        <AccountRow
          title={say('recoveryCodes')}
          actions={
            <Button
              variant="default"
              size="xs"
              loading={renewing.isPending}
              onClick={() => question.open(true)}
            >
              {say('newCodes')}
            </Button>
          }
        >
          {factors.recoveryCodes === null
            ? say('noCodes')
            : say('codesLeft', { count: factors.recoveryCodes.left })}
        </AccountRow>
      )}
      {question.about && (
        <ConfirmModal
          title={say('newCodes')}
          confirm={say('newCodes')}
          busy={say('newCodesMaking')}
          consequence={say('newCodesWhat')}
          send={() => call(renewRecoveryCodes, {})}
          done={(made) => {
            codes.open(made.codes)
            void refresh()
          }}
          {...question.dialog}
        >
          <p>{say('newCodesQuestion')}</p>
        </ConfirmModal>
      )}
      {codes.about && (
        <Dialog title={say('recoveryCodes')} width={520} keeps {...codes.dialog}>
          <div className={styles.form}>
            <RecoveryCodes codes={codes.about} username={username} done={codes.dialog.onClose} />
          </div>
        </Dialog>
      )}
    </>
  )
}

/** The line above the pages that asks for a factor has done its work. */
function noFactorIsDue() {
  const session = currentSession()
  if (!session?.factorDueAt) return
  const { factorDueAt: _over, ...rest } = session
  keepSession(rest, isSavedSession())
}

function TotpRow({ since, added }: { since: Date | null; added: () => void }) {
  const say = useTexts('account')
  const when = useWhen()
  const refresh = useRefresh()
  const settingUp = useOpening<true>()
  const question = useOpening<true>()
  return (
    <>
      <AccountRow
        title={say('app')}
        actions={
          since === null ? (
            <Button variant="default" size="xs" onClick={() => settingUp.open(true)}>
              {say('setUp')}
            </Button>
          ) : (
            <Button variant="default" size="xs" onClick={() => question.open(true)}>
              {say('turnOff')}
            </Button>
          )
        }
      >
        {since === null ? say('appLead') : say('onSince', { at: when(since) })}
      </AccountRow>
      {settingUp.about && <TotpDialog key={settingUp.times} added={added} {...settingUp.dialog} />}
      {question.about && (
        <ConfirmModal
          title={say('app')}
          confirm={say('turnOff')}
          busy={say('turningOff')}
          consequence={say('turnOffWhat')}
          send={() => call(switchOffTotp, {})}
          done={() => {
            showToast(textsOf('account')('totpIsOff'))
            void refresh()
          }}
          {...question.dialog}
        >
          <p>{say('turnOffQuestion')}</p>
        </ConfirmModal>
      )}
    </>
  )
}

function PasskeyRows({ factors, added }: { factors: Factors; added: () => void }) {
  const say = useTexts('account')
  const when = useWhen()
  const refresh = useRefresh()
  const adding = useOpening<true>()
  const removal = useOpening<{ readonly id: number; readonly name: string }>()
  return (
    <>
      <AccountRow
        title={say('passkeys')}
        actions={
          passkeysWorkHere(factors.passkeysAt) && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} />}
              onClick={() => adding.open(true)}
            >
              {say('addPasskey')}
            </Button>
          )
        }
      >
        {whyNoPasskey(say, factors) ?? say('passkeysLead')}
      </AccountRow>
      {factors.passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <AccountRow
          key={id}
          icon={<IconFingerprint size={20} />}
          title={name}
          actions={
            <IconButton
              label={say('removePasskey', { name })}
              icon={IconTrash}
              onClick={() => removal.open({ id, name })}
            />
          }
        >
          {lastUsedAt === null
            ? say('added', { at: when(createdAt) })
            : say('addedUsed', { at: when(createdAt), used: when(lastUsedAt) })}
        </AccountRow>
      ))}
      {adding.about && <PasskeyDialog key={adding.times} added={added} {...adding.dialog} />}
      {removal.about && (
        <ConfirmModal
          key={removal.times}
          title={say('removePasskey', { name: removal.about.name })}
          confirm={say('remove')}
          busy={say('removing')}
          consequence={say('removeWhat')}
          send={() => call(removePasskey, { params: { id: removal.about?.id ?? 0 } })}
          done={() => {
            showToast(textsOf('account')('passkeyRemoved'))
            void refresh()
          }}
          {...removal.dialog}
        >
          <p>{say('removeQuestion', { name: removal.about.name })}</p>
        </ConfirmModal>
      )}
    </>
  )
}

/** Why a passkey cannot be added at the address that is open; null where it can. */
function whyNoPasskey(say: Say<'account'>, { passkeysAt, passkeyObstacle }: Factors) {
  if (passkeyObstacle !== null) return say(`noPasskey.${passkeyObstacle}`)
  if (passkeysAt !== null && passkeysAt !== window.location.origin) {
    return say('noPasskey.elsewhere', { address: passkeysAt })
  }
  return passkeysWorkHere(passkeysAt) ? null : say('noPasskey.browser')
}

/** Adds a passkey under a name by which the person knows its device again. */
function PasskeyDialog({ added, ...dialog }: { added: () => void } & DialogProps) {
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
