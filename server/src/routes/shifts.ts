import { clientTimes, setShifts as setShiftsCall } from '@packboard/contract'
import { setShifts, shiftsOfClient } from '@packboard/management'
import { AppError } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { declare, onTablets } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

/** A client's zone and shifts. */
export function shiftRoutes(app: App, { management }: Deps, access: Access) {
  app.route({
    ...declare(clientTimes, 'Shifts', 'readDashboards', onTablets),
    async handler(request) {
      const scope = await access.scope(access.viewer(request), request.params.clientId)
      const times = await shiftsOfClient(management, scope)
      if (!times) throw new AppError('client.notFound')
      return { timezone: times.zone, shifts: [...times.starts], version: times.version }
    },
  })

  app.route({
    ...declare(setShiftsCall, 'Shifts', 'setShifts'),
    async handler(request) {
      const actor = access.actor(request)
      const scope = await access.scope(actor, request.params.clientId)
      const { shifts: starts, version } = request.body
      const changed = await setShifts(management, actor, scope, { starts, version })
      return { message: 'Success!', version: changed }
    },
  })
}
