import {
  type CompanyOutcome,
  confirmByCompany,
  finishCompany,
  identities as identitiesCall,
  linkIdentity as linkCall,
  unlinkIdentity as unlinkCall,
} from '@packboard/contract'
import {
  type CompanyDecision,
  decideCompanyPerson,
  demandLinkable,
  demandProvider,
  fetchOutcome,
  identitiesOf,
  isIdentityOf,
  linkIdentity,
  noteConfirmed,
  providerForSignIn,
  providerOfSession,
  unlinkIdentity,
} from '@packboard/management'
import { AppError, errorCatalogue } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import { credential } from '../access/guard.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import type { CompanyFlow } from './companyFlow.ts'

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
    // Whoever signed in with a password or passkey shows that one again.
    if (id === null) throw new AppError('request.notAllowed')
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
        if (!isSame) throw new AppError('company.otherPerson')
        await noteConfirmed(management, credential(request))
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
