import { Button } from '@mantine/core'
import {
  deleteIdentityProvider,
  type IdentityProviderRow,
  identityProviders,
  type TriedCompany,
  tryIdentityProvider,
} from '@packboard/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, failureText } from '../../api/call.ts'
import table from '../../crud/CrudTable.module.css'
import { CrudTable } from '../../crud/CrudTable.tsx'
import { IconButton } from '../../crud/IconButton.tsx'
import { failureWords } from '../../i18n/failureWords.ts'
import { textsOf, useTexts } from '../../i18n/useTexts.ts'
import { IconPencil, IconPlugConnected, IconPlus } from '../../icons/furtherIcons.ts'
import { mayTravel, travel } from '../../session/companyTrip.ts'
import { triedKey } from '../../session/triedCompany.ts'
import { usePerson } from '../../session/useSession.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { useOpening } from '../../ui/useOpening.ts'
import styles from './CompanySignIn.module.css'
import { ProviderForm } from './ProviderForm.tsx'

const page = '/admin/panel?view=companySignIn'

export const providersQuery = queryOptions({
  queryKey: ['panel', 'companySignIn'],
  queryFn: async ({ signal }) => (await call(identityProviders, {}, signal)).providers,
})

/** The companies that people sign in by: whom each may let in, and as what. */
export function CompanySignInView() {
  const say = useTexts('companyPanel')
  const queries = useQueryClient()
  const query = useQuery(providersQuery)
  const picksOwner = usePerson().permissions.manageInstallation
  const opening = useOpening<IdentityProviderRow | null>()
  const refresh = () => void queries.invalidateQueries({ queryKey: providersQuery.queryKey })
  const trying = useMutation({
    mutationFn: ({ id }: IdentityProviderRow) =>
      travel({ purpose: 'try', back: page }, async (challenge) => {
        const question = { params: { id }, body: { challenge } }
        return (await call(tryIdentityProvider, question)).address
      }),
    onError: (error) => showToast(failureText(error), true),
  })
  const ownerName = (row: IdentityProviderRow) =>
    row.clientName ?? row.distributorName ?? say('installation')
  const stateOf = ({ enabled, forced }: IdentityProviderRow) =>
    say(enabled ? (forced ? 'forcedState' : 'on') : 'off')
  return (
    <>
      <Tried providers={query.data ?? []} />
      <CrudTable
        title={say('title')}
        noun={say('noun')}
        query={query}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        columns={[
          { title: say('name'), text: ({ name }) => name, wide: true },
          {
            title: say('state'),
            text: stateOf,
            cell: (row) => <span className={table.tag}>{stateOf(row)}</span>,
          },
          ...(picksOwner ? [{ title: say('owner'), text: ownerName, wide: true as const }] : []),
          {
            title: say('domains'),
            text: (row) => row.domains.map(({ domain }) => domain).join(', '),
            cell: domainsCell,
            wide: true,
          },
          {
            title: say('people'),
            text: ({ people }) => String(people),
            numeric: true,
            labelOnPhone: true,
          },
          { title: say('issuer'), text: ({ issuer }) => issuer, spare: true },
        ]}
        moreActions={(row) => (
          <>
            <IconButton
              label={say('tryOf', { name: row.name })}
              icon={IconPlugConnected}
              off={trying.isPending || !mayTravel()}
              hint={mayTravel() ? undefined : say('needsHttps')}
              onClick={() => trying.mutate(row)}
            />
            <IconButton
              label={say('editOf', { name: row.name })}
              icon={IconPencil}
              onClick={() => opening.open(row)}
            />
          </>
        )}
        removal={{
          consequence: ({ people }) => say('deleteConsequence', { count: people }),
          send: async ({ id }) => {
            await call(deleteIdentityProvider, { params: { id } })
            refresh()
          },
          done: say('deleted'),
          failed: say('notDeleted'),
        }}
        headActions={
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} />}
            onClick={() => opening.open(null)}
          >
            {say('add')}
          </Button>
        }
        hint={say('hint')}
      />
      {opening.times > 0 && (
        <ProviderForm key={opening.times} row={opening.about} done={refresh} {...opening.dialog} />
      )}
    </>
  )
}

/** A domain that is not proven yet counts for nothing. */
function domainsCell({ domains }: IdentityProviderRow) {
  if (domains.length === 0) return undefined
  return (
    <span className={styles.domains}>
      {domains.map(({ domain, isProven }) => (
        <span key={domain} data-proven={isProven}>
          {domain}
          {!isProven && <small> {textsOf('companyPanel')('notProven')}</small>}
        </span>
      ))}
    </span>
  )
}

/** What *Try it* has found: what the company said of the person, and what a sign-in would do. */
function Tried({ providers }: { providers: readonly IdentityProviderRow[] }) {
  const say = useTexts('companyPanel')
  const queries = useQueryClient()
  const [tried, setTried] = useState(() => queries.getQueryData<TriedCompany>(triedKey) ?? null)
  if (tried === null) return null
  const close = () => {
    queries.removeQueries({ queryKey: triedKey })
    setTried(null)
  }
  const provider = providers.find(({ id }) => id === tried.identityProviderId)
  return (
    <Panel
      title={say('triedTitle')}
      sub={provider?.name}
      actions={
        <Button variant="default" size="xs" onClick={close}>
          {say('closeTried')}
        </Button>
      }
    >
      <div className={styles.tried}>
        <p className={styles.outcome} data-refused={tried.outcome.refusal !== null} role="status">
          {outcomeText(tried)}
        </p>
        <p>{say(tried.asksAgain ? 'asksAgain' : 'asksNever')}</p>
        <p>
          {tried.roleValues.length === 0
            ? say('noValues')
            : say('values', { values: tried.roleValues.join(', ') })}
        </p>
        <p className={styles.nothing}>{say('nothingChanged')}</p>
        <DataTable
          label={say('claims')}
          query={{ data: tried, isPending: false, isError: false, refetch: close }}
          rows={({ claims }: TriedCompany) => claims}
          rowKey={({ name }) => name}
          emptyText={say('noValues')}
          columns={[
            { key: 'claim', title: say('claim'), cell: ({ name }) => name },
            { key: 'value', title: say('value'), cell: ({ value }) => value, wide: true },
          ]}
        />
      </div>
    </Panel>
  )
}

/** What would happen, as one sentence. */
function outcomeText({ outcome }: TriedCompany): string {
  const say = textsOf('companyPanel')
  const { what, refusal, role } = outcome
  const name = outcome.username ?? ''
  const roleName = role === null ? '' : roleWord(role)
  if (what === 'refused') return refusal ? failureWords(refusal.code, refusal.message) : ''
  if (what === 'await') return say('wouldAwait', { name })
  return say(what === 'create' ? 'wouldCreate' : what === 'link' ? 'wouldLink' : 'wouldSignIn', {
    name,
    role: roleName,
  })
}

function roleWord(role: string): string {
  const say = textsOf('companyPanel')
  switch (role) {
    case 'clientAdmin':
    case 'engineer':
    case 'distributor':
    case 'admin':
      return say(role)
    default:
      return say('user')
  }
}
