import { addClient, type ClientRow, deleteClient, updateClient } from '@packboard/contract'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import table from './CrudTable.module.css'
import { CrudTable } from './CrudTable.tsx'
import type { FormSpec } from './FormModal.tsx'
import { chosenId, firstMissing, type Values } from './formFields.ts'
import { options } from './options.ts'
import styles from './panelCells.module.css'
import { panelQueries, refreshLists } from './panelQueries.ts'

/** The provider's own client; it cannot be deleted (specification §9). */
const firstClient = 1

/** The factories whose machines are shown. */
export function ClientsTable() {
  const queries = useQueryClient()
  const query = useQuery(panelQueries.clients())
  const distributors = useQuery(panelQueries.distributors())
  const subscriptions = useQuery(panelQueries.subscriptions())
  const machines = useQuery(panelQueries.machines())
  const users = useQuery(panelQueries.users())
  const form = (row: ClientRow | null): FormSpec => ({
    initial: {
      clientId: row?.clientId ?? '',
      name: row?.name ?? '',
      location: row?.location ?? '',
      zone: row?.zone ?? '',
      contactName: row?.contactName ?? '',
      contactEmail: row?.contactEmail ?? '',
      contactNumber: row?.contactNumber ?? '',
      distributorId: row?.distributorId ? String(row.distributorId) : '',
      subscriptionId: row ? String(row.subscriptionId) : '',
      is_active: row ? String(row.is_active) : '',
    },
    fields: () => [
      ...(row ? [{ name: 'clientId', label: 'Client Id', locked: true, half: true }] : []),
      { name: 'name', label: 'Name', required: true, locked: row !== null, half: row !== null },
      { name: 'location', label: 'Location', half: true },
      { name: 'zone', label: 'Time Zone', kind: 'select', options: zones, half: true },
      { name: 'contactName', label: 'Contact Name' },
      { name: 'contactEmail', label: 'Contact Email', kind: 'email', half: true },
      { name: 'contactNumber', label: 'Contact Number', kind: 'tel', half: true },
      {
        name: 'distributorId',
        label: 'Distributor',
        kind: 'select',
        options: options(distributors.data, ({ name }) => name),
        half: true,
      },
      {
        name: 'subscriptionId',
        label: 'Subscription',
        kind: 'select',
        required: true,
        options: options(subscriptions.data, ({ label }) => label),
        half: true,
      },
      ...(row
        ? [{ name: 'is_active', label: 'Enabled', kind: 'select' as const, options: yesOrNo }]
        : []),
    ],
    problem: (typed) => {
      if (row === null) return firstMissing(typed)
      if (typed.values.is_active) return null
      const message = 'Please select Enabled value!'
      return { message, fields: { is_active: message } }
    },
    send: async (values) => {
      const fields = body(values)
      if (row) {
        await call(updateClient, {
          params: { id: row.id },
          body: { ...fields, is_active: values.is_active === 'true', version: row.version },
        })
      } else await call(addClient, { body: { name: values.name ?? '', ...fields } })
      void refreshLists(queries, ['clients'])
      return 'Success!'
    },
  })
  return (
    <CrudTable
      id="clients"
      title="Clients"
      noun="Client"
      query={query}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={[
        { title: 'Name', text: ({ name }) => name, wide: true },
        { title: 'Location', text: ({ location }) => location ?? '', spare: true },
        { title: 'Contact Name', text: ({ contactName }) => contactName, spare: true },
        { title: 'Distributor', text: ({ distributorName }) => distributorName ?? '', wide: true },
        {
          title: 'Subscription',
          text: ({ subscriptionLabel }) => subscriptionLabel,
          cell: ({ subscriptionLabel }) => <span className={table.tag}>{subscriptionLabel}</span>,
        },
        {
          title: 'Enabled',
          text: ({ is_active }) => (is_active ? 'Yes' : 'No'),
          cell: ({ is_active }) => <Enabled is={is_active} />,
        },
      ]}
      form={form}
      rights={({ id }) => ({ remove: id !== firstClient })}
      removal={{
        consequence: ({ id }) => {
          const ofClient = ({ clientId }: { clientId: number | null }) => clientId === id
          const gone = [
            'It',
            amount(machines.data?.filter(ofClient).length, 'machine'),
            amount(users.data?.filter(ofClient).length, 'user'),
          ].filter(Boolean)
          return `${listed(gone)} will no longer be listed. An administrator can restore them for 30 days.`
        },
        send: async ({ id }) => {
          await call(deleteClient, { params: { id } })
          void refreshLists(queries, ['clients', 'users', 'machines', 'deleted'])
        },
        done: 'Client deleted successfully',
        failed: 'Failed to delete client',
      }}
    />
  )
}

function Enabled({ is }: { is: boolean }) {
  const Icon = is ? IconCircleCheck : IconCircleX
  return (
    <span className={styles.enabled} data-enabled={is}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      {is ? 'Yes' : 'No'}
    </span>
  )
}

/** `its 3 machines`, `its 1 user`; nothing for none. */
const amount = (count: number | undefined, what: string) =>
  count ? `its ${count} ${what}${count === 1 ? '' : 's'}` : ''

const listed = (names: readonly string[]) =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names)

const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
  (zone) => ({ value: zone, label: zone }),
)

const body = ({
  location = '',
  zone = '',
  contactName = '',
  contactEmail = '',
  contactNumber = '',
  distributorId,
  subscriptionId,
}: Values) => ({
  location: location.trim() || null,
  ...(zone && { zone }),
  contactName,
  contactEmail: contactEmail.trim(),
  contactNumber,
  distributorId: chosenId(distributorId),
  subscriptionId: Number(subscriptionId),
})
