import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../store.ts'

type LinkKind = 'reset' | 'invitation'

const hour = 3_600_000

/** D37, D55: how long a link is valid, and how many e-mails can be requested for one account. */
export const passwordLinkLimits = {
  /** How long a link is valid, ms. */
  lifeMs: { reset: hour, invitation: 7 * 24 * hour },
  /** Links that one account is sent within an hour because of requests on the screen. */
  requestsPerHour: 3,
  hourMs: hour,
  /** An invitation whose e-mail was not accepted by the mail server for this long is made again. */
  sendAgainMs: hour / 2,
  /** Used and expired links are kept this long. */
  keepMs: 30 * 24 * hour,
} as const

const tokenBytes = 32
/** 32 bytes in base64url. */
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** The SHA-256 of a token, or undefined when it cannot be one. */
export function hashOfToken(token: string): Buffer | undefined {
  return tokenShape.test(token) ? createHash('sha256').update(token).digest() : undefined
}

/** The token of a new link: 256 random bits for the e-mail, and their SHA-256 for the store. */
export function newLinkToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(tokenBytes).toString('base64url')
  return { token, hash: createHash('sha256').update(token).digest() }
}

/** Makes a link for an account and returns its token: 256 random bits, of which only the SHA-256 is kept. */
export async function addPasswordLink(
  change: Db,
  link: { readonly userId: number; readonly kind: LinkKind; readonly now: number },
): Promise<string> {
  const { token, hash } = newLinkToken()
  await change
    .insertInto('password_link')
    .values({
      token_hash: hash,
      kind: link.kind,
      user_id: link.userId,
      created_at: new Date(link.now),
      expires_at: new Date(link.now + passwordLinkLimits.lifeMs[link.kind]),
    })
    .execute()
  return token
}
