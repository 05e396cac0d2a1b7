import {
  passkeyOptions,
  setUpFactor,
  showSecondFactor as showCall,
  signInByPasskey as signInByPasskeyCall,
} from '@packboard/contract'
import {
  acceptRecoveryCode,
  acceptTotp,
  addPasskey,
  beginTotp,
  notePasskeyRefused,
  renewRecoveryCodes,
  type ShownFactor,
  showSecondFactor,
  signInByPasskey,
  switchOnTotp,
  ticketHolder,
} from '@packboard/management'
import { addressBlock } from '@packboard/management/addressBlock'
import { AppError, type ErrorCode } from '@packboard/model'
import type { FastifyRequest } from 'fastify'
import { routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { limits } from '../http/limits.ts'
import { sharedLimit } from '../http/tokenBucket.ts'
import type { MailDeps } from './accountMail.ts'
import type { FactorService } from './factorRule.ts'
import { sessionAnswer } from './sessionAnswer.ts'

/** What is said of a passkey that signs nobody in. */
const refusedPasskey: ReadonlySet<ErrorCode> = new Set(['passkey.unknown', 'passkey.refused'])

/** The second step of a sign-in by password, and the sign-in by a passkey alone (D91). */
export function secondFactorRoutes(app: App, deps: Deps & MailDeps, factors: FactorService) {
  const route = routesOf(app, 'Sign-in')
  const { management, mail, config } = deps
  const tries = sharedLimit(deps, { name: 'second factor', ...limits.secondFactors })

  async function takeTurn(request: FastifyRequest) {
    const wait = await tries.take(addressBlock(request.ip))
    if (wait > 0) throw new AppError('signin.throttled', { retryAfter: wait })
  }

  const browserOf = (request: FastifyRequest) => {
    const browser = request.headers['user-agent']
    return browser === undefined ? {} : { browser }
  }

  type Shown = (typeof showCall.body)['_zod']['output']

  /** What was shown, and what accepts it of the person of the ticket. */
  function proofOf(shown: Shown): {
    readonly factor: ShownFactor
    readonly accept: (userId: number) => Promise<unknown>
  } {
    const { code, assertion, recoveryCode } = shown
    if (code !== undefined) {
      return { factor: 'totp', accept: (userId) => acceptTotp(management, userId, code) }
    }
    if (assertion) {
      const check = (userId: number) =>
        factors.passkeys().check(assertion, { purpose: 'show', userId })
      return { factor: 'passkey', accept: check }
    }
    if (recoveryCode !== undefined) {
      const accept = (userId: number) => acceptRecoveryCode(management, userId, recoveryCode)
      return { factor: 'recoveryCode', accept }
    }
    throw new AppError('request.invalid')
  }

  /** The first factor of a person whose grace is over. */
  async function setUp({ code, passkey }: Shown, person: { userId: number; username: string }) {
    if (code !== undefined) {
      mail.inform(await switchOnTotp(management, person, code), { kind: 'totpOn' })
      return
    }
    if (!passkey) throw new AppError('signIn.factorWrong')
    const checked = await factors.passkeys().checkNew(passkey, person.userId)
    const owner = await addPasskey(management, person, { ...checked, name: passkey.name })
    mail.inform(owner, { kind: 'passkeyAdded', name: passkey.name })
  }

  route(showCall, { caller: 'everybody', answersToken: true }, async (request) => {
    await takeTurn(request)
    const { ticket } = request.body
    const { setsUp, username } = await ticketHolder(management, ticket)
    const proof = setsUp
      ? {
          factor: request.body.code === undefined ? ('passkey' as const) : ('totp' as const),
          accept: (userId: number) => setUp(request.body, { userId, username }),
        }
      : proofOf(request.body)
    const signedIn = await showSecondFactor(management, {
      ticket,
      address: request.ip,
      ...browserOf(request),
      ...proof,
    })
    const answer = sessionAnswer(deps, request, signedIn)
    if (!setsUp) return answer
    const { codes } = await renewRecoveryCodes(management, { userId: answer.id, username })
    return { ...answer, recoveryCodes: codes }
  })

  route(setUpFactor, 'everybody', async (request) => {
    await takeTurn(request)
    const { ticket, method } = request.body
    const { userId, username, firstName, setsUp } = await ticketHolder(management, ticket)
    if (!setsUp) throw new AppError('signIn.ticketOver')
    if (method === 'passkey') {
      const person = { userId, username, displayName: firstName }
      return { totp: null, passkey: await factors.passkeys().creation(person) }
    }
    const about = { userId, label: username, issuer: config.providerName }
    return { totp: await beginTotp(management, about), passkey: null }
  })

  route(passkeyOptions, 'everybody', async (request) => {
    await takeTurn(request)
    const { ticket } = request.body
    const passkeys = factors.passkeys()
    if (ticket === undefined) return passkeys.request({ purpose: 'signIn' })
    const { userId } = await ticketHolder(management, ticket)
    return passkeys.request({ purpose: 'show', userId })
  })

  route(signInByPasskeyCall, { caller: 'everybody', answersToken: true }, async (request) => {
    await takeTurn(request)
    const { assertion, browserSaved } = request.body
    const passkeys = factors.passkeys()
    const shown = { credentialId: assertion.id, address: request.ip }
    try {
      const userId = await passkeys.check(assertion, { purpose: 'signIn' })
      const start = { userId, browserSaved, address: request.ip, ...browserOf(request) }
      return sessionAnswer(deps, request, await signInByPasskey(management, start))
    } catch (error) {
      if (error instanceof AppError && refusedPasskey.has(error.code)) {
        await notePasskeyRefused(management, shown)
      }
      throw error
    }
  })
}
