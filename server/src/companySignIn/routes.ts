import { Resolver } from 'node:dns/promises'
import {
  addIdentityProvider as addCall,
  type CompanyOutcome,
  companyAnswered,
  companyLogout,
  companySession,
  confirmByCompany,
  deleteIdentityProvider as deleteCall,
  findCompany,
  finishCompany,
  identities as identitiesCall,
  linkIdentity as linkCall,
  identityProviders as listCall,
  startCompany,
  tryIdentityProvider as tryCall,
  unlinkIdentity as unlinkCall,
  updateIdentityProvider as updateCall,
} from '@packboard/contract'
import {
  addIdentityProvider,
  admitCompanyPerson,
  beginSession,
  type CompanyDecision,
  decideCompanyPerson,
  deleteIdentityProvider,
  demandLinkable,
  demandProvider,
  endSessionsByCompany,
  fetchOutcome,
  identitiesOf,
  identityProviders,
  isIdentityOf,
  keepCompanySession,
  linkIdentity,
  noteConfirmed,
  noteConfirmFailed,
  providerForSignIn,
  providerOfDomain,
  providerOfSession,
  takeToken,
  unlinkIdentity,
  unprovenDomains,
  updateIdentityProvider,
} from '@packboard/management'
import { AppError, domainOfEmail, errorCatalogue } from '@packboard/model'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import { credential } from '../access/guard.ts'
import type { MailDeps } from '../accounts/accountMail.ts'
import { sessionAnswer } from '../accounts/sessionAnswer.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { limits } from '../http/limits.ts'
import type { LiveStreams } from '../http/liveStreams.ts'
import type { CompanyDeps, CompanyFlow } from './companyFlow.ts'
import { proveDomains } from './proveDomains.ts'

/** The screen that fetches what the company said. */
const screen = '/auth/company'
const formType = 'application/x-www-form-urlencoded'

/**
 * Sign-in by the company of a person (D90). The browser makes a secret and begins with its SHA-256; it comes back to a screen with a code
 * behind the #, which no server and no proxy logs, and fetches the session with both. A link that a stranger sends therefore signs
 * nobody in, and neither does a code that is read on the way.
 */
