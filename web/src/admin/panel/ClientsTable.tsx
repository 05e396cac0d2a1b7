import {
  addClient,
  type ClientRow,
  deleteClient,
  endFormerAccess,
  updateClient,
} from '@packboard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ConfirmModal } from '../../crud/ConfirmModal.tsx'
import table from '../../crud/CrudTable.module.css'
import { CrudTable, textColumn } from '../../crud/CrudTable.tsx'
import type { FormSpec } from '../../crud/FormModal.tsx'
import {
  chosenId,
  firstMissing,
  namedField,
  options,
  textsIn,
  type Values,
  yesOrNo,
} from '../../crud/formFields.ts'
import { IconButton } from '../../crud/IconButton.tsx'
import styles from '../../crud/panelCells.module.css'
import { type Say, useTexts } from '../../i18n/useTexts.ts'
import { IconCircleX } from '../../icons/furtherIcons.ts'
import { IconAlertCircle, IconCircleCheck } from '../../icons/icons.ts'
import type { DialogProps } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { useOpening } from '../../ui/useOpening.ts'
import { panelQueries, refreshLists } from '../panelQueries.ts'
import { useSettings } from '../settings/useSettings.tsx'

/** The provider's own client; it cannot be deleted (specification §9). */
const firstClient = 1

/** The factories whose machines are shown. */
export function ClientsTable() {
  const say = useTexts('panel')
  const queries = useQueryClient()
  const query = useQuery(panelQueries.clients())
  const distributors = useQuery(panelQueries.distributors())
  const subscriptions = useQuery(panelQueries.subscriptions())
  const machines = useQuery(panelQueries.machines())
  const users = useQuery(panelQueries.users())
  const former = useOpening<ClientRow>()
  const settings = useSettings('client')
  const form = (row: ClientRow | null): FormSpec => ({
    initial: {
      ...textsIn(row, [
        'clientId',
        'name',
        'location',
        'zone',
        'contactName',
        'contactEmail',
        'contactNumber',
      ]),
      distributorId: row?.distributorId ? String(row.distributorId) : '',
      subscriptionId: row ? String(row.subscriptionId) : '',
      is_active: row ? String(row.is_active) : '',
    },
    fields: () => [
      ...(row ? [{ name: 'clientId', label: say('clientId'), locked: true, half: true }] : []),
      namedField(say, 'name', { required: true, locked: row !== null, half: row !== null }),
      namedField(say, 'location', { half: true }),
      namedField(say, 'zone', { kind: 'select', options: zones, half: true }),
      namedField(say, 'contactName'),
      namedField(say, 'contactEmail', { kind: 'email', half: true }),
      namedField(say, 'contactNumber', { kind: 'tel', half: true }),
      {
        name: 'distributorId',
        label: say('distributor'),
        kind: 'select',
        options: options(distributors.data, ({ name }) => name),
        half: true,
      },
      {
        name: 'subscriptionId',
        label: say('subscription'),
        kind: 'select',
        required: true,
        options: options(subscriptions.data, ({ label }) => label),
        half: true,
      },
      ...(row
        ? [
            {
              name: 'is_active',
              kept: true,
              label: say('enabled'),
              kind: 'select' as const,
              options: yesOrNo(say),
            },
          ]
        : []),
    ],
    problem: (typed) => {
      // The specification asks for the subscription alone; a client without a name could not be found again.
      if (row === null) {
        const byWeight = typed.fields.toSorted(
          (a, b) => Number(b.name === 'subscriptionId') - Number(a.name === 'subscriptionId'),
        )
        return firstMissing({ ...typed, fields: byWeight })
      }
      if (typed.values.is_active) return null
      const message = say('selectEnabled')
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
      return say('success')
    },
  })
  return (
    <>
      <CrudTable
        id="clients"
        title={say('clients')}
        noun={say('aClient')}
        query={query}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        columns={[
          textColumn(say, 'name', { wide: true }),
          textColumn(say, 'location', { spare: true }),
          textColumn(say, 'contactName', { spare: true }),
          {
            key: 'distributor',
            title: say('distributor'),
            text: ({ distributorName }) => distributorName ?? '',
            wide: true,
          },
          {
            key: 'subscription',
            title: say('subscription'),
            text: ({ subscriptionLabel }) => subscriptionLabel,
            cell: ({ subscriptionLabel }) => <span className={table.tag}>{subscriptionLabel}</span>,
          },
          {
            key: 'enabled',
            title: say('enabled'),
            text: ({ is_active }) => say(is_active ? 'yes' : 'no'),
            cell: ({ is_active }) => <Enabled is={is_active} />,
          },
        ]}
        form={form}
        rights={({ id }) =>
          id === firstClient ? { remove: false, whyNotRemove: say('firstClientStays') } : {}
        }
        removal={{
          consequence: ({ id }) => {
            const ofClient = ({ clientId }: { clientId: number | null }) => clientId === id
            return goneWith(
              say,
              machines.data?.filter(ofClient).length ?? 0,
              users.data?.filter(ofClient).length ?? 0,
            )
          },
          send: async ({ id }) => {
            await call(deleteClient, { params: { id } })
            void refreshLists(queries, ['clients', 'users', 'machines', 'deleted'])
          },
          done: say('clientDeleted'),
          failed: say('clientKept'),
        }}
        moreActions={(row) => (
          <>
            {settings.action(row.id, row.name)}
            {row.formerAccess.users.length + row.formerAccess.devices.length > 0 && (
              <IconButton
                label={say('formerAccessTo', { name: row.name })}
                icon={IconAlertCircle}
                onClick={() => former.open(row)}
              />
            )}
          </>
        )}
      />
      {settings.modal}
      {former.about && (
        <FormerAccessModal
          key={former.about.id}
          client={former.about}
          {...former.dialog}
          done={() => void refreshLists(queries, ['clients', 'users', 'devices', 'deleted'])}
        />
      )}
    </>
  )
}

function Enabled({ is }: { is: boolean }) {
  const say = useTexts('panel')
  const Icon = is ? IconCircleCheck : IconCircleX
  return (
    <span className={styles.enabled} data-enabled={is}>
      <Icon size={16} />
      {say(is ? 'yes' : 'no')}
    </span>
  )
}

/** What a client takes along: its machines and its users, as far as there are any. */
function goneWith(say: Say<'panel'>, machines: number, users: number): string {
  if (machines > 0 && users > 0) return say('goneAll', { machines, users })
  if (machines > 0) return say('goneMachines', { machines })
  return users > 0 ? say('goneUsers', { users }) : say('goneOne')
}

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

/** Names the accounts and devices that a former distributor made for a client, and ends them together. */
function FormerAccessModal({
  client,
  done,
  ...dialog
}: { client: ClientRow; done: () => void } & DialogProps) {
  const say = useTexts('panel')
  const { users, devices } = client.formerAccess
  return (
    <ConfirmModal
      title={say('formerAccess')}
      confirm={say('endFormer')}
      busy={say('deleting')}
      consequence={say('formerConsequence')}
      send={() => call(endFormerAccess, { params: { id: client.id } })}
      done={() => {
        showToast(say('success'))
        done()
      }}
      {...dialog}
    >
      <p>{say('formerAccessOf', { client: client.name })}</p>
      {users.length > 0 && <p>{say('formerUsers', { names: users.join(', ') })}</p>}
      {devices.length > 0 && <p>{say('formerDevices', { names: devices.join(', ') })}</p>}
    </ConfirmModal>
  )
}
