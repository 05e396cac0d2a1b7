import { Resolver } from 'node:dns/promises'
import {
  addIdentityProvider as addCall,
  deleteIdentityProvider as deleteCall,
  identityProviders as listCall,
  tryIdentityProvider as tryCall,
  updateIdentityProvider as updateCall,
} from '@packboard/contract'
import {
  addIdentityProvider,
  deleteIdentityProvider,
  demandProvider,
  identityProviders,
  updateIdentityProvider,
} from '@packboard/management'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import type { CompanyDeps, CompanyFlow } from './companyFlow.ts'
import { proveDomains } from './proveDomains.ts'

/** Milliseconds that one answer of the DNS may take; it is asked twice. */
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
    await company.demandIssuer(request.body.issuer)
    const id = await addIdentityProvider(management, actor, access.panel(actor), request.body)
    return { message: 'Success!', id }
  })

  route(updateCall, { caller: 'manageCompanySignIn', confirmed: true }, async (request) => {
    const actor = access.actor(request)
    const scope = access.panel(actor)
    const { id } = request.params
    await updateIdentityProvider(management, actor, scope, id, request.body)
    await proveDomains({ management, log, find: (name) => dns.resolveTxt(name) }, actor, scope, id)
    return { message: 'Success!' }
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