export async function companyRoutes(
  app: App,
  deps: Deps & CompanyDeps & MailDeps,
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
      return sessionAnswer(deps, request, signedIn)
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

/** What a signed-in person does at its company: *Link*, a confirmation, *Try it*. */
export function companyAccountRoutes(
  app: App,
  { management }: Deps,
  access: Access,
  flow: CompanyFlow,
) {
  const route = routesOf(app, 'My account')

  route(identitiesCall, 'ownAccount', async (request) => {
    const found = await identitiesOf(management, access.actor(request).userId)
    return { identities: [...found.identities], providers: [...found.providers] }
  })

  route(linkCall, { caller: 'ownAccount', confirmed: true }, async (request) => {
    const { userId } = access.actor(request)
    const { identityProviderId, challenge } = request.body
    const found = await providerForSignIn(management, identityProviderId)
    const provider = await demandLinkable(management, found, userId)
    return { address: await flow.begin(provider, { purpose: 'link', challenge, userId }) }
  })

  route(unlinkCall, { caller: 'ownAccount', confirmed: true }, async (request) => {
    await unlinkIdentity(management, access.actor(request), request.params.id)
    return { message: 'Success!' }
  })

  route(confirmByCompany, 'ownAccount', async (request) => {
    const { userId } = access.actor(request)
    const id = await providerOfSession(management, credential(request))
    // A person who signed in with a password or passkey shows that one again.
    if (id === null) throw new AppError('factor.other')
    const { challenge } = request.body
    const provider = await flow.providerOf(id)
    return { address: await flow.begin(provider, { purpose: 'confirm', challenge, userId }) }
  })

  route(finishCompany, 'ownAccount', async (request) => {
    await flow.turn(request)
    const actor = access.actor(request)
    const outcome = await fetchOutcome(management, request.body)
    const { purpose, person, userId } = outcome
    // Begun by another person, or to sign in: of no use here.
    if (userId !== actor.userId || purpose === 'signIn') throw new AppError('company.stateUsed')
    const provider = await flow.providerOf(outcome.identityProviderId)
    switch (purpose) {
      case 'link': {
        const { subject, email } = person
        await demandLinkable(management, provider, userId)
        await linkIdentity(management, provider, { subject, email, userId })
        return { kind: 'link' as const }
      }
      case 'confirm': {
        const { issuer } = provider
        const isSame = await isIdentityOf(management, { issuer, subject: person.subject, userId })
        const shown = { userId, address: request.ip, method: 'company' } as const
        if (!isSame) {
          await noteConfirmFailed(management, shown)
          throw new AppError('company.otherPerson')
        }
        await noteConfirmed(management, { ...shown, token: credential(request) })
        access.forget(request)
        return { kind: 'confirm' as const }
      }
      case 'try': {
        await demandProvider(management, access.panel(actor), provider.id)
        return {
          kind: 'try' as const,
          identityProviderId: provider.id,
          claims: [...outcome.shown],
          roleValues: [...person.roleValues],
          asksAgain: outcome.refreshToken !== null,
          outcome: outcomeWire(await decideCompanyPerson(management, provider, person)),
        }
      }
    }
  })
}

/** What a sign-in would do, as the panel shows it. */
function outcomeWire(decision: CompanyDecision): CompanyOutcome {
  switch (decision.what) {
    case 'signIn':
    case 'link': {
      const { what, account, role } = decision
      return { what, username: account.username, role, roleBefore: account.role, refusal: null }
    }
    case 'create': {
      const { what, username, row } = decision
      return { what, username, role: row.role, roleBefore: null, refusal: null }
    }
    case 'await': {
      const { what, username } = decision
      return { what, username, role: null, roleBefore: null, refusal: null }
    }
    case 'refused': {
      const { what, code, account } = decision
      const refusal = { code, message: errorCatalogue[code].message }
      const roleBefore = account?.role ?? null
      // Of an account of another tenant nothing is said (D35).
      const isForeign = code === 'company.foreignTenant' || code === 'company.adminByHand'
      const username = isForeign ? null : (account?.username ?? null)
      return { what, username, role: null, roleBefore: isForeign ? null : roleBefore, refusal }
    }
  }
}

/** Milliseconds that one answer of the DNS may take; it is queried twice. */
const dnsMs = 1_500

/** The companies that people sign in by: set up by admins, and by distributors and client administrators for their own (D90). */
export function identityProviderRoutes(
  app: App,
  { management, company, log }: Deps & CompanyDeps,
  access: Access,
  flow: CompanyFlow,
) {
  const route = routesOf(app, 'Panel: company sign-in')
  const dns = new Resolver({ timeout: dnsMs, tries: 2 })

  route(listCall, 'manageCompanySignIn', async (request) => {
    const found = await identityProviders(management, access.panel(access.actor(request)))
    return {
      providers: found.map((row) => ({
        ...row,
        roles: [...row.roles],
        domains: [...row.domains],
        redirectUri: flow.addressAt(row.id, 'callback'),
        logoutUri: flow.addressAt(row.id, 'logout'),
      })),
    }
  })

  route(addCall, { caller: 'manageCompanySignIn', confirmed: true }, async (request) => {
    const actor = access.actor(request)
    const issuer = await company.readIssuer(request.body.issuer)
    const form = { ...request.body, issuer }
    const id = await addIdentityProvider(management, actor, access.panel(actor), form)
    return { message: 'Success!', id }
  })

  route(updateCall, { caller: 'manageCompanySignIn', confirmed: true }, async (request) => {
    const actor = access.actor(request)
    const scope = access.panel(actor)
    const { id } = request.params
    await updateIdentityProvider(management, actor, scope, id, request.body)
    await proveDomains({ management, log, find: (name) => dns.resolveTxt(name) }, actor, scope, id)
    const unproven = await unprovenDomains(management, scope, id)
    return { message: 'Success!', unproven: unproven.map(({ domain }) => domain) }
  })

  route(deleteCall, { caller: 'manageCompanySignIn', confirmed: true }, async (request) => {
    const actor = access.actor(request)
    await deleteIdentityProvider(management, actor, access.panel(actor), request.params.id)
    return { message: 'Success!' }
  })

  route(tryCall, 'manageCompanySignIn', async (request) => {
    const actor = access.actor(request)
    const { id } = request.params
    await demandProvider(management, access.panel(actor), id)
    const provider = await flow.providerOf(id)
    const { challenge } = request.body
    const { userId } = actor
    return { address: await flow.begin(provider, { purpose: 'try', challenge, userId }) }
  })
}
