import { dataSources } from '@packboard/contract'
import { machineConnectors } from '@packboard/management'
import type { Access } from '../access/access.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { readSources } from './readSources.ts'

/** The machines of a client as sources of records: for the person who looks after what comes in. */
export function dataSourceRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  app.route({
    ...declare(dataSources, 'Reception'),
    async handler(request) {
      const actor = access.actor(request)
      const scope = await access.scope(actor, request.query.clientId)
      const [machines, connectors] = await Promise.all([
        access.machines(scope),
        machineConnectors(deps.management, scope),
      ])
      const now = deps.now()
      return gate.ask(actor, scope, () =>
        readSources(deps.telemetry, scope, { machines, connectors, now }),
      )
    },
  })
}
