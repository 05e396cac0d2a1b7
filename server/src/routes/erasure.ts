import {
  countName,
  eraseName as eraseCall,
  erasedNames,
  operatorRows,
  setOperatorRows as setCall,
} from '@packboard/contract'
import {
  eraseName,
  erasuresOfClient,
  operatorSetting,
  setOperatorSetting,
} from '@packboard/management'
import { recordsOfName } from '@packboard/telemetry/read'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

const tag = 'Personal data'

/**
 * The erasure of operators' names from the records of a client (D54). The guard accepts the callers that the route
 * table names.
 */
export function erasedNameRoutes(app: App, { management, telemetry }: Deps, access: Access) {
  const route = routesOf(app, tag)

  route(erasedNames, 'eraseNames', async (request) => {
    const scope = await access.scope(access.actor(request), request.params.clientId)
    return { names: await erasuresOfClient(management, scope) }
  })

  route(countName, 'eraseNames', async (request) => {
    const scope = await access.scope(access.actor(request), request.params.clientId)
    return { records: await recordsOfName(telemetry, scope, request.body.name) }
  })

  route(eraseCall, { caller: 'eraseNames', confirmed: true }, async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const pseudonym = await eraseName(management, actor, scope, request.body.name)
    return { message: 'Success!', pseudonym }
  })
}

/** What a client says of its operators. */
export function operatorRowRoutes(app: App, { management }: Deps, access: Access) {
  const route = routesOf(app, tag)

  route(operatorRows, 'readDashboards', async (request) => {
    const scope = await access.scope(access.actor(request), request.params.clientId)
    return { setting: await operatorSetting(management, scope) }
  })

  route(setCall, 'eraseNames', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    await setOperatorSetting(management, actor, scope, request.body.setting)
    return { message: 'Success!' }
  })
}
