import type { Role } from './roles.ts'

/** Of whom a second factor is wanted besides the password (D91); `optional`: of those who have one. */
export const factorModes = ['off', 'optional', 'staff', 'all'] as const
export type FactorMode = (typeof factorModes)[number]

/** What a person shows besides the password. `setUp`: nothing yet, and nothing else is possible than to set up a factor. */
export const factorMethods = ['totp', 'passkey', 'recoveryCode', 'setUp'] as const
export type FactorMethod = (typeof factorMethods)[number]

/** D55, D91: the limits of second factors. */
export const factorLimits = {
  /** Days from the first sign-in at which a factor is wanted of an account that has none. */
  graceDays: 14,
  /** Minutes between a right password and the second factor; more where it has to be set up first. */
  ticketMinutes: 5,
  setUpMinutes: 15,
  /** Wrong tries of one ticket. */
  ticketTries: 5,
  /** Recovery codes of one account, and what each is made of: ASVS 5.0 6.5.2 wants 112 bits of what is stored as a plain hash. */
  recoveryCodes: 10,
  recoveryCodeBits: 120,
  /** Passkeys of one account. */
  passkeys: 10,
  passkeyName: 80,
  /** Minutes in which a passkey has to answer. */
  challengeMinutes: 5,
} as const

const staff = new Set<Role>(['admin', 'distributor'])

/** Is a second factor wanted of every person of this role? */
export function wantsFactor(mode: FactorMode, role: Role): boolean {
  return mode === 'all' || (mode === 'staff' && staff.has(role))
}
