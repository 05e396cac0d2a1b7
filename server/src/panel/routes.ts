import type { Access } from '../access/access.ts'
import { backupRoutes } from '../backup/routes.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { nearLimits } from '../limits/nearLimits.ts'
import { limitRoutes } from '../limits/routes.ts'
import type { UntrustedProxy } from '../monitoring/untrustedProxy.ts'
import { clientTableRoutes } from './clientTableRoutes.ts'
import { connectionRoutes } from './connectionRoutes.ts'
import { deletedRoutes } from './deletedRoutes.ts'
import { deviceRoutes } from './deviceRoutes.ts'
import { distributorRoutes } from './distributorRoutes.ts'
import { machineRoutes } from './machineRoutes.ts'
import { machineTypeRoutes } from './machineTypeRoutes.ts'
import { optionRoutes } from './optionRoutes.ts'
import { userRoutes } from './userRoutes.ts'
import { warningRoutes } from './warningRoutes.ts'

/** The management panel. The route table decides who may call what, the scope decides on which rows. */
export async function panelRoutes(app: App, deps: Deps, access: Access, proxy: UntrustedProxy) {
  const near = nearLimits(deps)
  distributorRoutes(app, deps, access)
  clientTableRoutes(app, deps, access)
  machineRoutes(app, deps, access)
  connectionRoutes(app, deps, access)
  await machineTypeRoutes(app, deps, access)
  userRoutes(app, deps, access)
  deviceRoutes(app, deps, access)
  optionRoutes(app, deps, access)
  deletedRoutes(app, deps, access)
  warningRoutes(app, deps, access, { proxy, near })
  backupRoutes(app, deps, access)
  limitRoutes(app, deps, access, near)
}
