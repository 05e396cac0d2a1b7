import type { Kiosk } from '@packboard/management'
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

/** Whoever may look at machines: a signed-in person, or a television with a wall link, which is nobody. */
export type Viewer = Actor | Kiosk

/** Tells viewers apart where each may do only so much at one time. */
export function viewerKey(viewer: Viewer): string {
  return 'kioskId' in viewer ? `kiosk ${viewer.kioskId}` : `user ${viewer.userId}`
}
