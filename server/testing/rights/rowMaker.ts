import { randomBytes } from 'node:crypto'
import type { Management } from '@packboard/management'
import { tables } from '@packboard/management/testing'
import { groupOfRole, type Role } from '@packboard/model'
import { absentNumber, owner, type Place } from './visitors.ts'

let made = 0
/** A name that is not in use. */
export const freshName = () => `Made ${++made}`

/** Makes rows of a place and returns their numbers; for the absent place none is made. */
export function rowMaker(management: () => Management) {
  const db = () => tables(management())
  return {
    async user(place: Place, deleted = false, role: Role = 'user') {
      if (place === 'absent') return absentNumber
      const username = freshName()
      const row = await db()
        .insertInto('user_account')
        .values({
          username,
          email: emailOf(username),
          group_id: groupOfRole(role),
          client_id: owner(place),
          deleted_at: deleted ? new Date() : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    /** The body of a change that leaves the address of a user as it is: only who may give its role changes that. */
    async sameEmail(id: number) {
      const row = await db()
        .selectFrom('user_account')
        .select('email')
        .where('id', '=', id)
        .executeTakeFirst()
      return { firstName: 'A', email: row?.email ?? emailOf(freshName()) }
    },
    async machine(place: Place) {
      if (place === 'absent') return absentNumber
      const row = await db()
        .insertInto('machine')
        .values({ serial_no: freshName(), machine_type_id: 1, client_id: owner(place) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    /** A machine whose states are read by a dictionary. */
    async packmlMachine(place: Place) {
      if (place === 'absent') return absentNumber
      const serialNo = freshName()
      const row = await db()
        .insertInto('machine')
        .values({
          ...{ serial_no: serialNo, machine_type_id: 1, client_id: owner(place) },
          ...{ connector: 'packmlTags', topic_prefix: `rights/${serialNo}` },
          dictionary: JSON.stringify('iso-tr88'),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    async device(place: Place) {
      if (place === 'absent') return absentNumber
      const row = await db()
        .insertInto('device')
        .values({ name: freshName(), client_id: owner(place) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    async client(place: Place) {
      if (place === 'absent') return absentNumber
      const row = await db()
        .insertInto('client')
        .values({ name: freshName(), subscription_id: 1, distributor_id: owner(place) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    async distributor(place: Place) {
      if (place === 'absent') return absentNumber
      const row = await db()
        .insertInto('distributor')
        .values({ name: freshName() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    async type(place: Place) {
      if (place === 'absent') return absentNumber
      const row = await db()
        .insertInto('machine_type')
        .values({ label: freshName() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    async identityProvider(place: Place) {
      if (place === 'absent') return absentNumber
      const row = await db()
        .insertInto('identity_provider')
        .values({
          name: freshName(),
          client_id: owner(place),
          issuer: 'https://login.example',
          oidc_client_id: 'packboard',
          scopes: 'openid',
          role_claim: 'groups',
          roles: '[]',
          first_sign_in: 'approval',
          created_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    async programKey(place: Place) {
      if (place === 'absent') return absentNumber
      const row = await db()
        .insertInto('program_key')
        .values({
          ...{ name: freshName(), client_id: owner(place), created_by: 1 },
          groups: ['figures'],
          ...{ created_at: new Date(), expires_at: new Date(Date.now() + 100 * 86_400_000) },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    async kioskLink(place: Place) {
      if (place === 'absent') return absentNumber
      const { id: maker } = await db()
        .selectFrom('user_account')
        .select('id')
        .where('username', '=', 'admin')
        .executeTakeFirstOrThrow()
      const row = await db()
        .insertInto('kiosk_link')
        .values({
          token_hash: randomBytes(32),
          client_id: owner(place),
          label: freshName(),
          created_by: maker,
          created_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
  }
}

const emailOf = (username: string) => `${username.replaceAll(' ', '')}@made.example`
