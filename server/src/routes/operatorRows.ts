import { operatorRows, setOperatorRows as setCall } from '@packboard/contract'
import { operatorSetting, setOperatorSetting } from '@packboard/management'
import type { Access } from '../access/access.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'

const tag = 'Personal data'

/** What a client says of its operators. The guard accepts the callers that the route table names. */
export function operatorRowRoutes(app: App, { management }: Deps, access: Access) {
  app.route({
    ...declare(operatorRows, tag),
    async handler(request) {
      const scope = await access.scope(access.actor(request), request.params.clientId)
      return { setting: await operatorSetting(management, scope) }
    },
  })

  app.route({
    ...declare(setCall, tag),
    async handler(request) {
      const actor = access.actor(request)
      const scope = await access.scope(actor, request.params.clientId)
      await setOperatorSetting(management, actor, scope, request.body.setting)
      return { message: 'Success!' }
    },
  })
}
