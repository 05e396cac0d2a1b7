import { limits as readCall, setLimits as setCall } from '@packboard/contract'
import { changeLimits, machineDirectory } from '@packboard/management'
import { type LimitName, limitRanges, type WholeInstallation } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { declare } from '../access/declare.ts'
import { wholeInstallation } from '../access/panelScope.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import type { LimitDeps } from '../monitoring/limitsInForce.ts'
import type { NearLimits } from '../monitoring/nearLimits.ts'

const tag = 'Running it'

/** The limits of the installation (D84): read and set by its administrators. */
export function limitRoutes(
  app: App,
  { management, limits, config }: Deps & LimitDeps,
  access: Access,
  near: (scope: WholeInstallation) => Promise<NearLimits>,
) {
  app.route({
    ...declare(readCall, tag, 'manageInstallation'),
    async handler(request) {
      const scope = wholeInstallation(access.panel(access.actor(request)))
      const set = (await machineDirectory(management)).limits()
      const inForce = limits.now()
      const limit = (name: LimitName) => ({
        value: inForce[name],
        set: set[name],
        default: config.limits[name],
        ...limitRanges[name],
      })
      return {
        deviceMegabytesPerDay: limit('deviceMegabytesPerDay'),
        quarantineRecords: limit('quarantineRecords'),
        quarantineMegabytes: limit('quarantineMegabytes'),
        version: set.version,
        ...(await near(scope)),
      }
    },
  })

  app.route({
    ...declare(setCall, tag, 'manageInstallation'),
    async handler(request) {
      const actor = access.actor(request)
      wholeInstallation(access.panel(actor))
      const version = await changeLimits(management, actor, request.body)
      return { message: 'Success!', version }
    },
  })
}
