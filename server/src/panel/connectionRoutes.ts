import {
  updateConnection as changeCall,
  connectionFound as foundCall,
  machineConnection as readCall,
  machineToken as tokenCall,
} from '@packboard/contract'
import { changeConnection, machineConnection, machineToken } from '@packboard/management'
import { AppError } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { opcUaFound } from '../cluster/opcUaFound.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'

const tag = 'Panel: connections'
const second = 1_000

/** How each machine sends (D44). */
export function connectionRoutes(app: App, deps: Deps, access: Access) {
  const { management, config } = deps

  app.route({
    ...declare(readCall, tag),
    async handler(request) {
      const scope = access.panel(access.actor(request))
      const {
        holdMs,
        ofType,
        connector,
        clientId: _,
        ...connection
      } = await machineConnection(management, scope, request.params.id)
      return {
        ...connection,
        door: connector,
        holdSeconds: holdMs === null ? null : holdMs / second,
        ofType: { holdSeconds: ofType.holdMs / second, designPpm: ofType.designPpm },
      }
    },
  })

  app.route({
    ...declare(changeCall, tag),
    async handler(request) {
      const actor = access.actor(request)
      const { holdSeconds, address, dictionary, designPpm, door, version, opcUa } = request.body
      const set = address ? address : null
      if (door === 'mqttJson') demandBrokerOf(set, config.mqttUrl !== undefined)
      await changeConnection(management, actor, access.panel(actor), request.params.id, {
        connector: door,
        address: set,
        dictionary: dictionary ?? null,
        holdMs: holdSeconds == null ? null : holdSeconds * second,
        designPpm: designPpm ?? null,
        opcUa: door === 'opcua' ? (opcUa ?? { security: 'strongest' }) : null,
        version,
      })
      return { message: 'Success!' }
    },
  })

  app.route({
    ...declare(foundCall, tag),
    async handler(request) {
      const scope = access.panel(access.actor(request))
      const { id } = request.params
      const { clientId } = await machineConnection(management, scope, id)
      const again = request.query.again === 'yes'
      return { found: await opcUaFound(deps, clientId, id, { again }) }
    },
  })

  app.route({
    ...declare(tokenCall, tag),
    // The answer holds a token (T70).
    compress: false,
    async handler(request) {
      const actor = access.actor(request)
      const { id } = request.params
      const made = await machineToken(management, actor, access.panel(actor), id)
      return { message: 'Success!', ...made }
    },
  })
}

/** Our own JSON has its topics by serial number; on an external broker it may have another place. */
function demandBrokerOf(address: string | null, isExternal: boolean) {
  if (isExternal || address === null) return
  const message =
    'On our own broker a machine sends our own JSON under packboard/ and its serial number.'
  throw new AppError('request.invalid', { fields: [{ field: 'address', message }] })
}
