import {
  addDistributor as addCall,
  updateDistributor as changeCall,
  deleteDistributor as deleteCall,
  distributors as listCall,
} from '@packboard/contract'
import {
  addDistributor,
  allDistributors,
  changeDistributor,
  deleteDistributor,
} from '@packboard/management'
import type { Access } from '../access/access.ts'
import { declare } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

const tag = 'Panel: distributors'

/** The Distributors table. */
export function distributorRoutes(app: App, { management }: Deps, access: Access) {
  app.route({
    ...declare(listCall, tag, 'manageInstallation'),
    handler: async () => ({ distributors: await allDistributors(management) }),
  })

  app.route({
    ...declare(addCall, tag, 'manageInstallation'),
    async handler(request) {
      const id = await addDistributor(management, access.actor(request), request.body)
      return { message: 'Distributor added successfully', id }
    },
  })

  app.route({
    ...declare(changeCall, tag, 'manageInstallation'),
    async handler(request) {
      await changeDistributor(management, access.actor(request), request.params.id, request.body)
      return { message: 'Distributor updated successfully' }
    },
  })

  app.route({
    ...declare(deleteCall, tag, 'manageInstallation'),
    async handler(request) {
      await deleteDistributor(management, access.actor(request), request.params.id)
      return { message: 'Distributor deleted successfully' }
    },
  })
}
