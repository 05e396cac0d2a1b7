import {
  addClient as addClientCall,
  addDistributor as addDistributorCall,
  type ClientRow,
  updateClient as changeClientCall,
  updateDistributor as changeDistributorCall,
  managedClients as clientsCall,
  deleteClient as deleteClientCall,
  deleteDistributor as deleteDistributorCall,
  deletedRows as deletedRowsCall,
  distributors as distributorsCall,
  endFormerAccess as endFormerAccessCall,
  restore as restoreCall,
  subscriptionOptions as subscriptionCall,
  tutorials as tutorialCall,
  userGroupOptions as userGroupCall,
} from '@packboard/contract'
import {
  addClient,
  addDistributor,
  allDistributors,
  allSubscriptions,
  changeClient,
  changeDistributor,
  deleteClient,
  deleteDistributor,
  deletedRows,
  endFormerAccess,
  type ManagedClient,
  managedClients,
  restore,
} from '@packboard/management'
import { userGroups } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import { givableRoles } from '../access/policies.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

/** The Distributors table. */
export function distributorRoutes(app: App, { management }: Deps, access: Access) {
  const route = routesOf(app, 'Panel: distributors')

  route(distributorsCall, 'manageInstallation', async () => ({
    distributors: await allDistributors(management),
  }))

  route(addDistributorCall, 'manageInstallation', async (request) => {
    const id = await addDistributor(management, access.actor(request), request.body)
    return { message: 'Distributor added successfully', id }
  })

  route(changeDistributorCall, 'manageInstallation', async (request) => {
    await changeDistributor(management, access.actor(request), request.params.id, request.body)
    return { message: 'Distributor updated successfully' }
  })

  route(deleteDistributorCall, 'manageInstallation', async (request) => {
    await deleteDistributor(management, access.actor(request), request.params.id)
    return { message: 'Distributor deleted successfully' }
  })
}

/** The Clients table. */
export function clientTableRoutes(app: App, { management }: Deps, access: Access) {
  const route = routesOf(app, 'Panel: clients')

  route(clientsCall, 'manageInstallation', async () => ({
    clients: (await managedClients(management)).map(clientRow),
  }))

  route(addClientCall, 'manageInstallation', async (request) => {
    const id = await addClient(management, access.actor(request), request.body)
    return { message: 'Success!', id }
  })

  route(changeClientCall, 'manageInstallation', async (request) => {
    const { is_active: enabled, ...fields } = request.body
    await changeClient(management, access.actor(request), request.params.id, {
      ...fields,
      enabled,
    })
    return { message: 'Success!' }
  })

  route(endFormerAccessCall, 'manageInstallation', async (request) => {
    await endFormerAccess(management, access.actor(request), request.params.id)
    return { message: 'Success!' }
  })

  route(deleteClientCall, 'manageInstallation', async (request) => {
    await deleteClient(management, access.actor(request), request.params.id)
    return { message: 'Client deleted successfully' }
  })
}

function clientRow({ enabled, ...client }: ManagedClient): ClientRow {
  return {
    ...client,
    clientId: String(client.id),
    is_active: enabled,
    is_deleted: false,
    status: enabled ? 'enabled' : 'disabled',
  }
}

/** What was deleted in the last 30 days, and its restore (D41). */
export function deletedRoutes(app: App, { management }: Deps, access: Access) {
  const route = routesOf(app, 'Panel: deleted')

  route(deletedRowsCall, 'restoreDeleted', async () => ({ deleted: await deletedRows(management) }))

  route(restoreCall, { caller: 'restoreDeleted', confirmed: true }, async (request) => {
    const { kind, id } = request.params
    await restore(management, access.actor(request), kind, id)
    return { message: 'Success!' }
  })
}

/** What the selects of the panel's forms offer. */
export function optionRoutes(app: App, { management }: Deps, access: Access) {
  const route = routesOf(app, 'Panel: choices')

  route(subscriptionCall, 'openPanel', async () => ({
    subscriptions: await allSubscriptions(management),
  }))

  route(userGroupCall, 'openPanel', async (request) => {
    const givable = givableRoles(access.actor(request))
    const given = userGroups.filter(({ id }) => givable.includes(id))
    return { userGroups: given.map(({ id, label }) => ({ id, label })) }
  })

  // The link to them is hidden, and there are none.
  route(tutorialCall, 'openPanel', async () => ({ tutorials: [] }))
}
