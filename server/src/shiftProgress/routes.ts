import { shiftProgress } from '@packboard/contract'
import type { Access } from '../access/access.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { readShiftProgress } from './readShiftProgress.ts'

/** The plan of the running shift against what was made, for people, walls and tablets. */
export function shiftProgressRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  app.route({
    ...declare(shiftProgress, 'Overview'),
    async handler(request) {
      const viewer = access.viewer(request)
      const scope = await access.scope(viewer, request.params.clientId)
      const machines = await access.machines(scope)
      return gate.askLive(viewer, scope, () => readShiftProgress(deps, scope, machines))
    },
  })
}
