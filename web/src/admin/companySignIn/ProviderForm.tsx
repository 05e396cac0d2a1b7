import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { Button, PasswordInput, TagsInput, TextInput } from '@mantine/core'
import {
  addIdentityProvider,
  type IdentityProviderRow,
  type UserRow,
  updateIdentityProvider,
} from '@packboard/contract'
import { type CompanyOwner, companyLimits } from '@packboard/model'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { CallFailed, call, failureText } from '../../api/call.ts'
import { options } from '../../crud/formFields.ts'
import { IconButton } from '../../crud/IconButton.tsx'
import { textsOf, useTexts } from '../../i18n/useTexts.ts'
import { IconCopy } from '../../icons/furtherIcons.ts'
import { IconCheck } from '../../icons/icons.ts'
import { usePerson } from '../../session/useSession.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ChoiceSelect, dropdown } from '../../ui/ChoiceSelect.tsx'
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { useCopy } from '../../ui/useCopy.ts'
import { panelQueries } from '../panelQueries.ts'
import styles from './CompanySignIn.module.css'
import {
  bodyOf,
  draftOf,
  missingField,
  ofOwner,
  ownerOf,
  type ProviderDraft,
  withRole,
} from './providerDraft.ts'
import { type Part, RolesPart } from './RolesPart.tsx'

