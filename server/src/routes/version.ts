import { version } from '@packboard/contract'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { thisVersion } from '../version.ts'

/** Which version runs here, and since when; for signed-in people only, because it names what may be open to attack. */
export function versionRoutes(app: App, deps: Deps) {
  const startedAt = new Date(deps.now())
  app.route({
    ...declare(version, 'Provider'),
    handler: async () => ({ ...thisVersion, startedAt }),
  })
}
