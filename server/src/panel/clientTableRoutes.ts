import {
  addClient as addCall,
  type ClientRow,
  updateClient as changeCall,
  deleteClient as deleteCall,
  endFormerAccess as endFormerCall,
  managedClients as listCall,
} from '@packboard/contract'
import {
  addClient,
  changeClient,
  deleteClient,
  endFormerAccess,
  type ManagedClient,
  managedClients,
} from '@packboard/management'
import type { Access } from '../access/access.ts'
import { declare } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

const tag = 'Panel: clients'

/** The Clients table. */
export function clientTableRoutes(app: App, { management }: Deps, access: Access) {
  app.route({
    ...declare(listCall, tag, 'manageInstallation'),
    handler: async () => ({ clients: (await managedClients(management)).map(clientRow) }),
  })

  app.route({
    ...declare(addCall, tag, 'manageInstallation'),
    async handler(request) {
      const id = await addClient(management, access.actor(request), request.body)
      return { message: 'Success!', id }
    },
  })

  app.route({
    ...declare(changeCall, tag, 'manageInstallation'),
    async handler(request) {
      const { is_active: enabled, ...fields } = request.body
      await changeClient(management, access.actor(request), request.params.id, {
        ...fields,
        enabled,
      })
      return { message: 'Success!' }
    },
  })

  app.route({
    ...declare(endFormerCall, tag, 'manageInstallation'),
    async handler(request) {
      await endFormerAccess(management, access.actor(request), request.params.id)
      return { message: 'Success!' }
    },
  })

  app.route({
    ...declare(deleteCall, tag, 'manageInstallation'),
    async handler(request) {
      await deleteClient(management, access.actor(request), request.params.id)
      return { message: 'Client deleted successfully' }
    },
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
