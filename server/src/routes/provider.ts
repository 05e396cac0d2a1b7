import { provider, version } from '@packboard/contract'
import { offeredProvider } from '@packboard/management'
import { routesOf } from '../access/declare.ts'
import { type MailDeps, shownOutbox } from '../accounts/accountMail.ts'
import { startOf } from '../companySignIn/routes.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { thisVersion } from '../program/version.ts'

/** Which version runs here, and since when; for signed-in people only, because it names what may be open to attack. */
export function versionRoutes(app: App, deps: Deps) {
  const route = routesOf(app, 'Provider')

  const startedAt = new Date(deps.now())
  route(version, 'readVersion', async () => ({ ...thisVersion, startedAt }))
}

/** Whose installation this is: name and footer links, neutral unless configured (D56). */
export function providerRoutes(app: App, deps: Deps & MailDeps) {
  const route = routesOf(app, 'Provider')

  const { config, management } = deps

  /** Without PUBLIC_URL no company can send a person back. */
  async function companyWire() {
    if (config.publicUrl === undefined) return null
    const offered = await offeredProvider(management)
    if (offered === null) return null
    return { start: offered === 'several' ? null : startOf(offered) }
  }

  route(provider, 'everybody', async (request) => ({
    name: config.providerName,
    links: [...config.providerLinks],
    signUp: config.signup,
    demo: deps.demo,
    history: deps.demoHistory(),
    outbox: shownOutbox(deps, request) !== undefined,
    company: await companyWire(),
  }))
}
