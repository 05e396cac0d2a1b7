import {
  companyAnswered,
  companyLogout,
  companySession,
  findCompany,
  startCompany,
} from '@packboard/contract'
import {
  admitCompanyPerson,
  beginSession,
  endSessionsByCompany,
  fetchOutcome,
  keepCompanySession,
  providerOfDomain,
  takeToken,
} from '@packboard/management'
import { AppError, domainOfEmail } from '@packboard/model'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { routesOf } from '../access/declare.ts'
import { sessionAnswer } from '../accounts/sessionAnswer.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { limits } from '../http/limits.ts'
import type { LiveStreams } from '../http/liveStreams.ts'
import type { CompanyDeps, CompanyFlow } from './companyFlow.ts'

/** The screen that fetches what the company said. */
const screen = '/auth/company'
const formType = 'application/x-www-form-urlencoded'

/**
 * Sign-in by the company of a person (D90). The browser makes a secret and begins with its SHA-256; it comes back to a screen with a code
 * behind the #, which no server and no proxy logs, and fetches the session with both. A link that somebody else sends therefore signs
 * nobody in, and neither does a code that is read on the way.
 */
export async function companyRoutes(
  app: App,
  deps: Deps & CompanyDeps,
  flow: CompanyFlow,
  streams: LiveStreams,
) {
  const route = routesOf(app, 'Company sign-in')
  const { management, company } = deps

  /** A browser that opens an address gets a screen with the sentence, not a failure in JSON. */
  async function leading(
    request: FastifyRequest,
    reply: FastifyReply,
    address: () => Promise<string>,
  ): Promise<FastifyReply> {
    try {
      await flow.turn(request)
      return reply.redirect(await address())
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      request.log.info({ code: error.code, err: error }, 'A company sign-in did not go on')
      return reply.redirect(`${screen}#failed=${error.code}`)
    }
  }

  route(findCompany, 'everybody', async (request) => {
    await flow.turn(request)
    const domain = domainOfEmail(request.body.email)
    const id = domain === null ? undefined : await providerOfDomain(management, domain)
    return id === undefined ? null : { start: startOf(id) }
  })

  route(startCompany, 'everybody', (request, reply) =>
    leading(request, reply, async () => {
      const provider = await flow.providerOf(request.params.id)
      const { challenge } = request.query
      return flow.begin(provider, { purpose: 'signIn', challenge, userId: null })
    }),
  )

  route(companyAnswered, 'everybody', (request, reply) =>
    leading(request, reply, async () => {
      const { state = '' } = request.query
      return `${screen}#code=${await flow.answered(request, request.params.id, state)}`
    }),
  )

  route(companySession, { caller: 'everybody', answersToken: true }, async (request) => {
    await flow.turn(request)
    const { browserSaved, ...fetched } = request.body
    const outcome = await fetchOutcome(management, fetched)
    if (outcome.purpose !== 'signIn') throw new AppError('company.stateUsed')
    const provider = await flow.providerOf(outcome.identityProviderId)
    const browser = request.headers['user-agent']
    const { providerSession, refreshToken } = outcome
    try {
      if (!provider.enabled) throw new AppError('company.notOffered')
      const signedIn = await beginSession(management, {
        userId: await admitCompanyPerson(management, provider, outcome.person),
        way: 'company',
        confirmedAt: null,
        browserSaved,
        address: request.ip,
        ...(browser !== undefined && { browser }),
        identityProviderId: provider.id,
        ...(providerSession !== null && { providerSession }),
      })
      await keepCompanySession(management, { token: signedIn.token, refreshToken })
      return sessionAnswer(request, signedIn)
    } catch (error) {
      await flow.noteFailure(provider, request, error)
      throw error
    }
  })

  // Only here is a form understood: the standard has it so.
  await app.register(async (inner: App) => {
    const bounds = { parseAs: 'string', bodyLimit: limits.logoutBytes } as const
    inner.addContentTypeParser(formType, bounds, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    routesOf(inner, 'Company sign-in')(companyLogout, 'everybody', async (request) => {
      const wait = await logouts(request)
      if (wait > 0) throw new AppError('request.tooMany', { retryAfter: wait })
      const provider = await flow.providerOf(request.params.id)
      const { id, ...ended } = await company.readLogout(provider, request.body.logout_token)
      const once = await takeToken(management, limits.logoutOnce, `${provider.id} ${id}`)
      if (!once.taken) throw new AppError('company.stateUsed')
      const sessions = await endSessionsByCompany(management, provider, ended)
      request.log.info(
        { identityProvider: provider.id, sessions },
        'A company has ended the sessions of a person',
      )
      // Streams on this server end now; on other servers within two seconds.
      await streams.checkNow()
      return { message: 'Signed out.' }
    })
  })

  async function logouts(request: FastifyRequest): Promise<number> {
    const { taken, nextMs } = await takeToken(management, limits.logouts, request.ip)
    return taken ? 0 : Math.max(1, Math.ceil(nextMs / 1_000))
  }
}

/** Where a sign-in by this company begins; the browser adds the SHA-256 of its secret. */
export const startOf = (id: number) => startCompany.path.replace(':id', String(id))
