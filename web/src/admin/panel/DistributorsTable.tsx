import {
  addDistributor,
  type DistributorRow,
  deleteDistributor,
  updateDistributor,
} from '@packboard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { CrudTable, textColumn } from '../../crud/CrudTable.tsx'
import type { FormSpec } from '../../crud/FormModal.tsx'
import { allMissing, namedField, textsIn, type Values } from '../../crud/formFields.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { panelQueries, refreshLists } from '../panelQueries.ts'

/** Those who sell and look after machines for several clients. */
export function DistributorsTable() {
  const say = useTexts('panel')
  const queries = useQueryClient()
  const query = useQuery(panelQueries.distributors())
  const form = (row: DistributorRow | null): FormSpec => ({
    initial: {
      ...textsIn(row, ['name', 'location', 'contactName', 'contactEmail', 'contactNumber']),
    },
    fields: () => [
      namedField(say, 'name', { required: true, locked: row !== null }),
      namedField(say, 'location'),
      namedField(say, 'contactName', { required: true }),
      namedField(say, 'contactEmail', {
        kind: 'email',
        required: true,
        half: true,
        placeholder: 'name@company.com',
      }),
      namedField(say, 'contactNumber', { kind: 'tel', required: true, half: true }),
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
        textColumn(say, 'name'),
        textColumn(say, 'location', { spare: true }),
        textColumn(say, 'contactName'),
        textColumn(say, 'contactEmail', { wide: true }),
        textColumn(say, 'contactNumber'),
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
