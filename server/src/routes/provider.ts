import { provider, version } from '@packboard/contract'
import { offeredProvider, signInSettings } from '@packboard/management'
import { routesOf } from '../access/declare.ts'
import { type MailDeps, shownOutbox } from '../accounts/accountMail.ts'
import { factorService } from '../accounts/factorRule.ts'
import { startOf } from '../companySignIn/routes.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { thisVersion } from '../program/version.ts'

/**
 * Whose installation this is: name and footer links, neutral unless configured (D56); and which version runs here, since when: for signed-in
 * people only, because it names what may be open to attack.
 */
export function providerRoutes(app: App, deps: Deps & MailDeps) {
  const route = routesOf(app, 'Provider')

  const { config, management } = deps
  const { passkeysAt } = factorService(deps)
  const startedAt = new Date(deps.now())
  route(version, 'readVersion', async () => ({ ...thisVersion, startedAt }))

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
    notice: (await signInSettings(management)).notice,
    passkeysAt,
    company: await companyWire(),
  }))
}
