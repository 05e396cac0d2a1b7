import { installations } from '@packboard/contract'
import { installationsOfClient } from '@packboard/management'
import type { Access } from '../access/access.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'

/** The edge recorders of a client: for the person who looks after what comes in. */
export function installationRoutes(app: App, deps: Deps, access: Access) {
  app.route({
    ...declare(installations, 'Reception'),
    async handler(request) {
      const scope = await access.scope(access.actor(request), request.params.clientId)
      const found = await installationsOfClient(deps.management, scope)
      return { now: new Date(deps.now()), installations: found }
    },
  })
}
