import { provider } from '@packboard/contract'
import { shownOutbox } from '../accounts/shownOutbox.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'

/** Whose installation this is: name and footer links, neutral unless configured (D56). */
export function providerRoutes(app: App, deps: Deps) {
  const { config } = deps
  app.route({
    ...declare(provider, 'Provider'),
    handler: async (request) => ({
      name: config.providerName,
      links: [...config.providerLinks],
      signUp: config.signup,
      demo: deps.demo,
      history: deps.demoHistory(),
      outbox: shownOutbox(deps, request) !== undefined,
    }),
  })
}
