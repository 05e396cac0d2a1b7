import {
  addMachine,
  deleteMachine,
  type MachineRow,
  type MachineTypeRow,
  updateMachine,
} from '@packboard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { clientQueries } from '../../clients/clientQueries.ts'
import { CrudTable } from '../../crud/CrudTable.tsx'
import type { FormSpec } from '../../crud/FormModal.tsx'
import { firstMissing, numberOf, type Values } from '../../crud/formFields.ts'
import { IconButton } from '../../crud/IconButton.tsx'
import { options } from '../../crud/options.ts'
import styles from '../../crud/panelCells.module.css'
import { Thumb } from '../../crud/Thumb.tsx'
import { formatDecimals } from '../../i18n/formatNumber.ts'
import type { Say } from '../../i18n/sayIn.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconRoute } from '../../icons/icons.ts'
import { ConnectionLink } from '../connection/ConnectionLink.tsx'
import { ImportMachines } from '../connection/ImportMachines.tsx'
import { LineModal } from './LineModal.tsx'
import { panelQueries, refreshLists } from './panelQueries.ts'

const columns = (say: Say<'panel'>, types: readonly MachineTypeRow[] | undefined) => [
  {
    key: 'serialNo',
    title: say('serialNo'),
    text: ({ machineId }: MachineRow) => machineId,
    cell: ({ machineId, machineTypeId }: MachineRow) => {
      const path = types?.find(({ id }) => id === machineTypeId)?.imagePath ?? ''
      return (
        <span className={styles.pictured}>
          <Thumb key={path} path={path} small />
          {machineId}
        </span>
      )
    },
  },
  {
    key: 'client',
    title: say('client'),
    text: ({ clientName }: MachineRow) => clientName,
    wide: true,
  },
  {
    key: 'machineType',
    title: say('machineType'),
    text: ({ machineTypeName }: MachineRow) => machineTypeName,
  },
  { key: 'line', title: say('line'), text: ({ lineName }: MachineRow) => lineName },
  {
    key: 'targetSpeed',
    title: say('targetSpeed'),
    text: ({ targetPpm }: MachineRow) => (targetPpm === null ? '' : String(targetPpm)),
    cell: ({ targetPpm }: MachineRow) =>
      targetPpm === null ? undefined : formatDecimals(targetPpm, 0, 9),
    numeric: true,
    spare: true,
  },
]

/** All machines; the line of each is named from its row. */
export function MachinesTable() {
  const say = useTexts('panel')
  const queries = useQueryClient()
  const query = useQuery(panelQueries.machines())
  const clients = useQuery(clientQueries.names())
  const types = useQuery(panelQueries.machineTypes())
  const line = useLineModal()
  const form = (row: MachineRow | null): FormSpec => ({
    initial: {
      clientId: row ? String(row.clientId) : '',
      machineTypeId: row ? String(row.machineTypeId) : '',
      machineId: row?.machineId ?? '',
      lineName: row?.lineName ?? '',
      targetPpm: row?.targetPpm?.toString() ?? '',
    },
    fields: () => [
      {
        name: 'clientId',
        label: say('client'),
        kind: 'select',
        required: true,
        locked: row !== null,
        options: row
          ? [{ value: String(row.clientId), label: row.clientName }]
          : options(clients.data?.clients, ({ name }) => name),
      },
      {
        name: 'machineTypeId',
        label: say('machineType'),
        kind: 'select',
        required: true,
        options: options(types.data, ({ label }) => label),
      },
      { name: 'machineId', label: say('serialNo'), required: true },
      { name: 'lineName', label: say('line'), half: true },
      { name: 'targetPpm', label: say('targetSpeed'), kind: 'number', half: true },
    ],
    ...(row === null && { problem: firstMissing }),
    send: async (values) => {
      const fields = body(values)
      if (row) {
        const params = { id: row.id }
        await call(updateMachine, { params, body: { ...fields, version: row.version } })
      } else await call(addMachine, { body: { clientId: Number(values.clientId), ...fields } })
      void refreshLists(queries, ['machines'])
      return say('success')
    },
  })
  return (
    <>
      <CrudTable
        id="machines"
        title={say('machines')}
        noun={say('aMachine')}
        query={query}
        keyOf={({ id }) => id}
        nameOf={({ machineId }) => machineId}
        columns={columns(say, types.data)}
        form={form}
        moreActions={(row) => (
          <>
            <ConnectionLink id={row.id} serialNo={row.machineId} />
            {line.action(row)}
          </>
        )}
        headActions={
          <ImportMachines done={() => void refreshLists(queries, ['machines', 'devices'])} />
        }
        removal={{
          consequence: () => say('machineGone'),
          send: async ({ id }) => {
            await call(deleteMachine, { params: { id } })
            void refreshLists(queries, ['machines', 'deleted'])
          },
          done: say('machineDeleted'),
          failed: say('machineKept'),
        }}
      />
      {line.modal}
    </>
  )
}

/** The machines of the engineer's own client, whose lines may be named and nothing more. */
export function LinesTable() {
  const say = useTexts('panel')
  const query = useQuery(panelQueries.machines())
  const types = useQuery(panelQueries.machineTypes())
  const line = useLineModal()
  return (
    <>
      <CrudTable
        title={say('lines')}
        query={query}
        keyOf={({ id }) => id}
        nameOf={({ machineId }) => machineId}
        columns={columns(say, types.data)}
        moreActions={line.action}
      />
      {line.modal}
    </>
  )
}

/** The icon in a machine's row and the form that it opens. */
function useLineModal() {
  const say = useTexts('panel')
  const [row, setRow] = useState<MachineRow | null>(null)
  const [times, setTimes] = useState(0)
  const [opened, setOpened] = useState(false)
  return {
    action: (machine: MachineRow) => (
      <IconButton
        label={say('editLineOf', { name: machine.machineId })}
        icon={IconRoute}
        onClick={() => {
          setRow(machine)
          setTimes(times + 1)
          setOpened(true)
        }}
      />
    ),
    modal: row && (
      <LineModal key={times} machine={row} opened={opened} onClose={() => setOpened(false)} />
    ),
  }
}

const body = ({ machineTypeId, machineId = '', lineName = '', targetPpm = '' }: Values) => ({
  machineTypeId: Number(machineTypeId),
  machineId: machineId.trim(),
  lineName,
  targetPpm: numberOf(targetPpm) ?? null,
})
