import { Button } from '@mantine/core'
import { type Account, removePasskey, renewRecoveryCodes, switchOffTotp } from '@packboard/contract'
import { formatDateTime } from '@packboard/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, failureText } from '../api/call.ts'
import { IconButton } from '../crud/IconButton.tsx'
import { passkeysWorkHere } from '../factors/passkeyDevice.ts'
import { RecoveryCodes } from '../factors/RecoveryCodes.tsx'
import { type Say, textsOf, useTexts } from '../i18n/useTexts.ts'
import { IconFingerprint, IconPlus, IconTrash } from '../icons/furtherIcons.ts'
import { currentSession, isSavedSession, keepSession } from '../session/session.ts'
import { useShownZone } from '../time/zone.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { KeepDates } from '../ui/KeepDates.tsx'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/Toasts.tsx'
import { useOpening } from '../ui/useOpening.ts'
import styles from './AccountDialog.module.css'
import { AccountRow } from './AccountRow.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import panelStyles from './SignInPanel.module.css'
import { TotpDialog } from './TotpDialog.tsx'

/** What the person signs in with: the password, and what is shown besides it. */
export function SignInPanel({ account }: { account: Account }) {
  const say = useTexts('account')
  const queries = useQueryClient()
  const { factors } = account
  const zone = useShownZone()
  const when = (at: Date) => formatDateTime(at, zone)
  const password = useOpening<true>()
  const totp = useOpening<true>()
  const passkey = useOpening<true>()
  const codes = useOpening<readonly string[]>()
  const refresh = () => queries.invalidateQueries({ queryKey: ['account', 'own'] })
  const failed = (error: Error) => showToast(failureText(error), true)

  const renewing = useMutation({
    mutationFn: () => call(renewRecoveryCodes, {}),
    onSuccess: (made) => {
      codes.open(made.codes)
      void refresh()
    },
    onError: failed,
  })
  const switchingOff = useMutation({
    mutationFn: () => call(switchOffTotp, {}),
    onSuccess: () => {
      showToast(textsOf('account')('totpIsOff'))
      void refresh()
    },
    onError: failed,
  })
  const removing = useMutation({
    mutationFn: (id: number) => call(removePasskey, { params: { id } }),
    onSuccess: () => {
      showToast(textsOf('account')('passkeyRemoved'))
      void refresh()
    },
    onError: failed,
  })
  /** After the first factor come its recovery codes. */
  const added = () => {
    void refresh()
    const session = currentSession()
    if (session?.factorDueAt) {
      const { factorDueAt: _over, ...rest } = session
      keepSession(rest, isSavedSession())
    }
    if (factors.recoveryCodes === null) renewing.mutate()
  }
  const isOff = factors.mode === 'off'
  const hasFactor = factors.totpSince !== null || factors.passkeys.length > 0
  const { passkeysAt } = factors
  return (
    <Panel id="signIn" title={say('signIn')}>
      {factors.wanted && !hasFactor && (
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
      {isOff && <p className={panelStyles.off}>{say('factorsOff')}</p>}
      {!isOff && (
        <>
          <AccountRow
            title={say('app')}
            actions={
              factors.totpSince === null ? (
                <Button variant="default" size="xs" onClick={() => totp.open(true)}>
                  {say('setUp')}
                </Button>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  loading={switchingOff.isPending}
                  onClick={() => switchingOff.mutate()}
                >
                  {say('turnOff')}
                </Button>
              )
            }
          >
            {factors.totpSince === null
              ? say('appLead')
              : say('onSince', { at: when(factors.totpSince) })}
          </AccountRow>
          <AccountRow
            title={say('passkeys')}
            actions={
              passkeysWorkHere(passkeysAt) && (
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconPlus size={16} />}
                  onClick={() => passkey.open(true)}
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
                  off={removing.isPending}
                  onClick={() => removing.mutate(id)}
                />
              }
            >
              {lastUsedAt === null
                ? say('added', { at: when(createdAt) })
                : say('addedUsed', {
                    at: when(createdAt),
                    used: when(lastUsedAt),
                  })}
            </AccountRow>
          ))}
          {hasFactor && (
            <AccountRow
              title={say('recoveryCodes')}
              actions={
                <Button
                  variant="default"
                  size="xs"
                  loading={renewing.isPending}
                  onClick={() => renewing.mutate()}
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
        </>
      )}
      {password.about && <PasswordDialog key={password.times} {...password.dialog} />}
      {totp.about && <TotpDialog key={totp.times} added={added} {...totp.dialog} />}
      {passkey.about && <PasskeyDialog key={passkey.times} added={added} {...passkey.dialog} />}
      {codes.about && (
        <Dialog title={say('recoveryCodes')} width={520} {...codes.dialog}>
          <div className={styles.form}>
            <RecoveryCodes
              codes={codes.about}
              username={account.username}
              done={codes.dialog.onClose}
            />
          </div>
        </Dialog>
      )}
    </Panel>
  )
}

/** Why a passkey cannot be added at the address that is open; null where it can. */
function whyNoPasskey(say: Say<'account'>, { passkeysAt, passkeyObstacle }: Account['factors']) {
  if (passkeyObstacle !== null) return say(`noPasskey.${passkeyObstacle}`)
  if (passkeysAt !== null && passkeysAt !== window.location.origin) {
    return say('noPasskey.elsewhere', { address: passkeysAt })
  }
  return passkeysWorkHere(passkeysAt) ? null : say('noPasskey.browser')
}
