import { Button, TextInput } from '@mantine/core'
import { type Account, setAccount, setAccountEmail } from '@packboard/contract'
import { colourSchemes } from '@packboard/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call, failureText } from '../api/call.ts'
import { zoneOptions } from '../filter/TimesInField.tsx'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { keepLooks, LanguageMenu } from '../preferences/ChoiceMenu.tsx'
import { DensityMenu } from '../preferences/DensityMenu.tsx'
import { keep } from '../session/kept.ts'
import { currentSession, isSavedSession, keepSession } from '../session/session.ts'
import { usePerson } from '../session/useSession.ts'
import { useColourScheme } from '../theme/colourScheme.ts'
import { browserZone, usePageTimes } from '../time/zone.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/Message.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { SoonSelect } from '../ui/SoonSelect.tsx'
import { showToast } from '../ui/Toasts.tsx'
import { useOpening } from '../ui/useOpening.ts'
import dialogStyles from './AccountDialog.module.css'
import { AccountRow } from './AccountRow.tsx'
import styles from './ProfilePanel.module.css'

/** Names, address, language, zone and colours. */
export function ProfilePanel({ account }: { account: Account }) {
  const say = useTexts('account')
  const person = usePerson()
  const email = useOpening<true>()
  const { username, pendingEmail } = account
  const place = person.clientName ?? account.distributorName
  const role = say(`role.${person.role}`)
  return (
    <Panel id="profile" title={say('profile')}>
      <Names key={`${account.firstName} ${account.lastName}`} account={account} />
      <AccountRow title={say('username')}>
        {place === null
          ? say('roleAlone', { username, role })
          : say('roleOf', { username, role, place })}
      </AccountRow>
      <AccountRow
        title={say('email')}
        actions={
          <Button variant="default" size="xs" onClick={() => email.open(true)}>
            {say('change')}
          </Button>
        }
      >
        {pendingEmail === null
          ? (account.email ?? say('noEmail'))
          : say('emailWaits', { email: account.email ?? '', pending: pendingEmail })}
      </AccountRow>
      <AccountRow title={say('timesIn')} actions={<TimesIn />} />
      <AccountRow
        title={say('language')}
        actions={
          <>
            <LanguageMenu opens="up" />
            <DensityMenu opens="up" />
          </>
        }
      >
        {say('thisDevice')}
      </AccountRow>
      <AccountRow title={say('theme')} actions={<Theme />}>
        {say('everyDevice')}
      </AccountRow>
      {email.about && <EmailDialog key={email.times} account={account} {...email.dialog} />}
    </Panel>
  )
}

function Names({ account }: { account: Account }) {
  const say = useTexts('account')
  const queries = useQueryClient()
  const [firstName, setFirstName] = useState(account.firstName)
  const [lastName, setLastName] = useState(account.lastName)
  const isChanged = firstName !== account.firstName || lastName !== account.lastName
  const saving = useMutation({
    mutationFn: () => call(setAccount, { body: { firstName, lastName } }),
    onSuccess: () => {
      const session = currentSession()
      if (session) keepSession({ ...session, firstName: firstName.trim() }, isSavedSession())
      showToast(textsOf('account')('saved'))
      return queries.invalidateQueries({ queryKey: ['account', 'own'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <form className={styles.names} onSubmit={submit}>
      {saving.isError && <ErrorNote>{failureText(saving.error)}</ErrorNote>}
      <TextInput
        label={say('firstName')}
        autoComplete="given-name"
        required
        withAsterisk={false}
        maxLength={64}
        value={firstName}
        onChange={(event) => setFirstName(event.currentTarget.value)}
      />
      <TextInput
        label={say('lastName')}
        autoComplete="family-name"
        maxLength={64}
        value={lastName}
        onChange={(event) => setLastName(event.currentTarget.value)}
      />
      {isChanged && (
        <BusyButton type="submit" busy={saving.isPending ? say('saving') : null}>
          {say('save')}
        </BusyButton>
      )}
    </form>
  )
}

/** The zone of the times on all pages: the person's or the factory's. */
function TimesIn() {
  const say = useTexts('account')
  const { preferred, factory } = usePageTimes()
  return (
    <SoonSelect
      className={styles.zone ?? ''}
      aria-label={say('timesIn')}
      data={zoneOptions(preferred, factory?.zone)}
      value={preferred}
      onChange={(zone) => {
        if (zone !== null) keep('times', zone === browserZone ? 'mine' : 'factory')
      }}
    />
  )
}

/** Dark, light or as the device is set. */
function Theme() {
  const say = useTexts('ui')
  const { chosen, choose } = useColourScheme()
  return (
    <Segmented
      label={say('colours')}
      value={chosen}
      options={colourSchemes.map((value) => ({ value, label: say(value) }))}
      choose={(colourScheme) => {
        choose(colourScheme)
        keepLooks({ colourScheme })
      }}
    />
  )
}

/** Another e-mail address of one's own: it is in force once the link in its letter was opened. */
function EmailDialog({ account, ...dialog }: { account: Account } & DialogProps) {
  const say = useTexts('account')
  const queries = useQueryClient()
  const form = useId()
  const [email, setEmail] = useState('')
  const asking = useMutation({
    mutationFn: () => call(setAccountEmail, { body: { email } }),
    onSuccess: () => {
      dialog.onClose()
      showToast(textsOf('account')('emailSent', { email }))
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
      <form id={form} className={dialogStyles.form} onSubmit={submit}>
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
