import { heartbeat, installations } from '@packboard/contract'
import { installationsOfClient, noteHeartbeat } from '@packboard/management'
import { AppError } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { declare } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { limits } from '../http/limits.ts'
import { tokenBuckets } from '../http/tokenBucket.ts'

/** The edge recorders of a client: for the person who looks after what comes in. */
export function installationRoutes(app: App, deps: Deps, access: Access) {
  app.route({
    ...declare(installations, 'Reception', 'readQuarantine'),
    async handler(request) {
      const scope = await access.scope(access.actor(request), request.params.clientId)
      const found = await installationsOfClient(deps.management, scope)
      return { now: new Date(deps.now()), installations: found }
    },
  })
}

/** How an edge recorder is, from the recorder itself: wherever records are taken in. */
export function heartbeatRoute(app: App, deps: Deps, access: Access) {
  const turns = tokenBuckets(
    { burst: limits.heartbeatBurst, perSecond: limits.heartbeatsPerSecond },
    deps.now,
  )
  app.route({
    ...declare(heartbeat, 'Records', 'device'),
    async handler(request) {
      const { deviceId } = access.device(request)
      const retryAfter = turns.take(String(deviceId))
      if (retryAfter > 0) throw new AppError('request.tooMany', { retryAfter })
      const { sentAt, ...said } = request.body
      const heardAt = new Date(deps.now())
      await noteHeartbeat(deps.management, deviceId, {
        ...said,
        heardAt,
        address: request.ip,
        clockSkewMs: heardAt.getTime() - sentAt.getTime(),
      })
      return { now: heardAt }
    },
  })
}
