import { addUser, deleteUser, type UserRow, updateUser } from '@packboard/contract'
import { actsOnUser, creatableRoles, roleOfGroup } from '@packboard/model'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { clientQueries } from '../clients/clientQueries.ts'
import { usePerson } from '../session/useSession.ts'
import table from './CrudTable.module.css'
import { CrudTable, type Rights } from './CrudTable.tsx'
import type { FormSpec } from './FormModal.tsx'
import { firstMissing } from './formFields.ts'
import { options } from './options.ts'
import { panelQueries, refreshLists } from './panelQueries.ts'
import {
  assignsRole,
  changedUserBody,
  newUserBody,
  settleUser,
  userFields,
  userInitial,
} from './userForm.ts'

/** The people whom the signed-in person may see, and, for most, manage. */
export function UsersTable() {
  const person = usePerson()
  const queries = useQueryClient()
  const manages = creatableRoles(person.role).length > 0
  const isAdmin = person.role === 'admin'
  const choosesClient = isAdmin || person.role === 'distributor'
  const query = useQuery({ ...panelQueries.users(), select: peopleFirst })
  const clients = useQuery({ ...clientQueries.names(), enabled: choosesClient })
  const distributors = useQuery({ ...panelQueries.distributors(), enabled: isAdmin })
  const groups = useQuery({ ...panelQueries.userGroups(), enabled: manages })
  const choices = {
    clients: options(clients.data?.clients, ({ name }) => name),
    distributors: isAdmin
      ? options(distributors.data, ({ name }) => name)
      : ownDistributor(query.data, person.distributorId),
    roles: options(groups.data, ({ label }) => label),
  }
  const form = (row: UserRow | null): FormSpec => ({
    initial: userInitial(person, row),
    fields: (values) => userFields(person, row, values, choices),
    ...(assignsRole(person, row) && { settle: settleUser }),
    ...(row === null && { problem: firstMissing }),
    send: async (values) => {
      if (row) {
        const params = { id: row.id }
        await call(updateUser, { params, body: changedUserBody(person, row, values) })
      } else await call(addUser, { body: newUserBody(values) })
      void refreshLists(queries, ['users'])
      return 'Success!'
    },
  })
  const rights = ({ id, role }: UserRow): Rights => {
    if (id === person.id) return { edit: false, remove: false, note: 'You' }
    const target = { userId: id, role: role === null ? null : (roleOfGroup(role) ?? null) }
    const may = actsOnUser({ userId: person.id, role: person.role }, target)
    return { edit: may, remove: may }
  }
  return (
    <CrudTable
      id="users"
      title="Users"
      noun="User"
      query={query}
      keyOf={({ id }) => id}
      nameOf={({ username }) => username}
      columns={[
        { title: 'Username', text: ({ username }) => username },
        { title: 'First Name', text: ({ firstName }) => firstName, spare: true },
        { title: 'Last Name', text: ({ lastName }) => lastName ?? '', spare: true },
        { title: 'Email', text: ({ email }) => email ?? '', wide: true },
        { title: 'Client', text: ({ clientName }) => clientName ?? '', wide: true },
        {
          title: 'Distributor',
          text: ({ distributorName }) => distributorName ?? '',
          wide: true,
          spare: true,
        },
        {
          title: 'Role',
          text: ({ roleName }) => roleName ?? 'awaits approval',
          cell: ({ roleName }) => (
            <span className={table.tag}>{roleName ?? 'awaits approval'}</span>
          ),
        },
      ]}
      mayAdd={manages}
      rights={rights}
      hint="Nobody is listed here yet."
      {...(manages && {
        form,
        removal: {
          consequence: ({ firstName }: UserRow) =>
            `${firstName || 'This person'} can no longer sign in. An administrator can restore the account for 30 days.`,
          send: async ({ id }: UserRow) => {
            await call(deleteUser, { params: { id } })
            void refreshLists(queries, ['users', 'deleted'])
          },
          done: 'User deleted successfully',
          failed: 'Error deleting user',
        },
      })}
    />
  )
}

/** Machines sign in with accounts, too; they are many, and seldom who is looked for. */
function peopleFirst(users: readonly UserRow[]): UserRow[] {
  const isDevice = ({ role }: UserRow) => role !== null && roleOfGroup(role) === 'device'
  return users.toSorted((a, b) => Number(isDevice(a)) - Number(isDevice(b)))
}

/** A distributor reads its own name in the list of its people. */
function ownDistributor(users: readonly UserRow[] | undefined, id: number | null) {
  const name = users?.find(({ distributorId }) => distributorId === id)?.distributorName
  return id !== null && name ? [{ value: String(id), label: name }] : []
}
