/**
 * The callers in the tests of rights: a person of each role, those of other clients, and four callers that have no
 * account.
 */
export const visitors = [
  'nobody',
  'device',
  // A television with a wall link of client 1.
  'kiosk',
  // A tablet with a link for operators to machines of client 1, on which a name was chosen.
  'tablet',
  'admin',
  'distributor',
  'distributor2',
  'clientadmin',
  'engineer',
  'user',
  'neighbour',
] as const
export type Visitor = (typeof visitors)[number]
export type Person = Exclude<Visitor, 'nobody' | 'device' | 'kiosk' | 'tablet'>
export const isPerson = (visitor: Visitor): visitor is Person =>
  visitor !== 'nobody' && visitor !== 'device' && visitor !== 'kiosk' && visitor !== 'tablet'
export const people = visitors.filter(isPerson)

/**
 * The target of a call: a row of client 1 (served by distributor 1), of client 2 (served by distributor 2), and one
 * that never existed.
 */
export const places = ['one', 'two', 'absent'] as const
export type Place = (typeof places)[number]

/** Never handed out by any sequence of a test. */
export const absentNumber = 999_999
/** The client, or the distributor, of a place. */
export const owner = (place: Place) => (place === 'one' ? 1 : place === 'two' ? 2 : absentNumber)

/** Statuses for the three places, as in `200 404 404`, for every caller. */
export type Rights = Readonly<Record<Visitor, string>>

/** The request of a call for a place. */
export type Requested = {
  readonly path?: string
  readonly body?: unknown
  readonly form?: FormData
}

/** One call with the expected status of every caller for every place. */
export type RightsRow = {
  /** As the server registers it: `GET /path`. */
  readonly call: string
  readonly ask: (place: Place) => Promise<Requested> | Requested
  readonly rights: Rights
}
