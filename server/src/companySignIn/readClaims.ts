import type { CompanyPerson } from '@packboard/management'
import { AppError, companyLimits, domainOfEmail } from '@packboard/model'

/** What a company said of a person: the claims of its token, and those of its userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>

/** Characters of a name that is kept. */
const nameCharacters = 64
const emailCharacters = 254
/** Characters of a claim that is shown to the person who tries a sign-in. */
const shownCharacters = 2_000

/**
 * The person of these claims. Refused where they are too large or too deep (`company.tooLarge`), name too many groups
 * (`company.tooManyGroups`), were issued in the future (`company.clock`) or have no subject (`company.claims`).
 */
export function readClaims(claims: Claims, roleClaim: string, now: number): CompanyPerson {
  demandSmall(claims)
  const { sub, iat } = claims
  if (typeof sub !== 'string' || sub === '' || sub.length > companyLimits.subjectCharacters) {
    throw new AppError('company.claims')
  }
  if (typeof iat === 'number' && iat * 1_000 > now + companyLimits.clockSeconds * 1_000) {
    throw new AppError('company.clock')
  }
  const email = textOf(claims.email)?.normalize('NFKC').trim() ?? null
  const name = nameOf(claims)
  return {
    subject: sub,
    email: email !== null && isEmail(email) ? email : null,
    isEmailVerified: isVerified(claims),
    firstName: name.first,
    lastName: name.last,
    roleValues: valuesAt(claims, roleClaim),
  }
}

const google = 'https://accounts.google.com'

/**
 * Entra ID says it in a claim of its own: that the owner of the domain was verified. At Google an account that a person made with an
 * address of its company stays when the person leaves: `hd` says that it is one of the company.
 */
function isVerified({ iss, email, email_verified, xms_edov, hd }: Claims): boolean {
  if (iss === google && (typeof hd !== 'string' || hd !== domainOfEmail(textOf(email) ?? ''))) {
    return false
  }
  return email_verified === true || xms_edov === true || xms_edov === 1 || xms_edov === '1'
}

const isEmail = (text: string) =>
  text.length <= emailCharacters && /^[^\s@"(),:;<>[\\\]]+@[^\s@]+$/.test(text)

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** As a name stands in letters of this server, it has no address in it. */
function nameOf(claims: Claims): { readonly first: string; readonly last: string } {
  const clean = (value: unknown) =>
    (textOf(value) ?? '')
      .normalize('NFKC')
      .replace(/[\p{C}\p{Z}]+/gu, ' ')
      .replaceAll('://', ' ')
      .trim()
      .slice(0, nameCharacters)
  const first = clean(claims.given_name)
  const last = clean(claims.family_name)
  if (first !== '' || last !== '') return { first, last }
  return { first: clean(claims.name), last: '' }
}

/** The values of the claim that roles are made of: a text, or a list of texts; `realm_access.roles` is one within another. */
function valuesAt(claims: Claims, path: string): string[] {
  const whole = claims[path]
  const value =
    whole !== undefined
      ? whole
      : path
          .split('.')
          .reduce<unknown>((at, name) => (isObject(at) ? own(at, name) : undefined), claims)
  const values = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')
  if (values.length > companyLimits.groups) throw new AppError('company.tooManyGroups')
  return values.filter((each) => each.length <= companyLimits.groupCharacters)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const own = (object: Record<string, unknown>, name: string) =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** Counts values and levels, and stops at the first that is too much. */
function demandSmall(claims: Claims): void {
  let values = 0
  const look = (value: unknown, depth: number): void => {
    values += 1
    if (values > companyLimits.claimValues || depth > companyLimits.claimDepth) {
      throw new AppError('company.tooLarge')
    }
    if (typeof value !== 'object' || value === null) return
    for (const inner of Object.values(value)) look(inner, depth + 1)
  }
  look(claims, 0)
}

/** The claims as text, in the order in which the company said them, for the person who tries a sign-in. */
export const shownClaims = (claims: Claims): { name: string; value: string }[] =>
  Object.entries(claims).map(([name, value]) => ({
    name: name.slice(0, companyLimits.groupCharacters),
    value: (textOf(value) ?? JSON.stringify(value) ?? '').slice(0, shownCharacters),
  }))
