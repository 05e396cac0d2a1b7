import {
  addMachineType,
  deleteMachineType,
  type MachineTypeRow,
  updateMachineType,
} from '@packboard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callWithForm } from '../../api/call.ts'
import { CrudTable, Thumb } from '../../crud/CrudTable.tsx'
import type { FormSpec } from '../../crud/FormModal.tsx'
import { firstMissing, namedField } from '../../crud/formFields.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { panelQueries, refreshLists } from '../panelQueries.ts'
import { useSettings } from '../settings/useSettings.tsx'

/** The designs of machines with the pictures on their cards. */
export function MachineTypesTable() {
  const say = useTexts('panel')
  const queries = useQueryClient()
  const query = useQuery(panelQueries.machineTypes())
  const settings = useSettings('machineType')
  const form = (row: MachineTypeRow | null): FormSpec => ({
    initial: { label: row?.label ?? '' },
    fields: () => [
      namedField(say, 'label', { required: true, locked: row !== null }),
      {
        name: 'file',
        label: say('image'),
        kind: 'file',
        required: true,
        hint: say('imageHint'),
      },
    ],
    ...(row === null && { problem: firstMissing }),
    send: async ({ label = '' }, file) => {
      const parts = new FormData()
      // The text goes first, so that the server has it before the picture comes.
      if (row) parts.set('version', String(row.version))
      parts.set('label', label)
      if (file) parts.set('file', file)
      if (row) await callWithForm(updateMachineType, { params: { id: row.id } }, parts)
      else await callWithForm(addMachineType, {}, parts)
      void refreshLists(queries, ['machineTypes', 'machines'])
      return say('success')
    },
  })
  return (
    <>
      <CrudTable
        id="machineTypes"
        title={say('machineTypes')}
        noun={say('aMachineType')}
        query={query}
        keyOf={({ id }) => id}
        nameOf={({ label }) => label}
        columns={[
          {
            key: 'image',
            title: say('image'),
            text: () => '',
            cell: ({ imagePath }) => <Thumb key={imagePath} path={imagePath} />,
            unsorted: true,
          },
          {
            key: 'label',
            title: say('label'),
            text: ({ label }) => label,
            cell: ({ label }) => <b>{label}</b>,
            wide: true,
          },
        ]}
        moreActions={({ id, label }) => settings.action(id, label)}
        form={form}
        removal={{
          consequence: () => say('machineTypeGone'),
          send: async ({ id }) => {
            await call(deleteMachineType, { params: { id } })
            void refreshLists(queries, ['machineTypes', 'deleted'])
          },
          done: say('machineTypeDeleted'),
          failed: say('machineTypeKept'),
        }}
      />
      {settings.modal}
    </>
  )
}
