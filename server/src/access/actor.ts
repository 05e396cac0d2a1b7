import type { Role } from '@packboard/model'

/** Who is asking: a signed-in person as the session table knows them at this moment, never as the request says. */
export type Actor = {
  readonly userId: number
  readonly username: string
  readonly role: Exclude<Role, 'device'>
  /** The client that the person is tied to; null for staff. */
  readonly clientId: number | null
  readonly distributorId: number | null
}
