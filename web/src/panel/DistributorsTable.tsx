import {
  addDistributor,
  type DistributorRow,
  deleteDistributor,
  updateDistributor,
} from '@packboard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { CrudTable } from './CrudTable.tsx'
import type { FormSpec } from './FormModal.tsx'
import { allMissing, type Values } from './formFields.ts'
import { panelQueries, refreshLists } from './panelQueries.ts'

/** Those who sell and look after machines for several clients. */
export function DistributorsTable() {
  const queries = useQueryClient()
  const query = useQuery(panelQueries.distributors())
  const form = (row: DistributorRow | null): FormSpec => ({
    initial: {
      name: row?.name ?? '',
      location: row?.location ?? '',
      contactName: row?.contactName ?? '',
      contactEmail: row?.contactEmail ?? '',
      contactNumber: row?.contactNumber ?? '',
    },
    fields: () => [
      { name: 'name', label: 'Name', required: true, locked: row !== null },
      { name: 'location', label: 'Location' },
      { name: 'contactName', label: 'Contact Name', required: true },
      {
        name: 'contactEmail',
        label: 'Contact Email',
        kind: 'email',
        required: true,
        half: true,
        placeholder: 'name@company.com',
      },
      { name: 'contactNumber', label: 'Contact Number', kind: 'tel', required: true, half: true },
    ],
    problem: allMissing,
    send: async (values) => {
      const { name = '', ...fields } = body(values)
      if (row) {
        const params = { id: row.id }
        await call(updateDistributor, { params, body: { ...fields, version: row.version } })
      } else await call(addDistributor, { body: { name, ...fields } })
      void refreshLists(queries, ['distributors', 'clients', 'users'])
      return row ? 'Distributor updated successfully' : 'Distributor added successfully'
    },
  })
  return (
    <CrudTable
      id="distributors"
      title="Distributors"
      noun="Distributor"
      query={query}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={[
        { title: 'Name', text: ({ name }) => name },
        { title: 'Location', text: ({ location }) => location ?? '', spare: true },
        { title: 'Contact Name', text: ({ contactName }) => contactName },
        { title: 'Contact Email', text: ({ contactEmail }) => contactEmail, wide: true },
        { title: 'Contact Number', text: ({ contactNumber }) => contactNumber },
      ]}
      form={form}
      removal={{
        consequence: () =>
          'It will no longer be listed. An administrator can restore it for 30 days.',
        send: async ({ id }) => {
          await call(deleteDistributor, { params: { id } })
          void refreshLists(queries, ['distributors', 'deleted'])
        },
        done: 'Distributor deleted successfully',
        failed: 'Failed to delete distributor',
      }}
    />
  )
}

const body = ({
  name = '',
  location = '',
  contactName = '',
  contactEmail = '',
  contactNumber = '',
}: Values) => ({
  name,
  location: location.trim() || null,
  contactName,
  contactEmail,
  contactNumber,
})
