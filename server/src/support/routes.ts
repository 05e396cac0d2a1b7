import { supportBundle as bundleCall } from '@packboard/contract'
import { recordEvent } from '@packboard/management'
import type { Access } from '../access/access.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { type BundleSources, supportBundle } from './supportBundle.ts'

const json = 'application/json; charset=utf-8'

/** `GET /support-bundle` for `packboard support`: on this machine, or with METRICS_TOKEN, like `/metrics`. */
export function localSupportRoutes(app: App, deps: Deps, sources: BundleSources) {
  app.route({
    method: 'GET',
    url: '/support-bundle',
    schema: { hide: true },
    async handler(request, reply) {
      const bundle = await supportBundle(deps, sources)
      request.log.info({ event: 'support.bundle' }, 'A support bundle was made')
      return reply.type(json).send(JSON.stringify(bundleCall.answer.encode(bundle)))
    },
  })
}

/** The same for admins, in the panel. */
export function supportRoutes(app: App, deps: Deps, access: Access, sources: BundleSources) {
  app.route({
    ...declare(bundleCall, 'Running it'),
    async handler(request) {
      const { userId, username } = access.actor(request)
      // Before the file is sent, as of every file that is exported (D42).
      await recordEvent(deps.management, {
        actorId: userId,
        actorName: username,
        action: 'export',
        entity: 'support',
        entityId: null,
        clientId: null,
        after: null,
      })
      return supportBundle(deps, sources)
    },
  })
}
