import { addUser, deleteUser, resetFactors, type UserRow, updateUser } from '@packboard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { clientQueries } from '../../clients/clientQueries.ts'
import { ConfirmModal } from '../../crud/ConfirmModal.tsx'
import table from '../../crud/CrudTable.module.css'
import { CrudTable, type Rights, textColumn } from '../../crud/CrudTable.tsx'
import type { FormSpec } from '../../crud/FormModal.tsx'
import { options } from '../../crud/formFields.ts'
import { IconButton } from '../../crud/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconFingerprint } from '../../icons/furtherIcons.ts'
import { usePerson } from '../../session/useSession.ts'
import type { DialogProps } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { useOpening } from '../../ui/useOpening.ts'
import { type MadeToken, TokenMade } from '../devices/TokenMade.tsx'
import { panelQueries, refreshLists } from '../panelQueries.ts'
import {
  assignsRole,
  changedUserBody,
  newUserBody,
  roleWord,
  settleUser,
  userFields,
  userInitial,
} from './userForm.ts'

/** The people whom the signed-in person may see, and, for most, manage. */
export function UsersTable() {
  const say = useTexts('panel')
  const person = usePerson()
  const queries = useQueryClient()
  const { manageUsers, manageInstallation, chooseClient } = person.permissions
  const query = useQuery(panelQueries.users())
  const made = useOpening<MadeToken>()
  const resetting = useOpening<UserRow>()
  const clients = useQuery({ ...clientQueries.names(), enabled: chooseClient })
  const distributors = useQuery({ ...panelQueries.distributors(), enabled: manageInstallation })
  const groups = useQuery({ ...panelQueries.userGroups(), enabled: manageUsers })
  const choices = {
    clients: options(clients.data?.clients, ({ name }) => name),
    distributors: manageInstallation
      ? options(distributors.data, ({ name }) => name)
      : ownDistributor(query.data, person.distributorId),
    roles: options(groups.data, ({ id, label }) => roleWord(say, id, label)),
  }
  const form = (row: UserRow | null): FormSpec => ({
    initial: userInitial(person, row),
    fields: (values) => userFields(say, person, row, values, choices),
    ...(assignsRole(person, row) && { settle: settleUser }),
    send: async (values) => {
      if (row) {
        const params = { id: row.id }
        const body = changedUserBody(person, row, values)
        const { pendingEmail: email } = await call(updateUser, { params, body })
        if (email !== undefined) {
          void refreshLists(queries, ['users'])
          return say('emailSent', { email })
        }
      } else {
        const { token } = await call(addUser, { body: newUserBody(values) })
        if (token !== undefined) {
          made.open({ name: values.username?.trim() ?? '', token, oldUntil: null })
        }
      }
      void refreshLists(queries, ['users', 'devices'])
      return say('success')
    },
  })
  const rights = ({ id, editable }: UserRow): Rights => ({
    edit: editable,
    remove: editable,
    ...(id === person.id && { note: say('you') }),
  })
  const roleOf = ({ role, roleName }: UserRow) =>
    role === null ? say('awaitsApproval') : roleWord(say, role, roleName ?? '')
  return (
    <>
      <CrudTable
        id="users"
        title={say('users')}
        noun={say('aUser')}
        query={query}
        keyOf={({ id }) => id}
        nameOf={({ username }) => username}
        columns={[
          textColumn(say, 'username'),
          textColumn(say, 'firstName', { spare: true }),
          textColumn(say, 'lastName', { spare: true }),
          textColumn(say, 'email', { wide: true }),
          {
            key: 'client',
            title: say('client'),
            text: ({ clientName }) => clientName ?? '',
            wide: true,
          },
          {
            key: 'distributor',
            title: say('distributor'),
            text: ({ distributorName }) => distributorName ?? '',
            wide: true,
            spare: true,
          },
          {
            key: 'role',
            title: say('role'),
            text: roleOf,
            cell: (row) => <span className={table.tag}>{roleOf(row)}</span>,
          },
        ]}
        mayAdd={manageUsers}
        rights={rights}
        hint={say('usersHint')}
        {...(manageUsers && {
          // Who may not take over an account by its address may not remove its second factor either.
          moreActions: (row: UserRow) =>
            row.emailEditable && (
              <IconButton
                label={say('resetFactorsOf', { name: row.username })}
                icon={IconFingerprint}
                onClick={() => resetting.open(row)}
              />
            ),
          form,
          removal: {
            consequence: ({ firstName }: UserRow) =>
              firstName ? say('userGone', { name: firstName }) : say('thisPersonGone'),
            send: async ({ id }: UserRow) => {
              await call(deleteUser, { params: { id } })
              void refreshLists(queries, ['users', 'deleted'])
            },
            done: say('userDeleted'),
            failed: say('userKept'),
          },
        })}
      />
      {made.about && <TokenMade made={made.about} {...made.dialog} />}
      {resetting.about && (
        <ResetFactors key={resetting.times} row={resetting.about} {...resetting.dialog} />
      )}
    </>
  )
}

/** For a person who has lost the device of the second factor. */
function ResetFactors({ row, ...dialog }: { row: UserRow } & DialogProps) {
  const say = useTexts('panel')
  return (
    <ConfirmModal
      title={say('resetFactors')}
      confirm={say('reset')}
      busy={say('resetting')}
      consequence={say('resetGone', { name: row.firstName || row.username })}
      send={() => call(resetFactors, { params: { id: row.id } })}
      done={() => showToast(say('factorsReset'))}
      {...dialog}
    >
      <p>
        <b>{row.username}</b>
      </p>
    </ConfirmModal>
  )
}

/** A distributor reads its own name in the list of its people. */
function ownDistributor(users: readonly UserRow[] | undefined, id: number | null) {
  const name = users?.find(({ distributorId }) => distributorId === id)?.distributorName
  return id !== null && name ? [{ value: String(id), label: name }] : []
}
