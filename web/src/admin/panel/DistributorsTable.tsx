import {
  addDistributor,
  type DistributorRow,
  deleteDistributor,
  updateDistributor,
} from '@packboard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { CrudTable } from '../../crud/CrudTable.tsx'
import type { FormSpec } from '../../crud/FormModal.tsx'
import { allMissing, type Values } from '../../crud/formFields.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { panelQueries, refreshLists } from '../panelQueries.ts'

/** Those who sell and look after machines for several clients. */
export function DistributorsTable() {
  const say = useTexts('panel')
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
      { name: 'name', label: say('name'), required: true, locked: row !== null },
      { name: 'location', label: say('location') },
      { name: 'contactName', label: say('contactName'), required: true },
      {
        name: 'contactEmail',
        label: say('contactEmail'),
        kind: 'email',
        required: true,
        half: true,
        placeholder: 'name@company.com',
      },
      {
        name: 'contactNumber',
        label: say('contactNumber'),
        kind: 'tel',
        required: true,
        half: true,
      },
    ],
    problem: allMissing,
    send: async (values) => {
      const { name = '', ...fields } = body(values)
      if (row) {
        const params = { id: row.id }
        await call(updateDistributor, { params, body: { ...fields, version: row.version } })
      } else await call(addDistributor, { body: { name, ...fields } })
      void refreshLists(queries, ['distributors', 'clients', 'users'])
      return say(row ? 'distributorUpdated' : 'distributorAdded')
    },
  })
  return (
    <CrudTable
      id="distributors"
      title={say('distributors')}
      noun={say('aDistributor')}
      query={query}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      columns={[
        { key: 'name', title: say('name'), text: ({ name }) => name },
        {
          key: 'location',
          title: say('location'),
          text: ({ location }) => location ?? '',
          spare: true,
        },
        { key: 'contactName', title: say('contactName'), text: ({ contactName }) => contactName },
        {
          key: 'contactEmail',
          title: say('contactEmail'),
          text: ({ contactEmail }) => contactEmail,
          wide: true,
        },
        {
          key: 'contactNumber',
          title: say('contactNumber'),
          text: ({ contactNumber }) => contactNumber,
        },
      ]}
      form={form}
      removal={{
        consequence: () => say('goneOne'),
        send: async ({ id }) => {
          await call(deleteDistributor, { params: { id } })
          void refreshLists(queries, ['distributors', 'deleted'])
        },
        done: say('distributorDeleted'),
        failed: say('distributorKept'),
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
