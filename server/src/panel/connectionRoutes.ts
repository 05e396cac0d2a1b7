import {
  updateConnection as changeCall,
  confirmDictionary as confirmCall,
  connectionFound as foundCall,
  machineConnection as readCall,
  connectionMessages as recentCall,
  machineToken as tokenCall,
} from '@packboard/contract'
import { dictionaryFinding } from '@packboard/ingest'
import {
  changeConnection,
  confirmDictionary,
  machineConnection,
  machineToken,
} from '@packboard/management'
import { AppError } from '@packboard/model'
import { ofClient } from '@packboard/telemetry/elsewhere'
import { recentMessages, reportedNumbers } from '@packboard/telemetry/read'
import type { Access } from '../access/access.ts'
import { opcUaFound } from '../cluster/opcUaFound.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { addressFault } from './addressFault.ts'
import { connectionMessage, lightOf } from './connectionMessage.ts'

const tag = 'Panel: connections'
const second = 1_000

/** How each machine sends (D44). */
export function connectionRoutes(app: App, deps: Deps, access: Access) {
  const { management, telemetry, config } = deps

  app.route({
    ...declare(readCall, tag),
    async handler(request) {
      const scope = access.panel(access.actor(request))
      const {
        holdMs,
        ofType,
        connector,
        clientId: _,
        confirmedAt: __,
        confirmedBy: ___,
        ...connection
      } = await machineConnection(management, scope, request.params.id)
      return {
        ...connection,
        door: connector,
        holdSeconds: holdMs === null ? null : holdMs / second,
        ofType: { holdSeconds: ofType.holdMs / second, designPpm: ofType.designPpm },
        reach: deps.network.reach,
      }
    },
  })

  app.route({
    ...declare(recentCall, tag),
    async handler(request) {
      const actor = access.actor(request)
      const { id } = request.params
      const stored = await machineConnection(management, access.panel(actor), id)
      const { clientId } = stored
      const scope = await access.scope(actor, clientId)
      const { since, goodAt, messages, reported } = ofClient(clientId, () => ({
        ...recentMessages(telemetry, scope, id),
        reported: reportedNumbers(telemetry, scope, id),
      }))
      return {
        since: new Date(since),
        light: lightOf({ goodAt, messages }),
        goodAt: goodAt === null ? null : new Date(goodAt),
        finding: dictionaryFinding(stored, reported),
        messages: messages.map(connectionMessage),
      }
    },
  })

  app.route({
    ...declare(changeCall, tag),
    async handler(request) {
      const actor = access.actor(request)
      const { holdSeconds, address, dictionary, designPpm, door, version, opcUa } = request.body
      const set = address ? address : null
      const message = addressFault(door, set, config)
      if (message)
        throw new AppError('request.invalid', { fields: [{ field: 'address', message }] })
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
    ...declare(confirmCall, tag),
    async handler(request) {
      const actor = access.actor(request)
      const { id } = request.params
      await confirmDictionary(management, actor, access.panel(actor), id, request.body)
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
