import {
  addDevice,
  type DeviceRow,
  deleteDevice,
  rotateDeviceToken,
  updateDevice,
} from '@packboard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { clientQueries } from '../../clients/clientQueries.ts'
import { useUsualClient } from '../../clients/useUsualClient.ts'
import { CrudTable, type Rights } from '../../crud/CrudTable.tsx'
import { FormModal, type FormSpec } from '../../crud/FormModal.tsx'
import { firstMissing, listed, namedField, options, type Values } from '../../crud/formFields.ts'
import { IconButton } from '../../crud/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconRefresh } from '../../icons/icons.ts'
import { usePerson } from '../../session/useSession.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { deviceQueries } from '../panelQueries.ts'
import { type MadeToken, TokenMade } from './TokenMade.tsx'

type Open =
  | { readonly what: 'made'; readonly made: MadeToken }
  | { readonly what: 'rotate'; readonly row: DeviceRow; readonly key: number }

/** The devices that send records, apart from people: added here, given their tokens here, revoked here. */
export function DevicesView() {
  const say = useTexts('devices')
  const person = usePerson()
  const queries = useQueryClient()
  const query = useQuery(deviceQueries.list())
  const { manageDevices, deleteDevices, chooseClient: picks } = person.permissions
  const clients = useQuery({ ...clientQueries.names(), enabled: picks && manageDevices })
  const usual = useUsualClient(clients.data?.clients)
  const [open, setOpen] = useState<Open | null>(null)
  const [opened, setOpened] = useState(false)
  const show = (what: Open) => {
    setOpen(what)
    setOpened(true)
  }
  const close = () => setOpened(false)
  const refresh = () => void queries.invalidateQueries({ queryKey: deviceQueries.list().queryKey })

  const machinesOf = (clientId: number) =>
    (query.data?.machines ?? [])
      .filter((machine) => machine.clientId === clientId)
      .map(({ serialNo }) => ({ value: serialNo, label: serialNo }))

  const form = (row: DeviceRow | null): FormSpec => ({
    initial: {
      name: row?.name ?? '',
      clientId: String(row?.clientId ?? usual ?? ''),
      sends: row === null || row.machines === 'all' ? 'all' : 'some',
      machines: row === null || row.machines === 'all' ? '' : row.machines.join('\n'),
    },
    fields: (values) => [
      namedField(say, 'name', { required: true, locked: row !== null, hint: say('nameHint') }),
      ...(picks
        ? [
            {
              name: 'clientId',
              label: say('client'),
              kind: 'select' as const,
              required: true,
              locked: row !== null,
              options: row
                ? [{ value: String(row.clientId), label: row.clientName }]
                : options(clients.data?.clients, ({ name }) => name),
            },
          ]
        : []),
      {
        name: 'sends',
        label: say('sendsFor'),
        kind: 'select',
        required: true,
        options: [
          { value: 'all', label: say('allMachines') },
          { value: 'some', label: say('theseMachines') },
        ],
      },
      ...(values.sends === 'some'
        ? [
            {
              name: 'machines',
              label: say('machines'),
              kind: 'list' as const,
              required: true,
              options: machinesOf(Number(values.clientId)),
            },
          ]
        : []),
    ],
    // Machines of another client cannot be its own.
    settle: (values, changed) => (changed === 'clientId' ? { ...values, machines: '' } : values),
    problem: firstMissing,
    send: async (values) => {
      const machines = machinesIn(values)
      if (row) {
        const params = { id: row.id }
        await call(updateDevice, { params, body: { machines, version: row.version } })
      } else {
        const name = (values.name ?? '').trim()
        const body = { clientId: Number(values.clientId), name, machines }
        const { token } = await call(addDevice, { body })
        show({ what: 'made', made: { name, token, oldUntil: null } })
      }
      refresh()
      return say('success')
    },
  })

  const rotation = (row: DeviceRow): FormSpec => ({
    initial: { endOld: 'later' },
    fields: () => [
      {
        name: 'endOld',
        label: say('oldToken'),
        kind: 'select',
        required: true,
        hint: say('oldTokenHint'),
        options: [
          { value: 'later', label: say('endsLater') },
          { value: 'now', label: say('endsNow') },
        ],
      },
    ],
    send: async ({ endOld }) => {
      const params = { id: row.id }
      const body = { endOld: endOld === 'now' }
      const { token, oldUntil } = await call(rotateDeviceToken, { params, body })
      show({ what: 'made', made: { name: row.name, token, oldUntil } })
      refresh()
      return say('success')
    },
  })

  const rights = (): Rights => ({ edit: manageDevices, remove: deleteDevices })
  const machinesText = ({ machines }: DeviceRow) =>
    machines === 'all' ? say('allMachines') : machines.join(', ')
  return (
    <>
      <CrudTable
        title={say('devices')}
        noun={say('aDevice')}
        query={{ ...query, data: query.data?.devices }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        columns={[
          { key: 'name', title: say('name'), text: ({ name }) => name, wide: true },
          ...(picks
            ? [
                {
                  key: 'client',
                  title: say('client'),
                  text: ({ clientName }: DeviceRow) => clientName,
                  wide: true,
                },
              ]
            : []),
          { key: 'machines', title: say('sendsFor'), text: machinesText, wide: true },
          dateColumn('token', say('tokenMade'), ({ tokenMadeAt }) => tokenMadeAt, say('password')),
          {
            ...dateColumn('old', say('oldUntil'), ({ oldUntil }) => oldUntil, ''),
            spare: true,
          },
          dateColumn('seen', say('lastSeen'), ({ lastSeenAt }) => lastSeenAt, say('never')),
        ]}
        mayAdd={manageDevices}
        rights={rights}
        hint={say('hint')}
        {...(manageDevices && { form })}
        {...(deleteDevices && {
          removal: {
            consequence: ({ name }: DeviceRow) => say('gone', { name }),
            send: async ({ id }: DeviceRow) => {
              await call(deleteDevice, { params: { id } })
              refresh()
              void queries.invalidateQueries({ queryKey: ['panel', 'deleted'] })
            },
            done: say('deleted'),
            failed: say('kept'),
          },
        })}
        moreActions={(row) =>
          manageDevices && (
            <IconButton
              label={say('rotateNamed', { name: row.name })}
              icon={IconRefresh}
              onClick={() =>
                show({ what: 'rotate', row, key: open?.what === 'rotate' ? open.key + 1 : 0 })
              }
            />
          )
        }
      />
      {open?.what === 'made' && <TokenMade {...{ opened }} made={open.made} onClose={close} />}
      {open?.what === 'rotate' && (
        <FormModal
          key={`${open.row.id} ${open.key}`}
          title={say('rotateNamed', { name: open.row.name })}
          submit={say('rotate')}
          busy={say('rotating')}
          spec={rotation(open.row)}
          opened={opened}
          // The token takes its place when it is made.
          onClose={() => setOpen((now) => (now?.what === 'rotate' ? null : now))}
        />
      )}
    </>
  )
}

const machinesIn = (values: Values) =>
  values.sends === 'some' ? listed(values.machines) : ('all' as const)

function dateColumn(
  key: string,
  title: string,
  dateOf: (row: DeviceRow) => Date | null,
  none: string,
) {
  return {
    key,
    title,
    labelOnPhone: true,
    text: (row: DeviceRow) => dateOf(row)?.toISOString() ?? none,
    cell: (row: DeviceRow) => {
      const date = dateOf(row)
      return date ? <DateTime at={date} /> : none || null
    },
  }
}
