import type { Kiosk, LabelSetter } from '@packboard/management'
import { AppError, type PersonRole } from '@packboard/model'

/**
 * The caller: a signed-in person with the rights in the session table at this moment, never those that a request
 * claims.
 */
export type Actor = {
  readonly userId: number
  readonly username: string
  readonly role: PersonRole
  /** The client that the person is tied to; null for staff. */
  readonly clientId: number | null
  readonly distributorId: number | null
  /** When the person last showed password or factor in this session; null or left out: never. */
  readonly confirmedAt?: Date | null
}

/** A caller that may see machines: a signed-in person, or a television or tablet with a wall link, which is no account. */
export type Viewer = Actor | Kiosk

/** The key of a viewer for limits that apply to each viewer. */
export function viewerKey(viewer: Viewer): string {
  return 'kioskId' in viewer ? `kiosk ${viewer.kioskId}` : `user ${viewer.userId}`
}

/** Who sets a label: a person with an account, or the name that was chosen on the tablet of a link. */
export function setterOf(viewer: Viewer): LabelSetter {
  if (!('kioskId' in viewer)) return viewer
  if (!viewer.person) throw new AppError('session.required')
  return viewer.person
}
