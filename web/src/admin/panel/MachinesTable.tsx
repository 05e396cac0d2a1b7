import {
  addMachine,
  deleteMachine,
  type MachineRow,
  type MachineTypeRow,
  updateLine,
  updateMachine,
} from '@packboard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { clientQueries } from '../../clients/clientQueries.ts'
import { CrudTable } from '../../crud/CrudTable.tsx'
import { FormModal, type FormSpec } from '../../crud/FormModal.tsx'
import { firstMissing, numberOf, type Values } from '../../crud/formFields.ts'
import { IconButton } from '../../crud/IconButton.tsx'
import { options } from '../../crud/options.ts'
import styles from '../../crud/panelCells.module.css'
import { Thumb } from '../../crud/Thumb.tsx'
import { formatDecimals } from '../../i18n/formatNumber.ts'
import type { Say } from '../../i18n/sayIn.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconPlugConnected, IconRoute } from '../../icons/furtherIcons.ts'
import { IconX } from '../../icons/icons.ts'
import { useClient } from '../../session/chosenClient.ts'
import { usePerson } from '../../session/useSession.ts'
import { ConnectionLink } from '../connection/ConnectionLink.tsx'
import { ImportMachines } from '../connection/ImportMachines.tsx'
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
  const chosen = useClient(usePerson())
  const [added, setAdded] = useState<Added | null>(null)
  const queries = useQueryClient()
  const query = useQuery(panelQueries.machines())
  const clients = useQuery(clientQueries.names())
  const types = useQuery(panelQueries.machineTypes())
  const line = useLineModal()
  // The client whose name stands in the top bar, or the only one that there is.
  const { clients: [first, second] = [] } = clients.data ?? {}
  const usual = chosen?.id ?? (second ? undefined : first?.id)
  const form = (row: MachineRow | null): FormSpec => ({
    initial: {
      clientId: String(row?.clientId ?? usual ?? ''),
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
      } else {
        const body = { clientId: Number(values.clientId), ...fields }
        const { id } = await call(addMachine, { body })
        setAdded({ id, serialNo: fields.machineId })
      }
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
        note={
          <div role="status">
            {added && <AddedNote added={added} close={() => setAdded(null)} />}
          </div>
        }
        removal={{
          consequence: () => say('machineGone'),
          send: async ({ id }) => {
            await call(deleteMachine, { params: { id } })
            setAdded((before) => (before?.id === id ? null : before))
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

/** A machine that was added just now. */
type Added = { readonly id: number; readonly serialNo: string }

/** What a new machine needs next: it says nothing until it is connected. */
function AddedNote({ added: { id, serialNo }, close }: { added: Added; close: () => void }) {
  const say = useTexts('panel')
  return (
    <div className={styles.added}>
      <span>{say('machineAdded', { name: serialNo })}</span>
      <Link to="/admin/panel" search={{ machine: id }}>
        <IconPlugConnected size={18} stroke={1.75} aria-hidden="true" />
        {say('connectIt')}
      </Link>
      <IconButton label={say('closeNote')} icon={IconX} onClick={close} />
    </div>
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

/** Names the line that a machine stands on. */
function LineModal({
  machine,
  opened,
  onClose,
}: {
  machine: MachineRow
  opened: boolean
  onClose: () => void
}) {
  const say = useTexts('panel')
  const queries = useQueryClient()
  const { id, clientId, machineId, lineName } = machine
  return (
    <FormModal
      title={say('updateOf', { noun: say('aLine') })}
      submit={say('update')}
      busy={say('updating')}
      {...{ opened, onClose }}
      spec={{
        initial: { lineName, machineName: machineId },
        fields: () => [
          { name: 'lineName', label: say('lineName') },
          { name: 'machineName', label: say('machineName'), locked: true },
        ],
        send: async (values) => {
          await call(updateLine, {
            params: { id },
            body: { lineName: values.lineName ?? '', clientId, machineName: machineId },
          })
          void refreshLists(queries, ['machines'])
          return say('success')
        },
      }}
    />
  )
}
