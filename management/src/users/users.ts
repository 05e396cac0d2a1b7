import {
  AppError,
  type PanelScope,
  type PersonRole,
  personRoleOfGroup,
  type Role,
  refusedField,
  roleOfGroup,
} from '@packboard/model'
import type { Selectable } from 'kysely'
import { lockedClient, lockedDistributor, shownName } from '../change/changing.ts'
import { sameText } from '../queries.ts'
import type { Schema } from '../schema.ts'
import { reaches, whereReached } from '../scope.ts'
import { atEntrance, type Db, inside, type Management } from '../store.ts'

/** An account as the management panel shows it. */
export type ManagedUser = Readonly<ReturnType<typeof personOf>> & {
  readonly id: number
  readonly clientId: number | null
  readonly clientName: string | null
  /** Its own, or that of its client. */
  readonly distributorId: number | null
  readonly distributorName: string | null
  /** null: awaits approval (D36). */
  readonly groupId: number | null
  /** The address that it has once it is confirmed; null: no change is pending (D82). */
  readonly pendingEmail: string | null
  readonly version: number
}

/** The accounts in scope that are not deleted, by user name. */
export function managedUsers(management: Management, scope: PanelScope): Promise<ManagedUser[]> {
  const store = inside(management)
  return store.read(async (db) => {
    const rows = await placedUsers(db)
      .leftJoin('email_change as e', (join) =>
        join.onRef('e.user_id', '=', 'u.id').on('e.expires_at', '>', new Date(store.now())),
      )
      .select(userColumns)
      .select(['u.version', 'c.name as client_name', 'e.email as pending_email'])
      .select(['d.name as distributor_name', 'd.deleted_at as distributor_deleted_at'])
      .where('u.deleted_at', 'is', null)
      // The accounts of a deleted client are shown to no one (D41).
      .where('c.deleted_at', 'is', null)
      .$call((query) => whereReached(query, scope, { client: 'u.client_id', distributor: 'd.id' }))
      .orderBy('u.username')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      ...personOf(row),
      clientId: row.client_id,
      clientName: row.client_name,
      distributorId: row.distributor_id,
      distributorName: shownName(row.distributor_name, row.distributor_deleted_at),
      groupId: row.group_id,
      pendingEmail: row.pending_email,
      version: row.version,
    }))
  })
}

/** May this person edit or delete that account? Decided by the rights of the caller. */
export type MayActOn = (target: { readonly userId: number; readonly role: Role | null }) => boolean

/**
 * The account that is about to be changed: not found outside the scope (404), possibly not allowed inside it (403;
 * D35).
 */
export async function userToChange(db: Db, scope: PanelScope, mayActOn: MayActOn, id: number) {
  const row = await placedUsers(db)
    .select(userColumns)
    .select(['u.version', 'u.password_hash', 'c.deleted_at as client_deleted_at'])
    .where('u.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .forUpdate('u')
    .executeTakeFirst()
  if (!row || row.client_deleted_at !== null || !reaches(scope, row)) {
    throw new AppError('user.notFound')
  }
  if (!mayActOn(targetOf(row))) throw new AppError('request.notAllowed')
  return row
}

/** The account as the rights of a caller see it. */
export const targetOf = ({ id, group_id }: { id: number; group_id: number | null }) => ({
  userId: id,
  role: group_id === null ? null : (roleOfGroup(group_id) ?? null),
})

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

/** The role that an account gets, and the client or distributor it belongs to. */
export type RequestedPlace = {
  readonly groupId: number
  readonly clientId: number | null
  readonly distributorId: number | null
}

/**
 * Where an account of this role belongs (D33): an admin to none, a distributor user to the distributor, every other
 * role to a client. A client administrator's client and a distributor's distributor are their own and no other (D34).
 */
export async function placeFor(db: Db, scope: PanelScope, requested: RequestedPlace) {
  const role = roleOfGroup(requested.groupId)
  if (role === undefined) throw refusedField('role', 'There is no such role.')
  if (role === 'device') throw refusedField('role', 'A device is no person: add it as a device.')
  if (role === 'admin') {
    if (requested.clientId !== null)
      throw refusedField('clientId', 'An admin belongs to no client.')
    if (requested.distributorId !== null) {
      throw refusedField('distributorId', 'An admin belongs to no distributor.')
    }
    return { group_id: requested.groupId, client_id: null, distributor_id: null }
  }
  if (role === 'distributor') {
    if (requested.clientId !== null) {
      throw refusedField('clientId', 'A distributor’s user belongs to no client.')
    }
    if (requested.distributorId === null)
      throw refusedField('distributorId', 'Distributor is required')
    await lockedDistributor(db, requested.distributorId)
    return { group_id: requested.groupId, client_id: null, distributor_id: requested.distributorId }
  }
  return {
    group_id: requested.groupId,
    client_id: await clientFor(db, scope, requested),
    // Which distributor serves a client is stored only at the client.
    distributor_id: null,
  }
}

async function clientFor(db: Db, scope: PanelScope, requested: RequestedPlace): Promise<number> {
  const wanted = requested.clientId ?? (scope.reach === 'client' ? scope.clientId : null)
  if (wanted === null) throw refusedField('clientId', 'Client is required')
  if (scope.reach === 'client' && wanted !== scope.clientId) throw new AppError('client.notFound')
  if (
    scope.reach === 'distributor' &&
    requested.distributorId !== null &&
    requested.distributorId !== scope.distributorId
  ) {
    throw new AppError('distributor.notFound')
  }
  const client = await lockedClient(db, wanted)
  if (scope.reach === 'distributor' && client.distributor_id !== scope.distributorId) {
    throw new AppError('client.notFound')
  }
  if (requested.distributorId !== null && requested.distributorId !== client.distributor_id) {
    throw refusedField('distributorId', 'This client is not served by that distributor.')
  }
  return client.id
}

/**
 * Accounts with the client and distributor that they belong to. The distributor of a client's people is the one that
 * serves the client now, not the one that did when the account was made.
 */
export function placedUsers(db: Db) {
  return db
    .selectFrom('user_account as u')
    .leftJoin('client as c', 'c.id', 'u.client_id')
    .leftJoin('distributor as d', (join) =>
      join.on(({ eb, and, or }) =>
        or([
          eb('d.id', '=', eb.ref('c.distributor_id')),
          and([eb('c.id', 'is', null), eb('d.id', '=', eb.ref('u.distributor_id'))]),
        ]),
      ),
    )
    .select(['u.id', 'u.group_id', 'u.client_id', 'd.id as distributor_id'])
}

/**
 * User names and e-mail addresses are unique in the whole installation. A caller who sees only a part of it
 * learns neither which of the two is taken nor by whom (D35).
 */
export async function withoutNaming<Answer>(
  scope: PanelScope,
  change: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await change()
  } catch (error) {
    const taken = error instanceof AppError && error.code === 'name.taken'
    if (!taken || scope.reach === 'all') throw error
    throw new AppError('user.notAvailable', { cause: error })
  }
}

