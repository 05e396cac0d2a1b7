import { type ClientOption, clientBoard, clientNames } from '@packboard/contract'
import {
  allClients,
  type Client,
  clientsOfDistributor,
  type Management,
  type ProgramKey,
} from '@packboard/management'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import { routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { ClusterDeps } from '../cluster/cluster.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import type { App } from '../http/createApp.ts'
import { boardRows, readBoardRow } from '../shift/clientBoard.ts'

/** The client picker. The guard has refused every role that may not choose ('Not Allowed'). */
export function clientRoutes(
  app: App,
  deps: Deps & PlanDeps & ClusterDeps,
  access: Access,
  gate: QueryGate,
) {
  const route = routesOf(app, 'Clients')
  const { management, config, cluster, cell } = deps

  route(clientNames, { caller: 'chooseClient', group: 'machines' }, async (request) => {
    const clients = await choosable(management, access.reader(request), config.distributorSees)
    return { clients: clients.map(clientOptionWire) }
  })

  route(clientBoard, { caller: 'chooseClient', group: 'figures' }, async (request) => {
    const viewer = access.reader(request)
    const clients = await choosable(management, viewer, config.distributorSees)
    const at = new Date(deps.now())
    const scopes = new Map(
      await Promise.all(
        clients.map(async ({ id }) => [id, await access.scope(viewer, id)] as const),
      ),
    )
    const rows =
      cluster && !cell
        ? await cluster.boardRows(clients.map(({ id }) => id))
        : await boardRows([...scopes.values()], (scope) =>
            gate.askLive(viewer, scope, () => readBoardRow(deps, scope)),
          )
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    return {
      at,
      clients: clients.flatMap((client) => {
        const row = rowOf.get(client.id)
        return row ? [{ ...clientOptionWire(client), ...row }] : []
      }),
    }
  })
}

/** An admin chooses among all clients, a distributor among its own (D34); a program reads those of its key. */
async function choosable(
  management: Management,
  reader: Actor | ProgramKey,
  distributorSees: 'own' | 'all',
): Promise<Client[]> {
  if ('programKeyId' in reader) {
    const { clientId, distributorId } = reader
    if (distributorId !== null) return clientsOfDistributor(management, distributorId)
    const all = await allClients(management)
    return clientId === null ? all : all.filter(({ id }) => id === clientId)
  }
  const { role, distributorId } = reader
  if (role === 'admin' || (role === 'distributor' && distributorSees === 'all')) {
    return allClients(management)
  }
  if (role !== 'distributor' || distributorId === null) return []
  return clientsOfDistributor(management, distributorId)
}

function clientOptionWire({ id, name, location, subscriptionLabel }: Client): ClientOption {
  return { id, name, location, subscriptionLabel }
}
