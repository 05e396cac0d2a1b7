import { provider } from '@packboard/contract'
import { declare } from '../http/declare.ts'
import type { Door } from '../http/door.ts'
import type { Parts } from '../parts.ts'

/** Whose installation this is: name and footer links, neutral unless configured (D56). */
export function providerRoutes(app: Door, { config, demo }: Parts) {
  app.route({
    ...declare(provider, 'Provider'),
    handler: async () => ({
      name: config.providerName,
      links: [...config.providerLinks],
      demo,
    }),
  })
}
