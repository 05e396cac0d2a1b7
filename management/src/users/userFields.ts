import type { Selectable } from 'kysely'
import type { Schema } from '../schema.ts'

/** The fields of an account; a field that is left out stays as it is. */
export type UserFields = {
  readonly firstName: string
  readonly lastName?: string | undefined
  readonly email: string
  readonly contactNumber?: string | undefined
}

/** The columns that add and change write; the e-mail address has rules of its own. */
export function columnsOfUser(fields: Omit<UserFields, 'email'>) {
  return {
    first_name: fields.firstName,
    last_name: fields.lastName,
    contact_number: fields.contactNumber,
  }
}

/** The columns that the list and a change read, in addition to the client and distributor of the account. */
export const userColumns = [
  'u.username',
  'u.first_name',
  'u.last_name',
  'u.email',
  'u.contact_number',
] as const

type UserRow = Selectable<Schema['user_account']>
type PersonRow = Pick<UserRow, 'username' | 'first_name' | 'last_name' | 'email' | 'contact_number'>

/** The fields of an account that the panel's list and the audit log share. */
export function personOf(row: PersonRow) {
  return {
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    contactNumber: row.contact_number,
  }
}

/** An account as the audit log keeps it; never its password. */
export function userSnapshot(
  row: PersonRow & Pick<UserRow, 'group_id' | 'client_id' | 'distributor_id'>,
) {
  return {
    ...personOf(row),
    groupId: row.group_id,
    clientId: row.client_id,
    distributorId: row.distributor_id,
  }
}
