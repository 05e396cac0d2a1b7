import type { FetchedFlow, SignInProvider } from '@packboard/management'
import {
  beginFlow,
  keepOutcome,
  noteConfirmFailed,
  providerForSignIn,
  recordEvent,
  takeFlow,
} from '@packboard/management'
import { addressBlock } from '@packboard/management/addressBlock'
import { AppError } from '@packboard/model'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { limits } from '../http/limits.ts'
import { sharedLimit } from '../http/tokenBucket.ts'
import type { OpenIdProviders } from './openIdProviders.ts'
import { readClaims, shownClaims } from './readClaims.ts'

/** What the company sign-in needs beside what every feature is given. */
export type CompanyDeps = { readonly company: OpenIdProviders }

type Purpose = FetchedFlow['purpose']

/** The way of a person to its company and back. */
export type CompanyFlow = ReturnType<typeof companyFlow>

export function companyFlow({ management, config, company, log, now }: Deps & CompanyDeps) {
  const steps = sharedLimit(
    { management, now },
    { name: 'company sign-in', ...limits.companySteps },
  )

  /** The provider of a number; 404 where there is none. */
  async function providerOf(id: number): Promise<SignInProvider> {
    const provider = await providerForSignIn(management, id)
    if (!provider) throw new AppError('company.notFound')
    return provider
  }

  /** Where the companies send people back to: `redirect_uri`, and for back-channel logout. */
  function addressAt(id: number, step: 'callback' | 'logout'): string | null {
    return config.publicUrl === undefined ? null : `${config.publicUrl}/api/auth/oidc/${id}/${step}`
  }

  return {
    providerOf,
    addressAt,
    /** Slows down who begins, ends or looks for sign-ins without an end, by address. */
    async turn(request: FastifyRequest): Promise<void> {
      const wait = await steps.take(addressBlock(request.ip))
      if (wait > 0) throw new AppError('signin.throttled', { retryAfter: wait })
    },
    /** Begins and returns where the browser goes. */
    async begin(
      provider: SignInProvider,
      start: {
        readonly purpose: Purpose
        readonly challenge: string
        readonly userId: number | null
      },
    ): Promise<string> {
      const redirectUri = addressAt(provider.id, 'callback')
      if (redirectUri === null) throw new AppError('company.noPublicUrl')
      if (!provider.enabled && start.purpose !== 'try') throw new AppError('company.notOffered')
      const secrets = await beginFlow(management, { ...start, identityProviderId: provider.id })
      const again = start.purpose === 'confirm'
      return company.authorizationAddress(provider, { redirectUri, ...secrets, again })
    },
    /** The company has answered: checks it and returns the code by which the screen fetches what it said. */
    async answered(request: FastifyRequest, id: number, state: string): Promise<string> {
      const provider = await providerOf(id)
      const flow = await takeFlow(management, id, state)
      try {
        const { purpose, nonce, verifier } = flow
        if (!provider.enabled && purpose !== 'try') throw new AppError('company.notOffered')
        const address = new URL(`${config.publicUrl ?? ''}${request.url}`)
        const again = purpose === 'confirm'
        const answer = await company.readAnswer(provider, {
          address,
          state,
          nonce,
          verifier,
          again,
        })
        return await keepOutcome(management, state, {
          person: readClaims(answer.claims, provider.roleClaim, now()),
          providerSession: answer.providerSession,
          refreshToken: answer.refreshToken,
          shown: purpose === 'try' ? shownClaims(answer.claims) : [],
        })
      } catch (error) {
        if (flow.purpose === 'signIn') await noteFailure(provider, request, error)
        if (flow.purpose === 'confirm' && flow.userId !== null) {
          const { userId } = flow
          await noteConfirmFailed(management, { userId, address: request.ip, method: 'company' })
        }
        throw error
      }
    },
    noteFailure,
  }

  /** D42: that a person came from this company and was refused, with the reason. */
  async function noteFailure(
    provider: SignInProvider,
    request: FastifyRequest,
    error: unknown,
  ): Promise<void> {
    const code = error instanceof AppError ? error.code : 'server.failed'
    log.info({ identityProvider: provider.id, code }, 'A company sign-in was refused')
    await recordEvent(
      management,
      { userId: null, username: 'unknown' },
      'signInFailed',
      'session',
      {
        id: null,
        clientId: provider.clientId,
        after: { address: request.ip, identityProvider: provider.id, code },
      },
    )
  }
}