/** The form of a company sign-in, in the order in which it is set up: the company, its domains, roles, and who may come in. */
export function ProviderForm({
  row,
  done,
  ...dialog
}: {
  /** null: a new one. */
  row: IdentityProviderRow | null
  done: () => void
} & DialogProps) {
  const say = useTexts('companyPanel')
  const sayUi = useTexts('ui')
  const id = useId()
  const { role } = usePerson()
  const own = role === 'clientAdmin' ? 'client' : role === 'distributor' ? 'distributor' : null
  const [draft, setDraft] = useState(() => draftOf(row))
  const [missing, setMissing] = useState<string | null>(null)
  const owner = ownerOf(draft, own)
  const sending = useMutation({
    mutationFn: async () => {
      const body = bodyOf(draft)
      const sayNow = textsOf('companyPanel')
      if (row === null) {
        await call(addIdentityProvider, { body })
        return sayNow('added')
      }
      const changed = { ...body, version: row.version }
      const { id } = row
      const { unproven } = await call(updateIdentityProvider, { params: { id }, body: changed })
      if (unproven.length === 0) return sayNow('saved')
      return sayNow('savedUnproven', { domains: unproven.join(', ') })
    },
    onSuccess: (said) => {
      showToast(said)
      done()
      dialog.onClose()
    },
    // It may have been saved, and a domain not be proven: the list says which.
    onError: (error) => error instanceof CallFailed && error.status === 409 && done(),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const found = missingField(draft, owner)
    setMissing(found && say(`missing.${found}`))
    if (found === null && !sending.isPending) sending.mutate()
  }
  const part: Part = {
    draft,
    owner,
    change: (changed) => setDraft((before) => ({ ...before, ...changed })),
  }
  const refusal = missing ?? (sending.isError ? failureText(sending.error) : null)
  return (
    <Dialog
      title={say(row === null ? 'add' : 'edit')}
      width={680}
      {...dialog}
      foot={
        <>
          <Button variant="default" onClick={dialog.onClose}>
            {sayUi('cancel')}
          </Button>
          <BusyButton type="submit" form={id} busy={sending.isPending ? say('saving') : null}>
            {say('save')}
          </BusyButton>
        </>
      }
    >
      <form id={id} className={styles.form} noValidate autoComplete="off" onSubmit={send}>
        {refusal !== null && <ErrorNote>{refusal}</ErrorNote>}
        {own === null && row === null && (
          <OwnerPart choose={(chosen) => setDraft((before) => ofOwner(before, chosen))} {...part} />
        )}
        <CompanyPart row={row} {...part} />
        <DomainsPart row={row} {...part} />
        <RolesPart add={() => setDraft((before) => withRole(before, owner))} {...part} />
        <EntryPart own={own} {...part} />
      </form>
    </Dialog>
  )
}

/** Of a new one, whose it is; an admin chooses. */
function OwnerPart({
  draft,
  choose,
}: Part & { choose: (owner: Pick<ProviderDraft, 'clientId' | 'distributorId'>) => void }) {
  const say = useTexts('companyPanel')
  const clients = useQuery(panelQueries.clients())
  const distributors = useQuery(panelQueries.distributors())
  const value =
    draft.clientId !== null
      ? `client ${draft.clientId}`
      : draft.distributorId !== null
        ? `distributor ${draft.distributorId}`
        : 'installation'
  return (
    <ChoiceSelect
      label={say('ownerOf')}
      description={say('ownerHint')}
      searchable
      maxDropdownHeight={280}
      data={[
        { value: 'installation', label: say('installation') },
        ...(clients.data ?? []).map((each) => ({
          value: `client ${each.id}`,
          label: say('clientNamed', { name: each.name }),
        })),
        ...(distributors.data ?? []).map((each) => ({
          value: `distributor ${each.id}`,
          label: say('distributorNamed', { name: each.name }),
        })),
      ]}
      value={value}
      onChange={(chosen) => {
        const [kind, number] = (chosen ?? '').split(' ')
        choose({
          clientId: kind === 'client' ? Number(number) : null,
          distributorId: kind === 'distributor' ? Number(number) : null,
        })
      }}
    />
  )
}

/** What is written down at the company, and what the company says. */
function CompanyPart({ row, draft, change }: Part & { row: IdentityProviderRow | null }) {
  const say = useTexts('companyPanel')
  return (
    <fieldset className={styles.part}>
      <legend>{say('company')}</legend>
      <TextInput
        label={say('name')}
        description={say('nameHint')}
        maxLength={80}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label={say('issuer')}
        description={say(row === null ? 'issuerHint' : 'issuerStays')}
        placeholder={say('issuerExample')}
        inputMode="url"
        maxLength={500}
        readOnly={row !== null}
        value={draft.issuer}
        onChange={(event) => change({ issuer: event.currentTarget.value.trim() })}
      />
      <div className={styles.pair}>
        <TextInput
          label={say('oidcClientId')}
          maxLength={256}
          value={draft.oidcClientId}
          onChange={(event) => change({ oidcClientId: event.currentTarget.value.trim() })}
        />
        <PasswordInput
          label={say('secret')}
          description={say(row?.secret === 'set' ? 'secretSet' : 'secretHint')}
          autoComplete="new-password"
          maxLength={1_024}
          value={draft.secret}
          onChange={(event) => change({ secret: event.currentTarget.value })}
        />
      </div>
      <TextInput
        label={say('scopes')}
        description={say('scopesHint')}
        maxLength={300}
        value={draft.scopes}
        onChange={(event) => change({ scopes: event.currentTarget.value })}
      />
      {row === null ? (
        <p className={styles.note}>{say('addressesLater')}</p>
      ) : row.redirectUri === null ? (
        <ErrorNote>{say('noPublicUrl')}</ErrorNote>
      ) : (
        <>
          <CopyField label={say('redirectUri')} text={row.redirectUri} />
          <CopyField label={say('logoutUri')} text={row.logoutUri ?? ''} />
        </>
      )}
    </fieldset>
  )
}

/** A text that is entered elsewhere. */
function CopyField({ label, text }: { label: string; text: string }) {
  const say = useTexts('companyPanel')
  const field = useRef<HTMLInputElement>(null)
  const { copied, copy } = useCopy(text, () => field.current?.select())
  return (
    <TextInput
      ref={field}
      label={label}
      value={text}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      rightSectionPointerEvents="all"
      rightSection={
        <IconButton
          label={say('copyOf', { name: label })}
          icon={copied === 'yes' ? IconCheck : IconCopy}
          onClick={() => void copy()}
        />
      }
    />
  )
}

/** The domains of e-mail addresses, and what proves those that an admin has not given. */
function DomainsPart({ row, draft, change }: Part & { row: IdentityProviderRow | null }) {
  const say = useTexts('companyPanel')
  const gives = usePerson().permissions.manageInstallation
  const waiting = (row?.domains ?? []).filter(
    ({ domain, record }) => record !== null && draft.domains.includes(domain),
  )
  return (
    <fieldset className={styles.part}>
      <legend>{say('domains')}</legend>
      <TagsInput
        label={say('domainsLabel')}
        description={say(gives ? 'domainsGiven' : 'domainsProven')}
        placeholder={draft.domains.length === 0 ? say('domainExample') : ''}
        maxTags={companyLimits.domains}
        splitChars={[',', ' ']}
        comboboxProps={dropdown}
        value={[...draft.domains]}
        onChange={(domains) => change({ domains: domains.map((each) => each.toLowerCase()) })}
      />
      {waiting.map(({ domain, record }) =>
        gives ? (
          <p key={domain} className={styles.note}>
            {say('givenHint', { domain })}
          </p>
        ) : (
          <div key={domain} className={styles.record}>
            <p className={styles.note}>{say('recordHint', { domain })}</p>
            <CopyField label={say('recordName')} text={record?.name ?? ''} />
            <CopyField label={say('recordValue')} text={record?.value ?? ''} />
          </div>
        ),
      )}
    </fieldset>
  )
}

/** What a first sign-in makes, whether the company is on, and whether a password is still good for its people. */
function EntryPart({ draft, owner, own, change }: Part & { own: CompanyOwner | null }) {
  const say = useTexts('companyPanel')
  const users = useQuery(panelQueries.users())
  const isOwn = (user: UserRow) => {
    if (owner === 'installation') return user.role === 1
    if (own !== null) return own === 'client' || user.role === 6
    if (owner === 'client') return user.clientId === draft.clientId
    return user.role === 6 && user.distributorId === draft.distributorId
  }
  const people = (users.data ?? []).filter(isOwn)
  return (
    <fieldset className={styles.part}>
      <legend>{say('entry')}</legend>
      <Choice
        label={say('firstSignIn')}
        value={draft.firstSignIn}
        options={[
          { value: 'approval', label: say('choice.approval') },
          { value: 'account', label: say('choice.account') },
        ]}
        choose={(firstSignIn) => change({ firstSignIn })}
      />
      <Choice
        label={say('enabled')}
        value={draft.enabled ? 'on' : 'off'}
        options={[
          { value: 'off', label: say('choice.off') },
          { value: 'on', label: say('choice.on') },
        ]}
        choose={(chosen) => change({ enabled: chosen === 'on' })}
      />
      <Choice
        label={say('forced')}
        value={draft.forced ? 'onlyCompany' : 'alsoPassword'}
        options={[
          { value: 'alsoPassword', label: say('choice.alsoPassword') },
          { value: 'onlyCompany', label: say('choice.onlyCompany') },
        ]}
        choose={(chosen) => change({ forced: chosen === 'onlyCompany' })}
      />
      {draft.forced && (
        <ChoiceSelect
          label={say('breakGlass')}
          description={say('breakGlassHint')}
          searchable={people.length > 8}
          maxDropdownHeight={280}
          data={options(people, ({ username }) => username)}
          value={draft.breakGlassUserId === null ? null : String(draft.breakGlassUserId)}
          onChange={(chosen) => change({ breakGlassUserId: Number(chosen) || null })}
        />
      )}
    </fieldset>
  )
}

/** A choice of two, under its word. */
function Choice<Value extends string>({
  label,
  value,
  options,
  choose,
}: {
  label: string
  value: Value
  options: readonly { readonly value: Value; readonly label: string }[]
  choose: (value: Value) => void
}) {
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{label}</span>
      <Segmented {...{ label, value, options, choose }} />
    </div>
  )
}
