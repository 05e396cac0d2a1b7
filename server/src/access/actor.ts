import type { Author, Kiosk, LabelSetter, ProgramKey } from '@packboard/management'
import { AppError, type PersonRole, programKeyLimits } from '@packboard/model'

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

/**
 * A caller that may see machines: a signed-in person, or a television or tablet with a wall link, or a program with a key, which are no
 * accounts.
 */
export type Viewer = Actor | Kiosk | ProgramKey

/** The key of a viewer for limits that apply to each viewer. */
export function viewerKey(viewer: Viewer): string {
  if ('programKeyId' in viewer) return `program ${viewer.programKeyId}`
  return 'kioskId' in viewer ? `kiosk ${viewer.kioskId}` : `user ${viewer.userId}`
}

/** Who sets a label: a person with an account, or the name that was chosen on the tablet of a link. */
export function setterOf(viewer: Viewer): LabelSetter {
  if ('userId' in viewer) return viewer
  if ('programKeyId' in viewer || !viewer.person) throw new AppError('session.required')
  return viewer.person
}

/** Whom an entry of the audit log names. A key has the name that its maker gave it. */
export function authorOf(viewer: Actor | ProgramKey): Author {
  if ('userId' in viewer) return { userId: viewer.userId, username: viewer.username }
  return { userId: null, username: viewer.name }
}

/** One answer to a program has at most 10,000 rows (D92). */
export function demandRowsOfKey(viewer: Viewer, rows: number): void {
  if ('programKeyId' in viewer && rows > programKeyLimits.rows) throw new AppError('key.rows')
}
