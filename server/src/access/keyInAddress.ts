import {
  type LeakedKey,
  type Management,
  type ProgramKey,
  revokeLeakedKey,
} from '@packboard/management'
import { addressBlock } from '@packboard/management/addressBlock'
import { AppError, programKeyPrefix } from '@packboard/model'
import type { FastifyInstance } from 'fastify'
import type { SharedLimit } from '../http/tokenBucket.ts'
import type { SessionCache } from './sessionCache.ts'

export type MailToMakers = { keyRevoked(leaked: LeakedKey): void }

const form = new RegExp(`${programKeyPrefix}[A-Za-z0-9_-]{43}`)

/** The key that an address holds, also where its characters are written as numbers. */
export function keyInAddress(url: string): string | undefined {
  const found = form.exec(url) ?? form.exec(decoded(url))
  return found?.[0]
}

function decoded(url: string): string {
  return url.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/**
 * A key in the address of a call, whatever it asks for, is refused and revoked, and its maker gets a letter: proxies, browsers and logs keep
 * addresses (D92). To be registered before the guard.
 */
export function refuseKeysInAddresses(
  app: FastifyInstance,
  {
    management,
    mail,
    programs,
    refusals,
  }: {
    readonly management: Management
    /** Writes to the makers of keys. */
    readonly mail: MailToMakers
    readonly programs: SessionCache<ProgramKey>
    readonly refusals: SharedLimit
  },
): void {
  app.addHook('onRequest', async (request) => {
    const token = keyInAddress(request.url)
    if (token === undefined) return
    const address = addressBlock(request.ip)
    // Who guesses keys costs the store no more than with wrong sessions.
    const wait = refusals.wait(address)
    if (wait > 0) throw new AppError('request.tooMany', { retryAfter: wait })
    const key = await programs.actorOf(token)
    if (key) {
      const leaked = await revokeLeakedKey(management, key.programKeyId, { address })
      programs.forget(token)
      request.log.warn(
        { event: 'key.inAddress', key: key.programKeyId, ip: request.ip },
        'A key came in an address and was revoked',
      )
      if (leaked) mail.keyRevoked(leaked)
    } else await refusals.take(address)
    throw new AppError('key.inAddress')
  })
}
