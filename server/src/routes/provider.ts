import { provider } from '@packboard/contract'
import { shownOutbox } from '../accounts/shownOutbox.ts'
import type { Parts } from '../deps.ts'
import type { Door } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'

/** Whose installation this is: name and footer links, neutral unless configured (D56). */
export function providerRoutes(app: Door, parts: Parts) {
  const { config } = parts
  app.route({
    ...declare(provider, 'Provider'),
    handler: async (request) => ({
      name: config.providerName,
      links: [...config.providerLinks],
      signUp: config.signup,
      demo: parts.demo,
      outbox: shownOutbox(parts, request) !== undefined,
    }),
  })
}
