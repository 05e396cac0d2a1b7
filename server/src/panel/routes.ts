import type { Access } from '../access/access.ts'
import type { Parts } from '../deps.ts'
import type { Door } from '../http/createApp.ts'
import { clientTableRoutes } from './clientTableRoutes.ts'
import { deletedRoutes } from './deletedRoutes.ts'
import { distributorRoutes } from './distributorRoutes.ts'
import { machineRoutes } from './machineRoutes.ts'
import { machineTypeRoutes } from './machineTypeRoutes.ts'
import { optionRoutes } from './optionRoutes.ts'
import { userRoutes } from './userRoutes.ts'

/** The management panel. Who may ask what is the route table's to say, whose rows the scope's. */
export async function panelRoutes(app: Door, parts: Parts, access: Access) {
  distributorRoutes(app, parts, access)
  clientTableRoutes(app, parts, access)
  machineRoutes(app, parts, access)
  await machineTypeRoutes(app, parts, access)
  userRoutes(app, parts, access)
  optionRoutes(app, parts, access)
  deletedRoutes(app, parts, access)
}
