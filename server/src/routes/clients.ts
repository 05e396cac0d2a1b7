import { type ClientOption, clientNames } from '@packboard/contract'
import {
  allClients,
  type Client,
  clientsOfDistributor,
  type Management,
} from '@packboard/management'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import { routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

/** The client picker. The guard has refused every role that may not choose ('Not Allowed'). */
export function clientRoutes(app: App, { management, config }: Deps, access: Access) {
  const route = routesOf(app, 'Clients')

  route(clientNames, 'chooseClient', async (request) => {
    const actor = access.actor(request)
    const clients = await choosable(management, actor, config.distributorSees)
    return { clients: clients.map(clientOptionWire) }
  })
}

/** An admin chooses among all clients, a distributor among its own (D34). */
async function choosable(
  management: Management,
  { role, distributorId }: Actor,
  distributorSees: 'own' | 'all',
): Promise<Client[]> {
  if (role === 'admin' || (role === 'distributor' && distributorSees === 'all')) {
    return allClients(management)
  }
  if (role !== 'distributor' || distributorId === null) return []
  return clientsOfDistributor(management, distributorId)
}

function clientOptionWire({ id, name, location, subscriptionLabel }: Client): ClientOption {
  return { id, name, location, subscriptionLabel }
}