/** An account with the fields that a sign-in needs. */
export type SignInUser = {
  readonly id: number
  readonly username: string
  readonly firstName: string
  /** null: the account awaits approval (D36). */
  readonly role: PersonRole | null
  readonly distributorId: number | null
  readonly client: {
    readonly id: number
    readonly name: string
    readonly subscriptionLabel: string
    readonly enabled: boolean
    readonly deleted: boolean
  } | null
  readonly enabled: boolean
  /** null: no password was ever chosen (an invitation is open). */
  readonly passwordHash: string | null
}

/** The account of a user name or an e-mail address, in any letter case; deleted accounts are not found. */
export function userForSignIn(
  management: Management,
  nameOrEmail: string,
): Promise<SignInUser | undefined> {
  const requested = nameOrEmail.normalize('NFKC').trim()
  return atEntrance(management).read(async (db) => {
    const row = await accounts(db)
      .where(({ or }) => or([sameText('u.username', requested), sameText('u.email', requested)]))
      .executeTakeFirst()
    return row && signInUser(row)
  })
}

/** The account of this number, for a sign-in that is no password; a deleted account is not found. */
export function userOfSignIn(management: Management, id: number): Promise<SignInUser | undefined> {
  return atEntrance(management).read(async (db) => {
    const row = await accounts(db).where('u.id', '=', id).executeTakeFirst()
    return row && signInUser(row)
  })
}

const accounts = (db: Db) =>
  db
    .selectFrom('user_account as u')
    .leftJoin('client as c', 'c.id', 'u.client_id')
    .leftJoin('subscription as s', 's.id', 'c.subscription_id')
    .select([
      'u.id',
      'u.username',
      'u.first_name',
      'u.group_id',
      'u.distributor_id',
      'u.enabled',
      'u.password_hash',
      'c.id as client_id',
      'c.name as client_name',
      'c.enabled as client_enabled',
      'c.deleted_at as client_deleted_at',
      's.label as subscription_label',
    ])
    .where('u.deleted_at', 'is', null)

type AccountRow = Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>

function signInUser(row: AccountRow): SignInUser {
  return {
    id: row.id,
    username: row.username,
    firstName: row.first_name,
    role: personRoleOfGroup(row.group_id) ?? null,
    distributorId: row.distributor_id,
    client:
      row.client_id === null
        ? null
        : {
            id: row.client_id,
            name: row.client_name ?? '',
            subscriptionLabel: row.subscription_label ?? '',
            enabled: row.client_enabled === true,
            deleted: row.client_deleted_at !== null,
          },
    enabled: row.enabled,
    passwordHash: row.password_hash,
  }
}
