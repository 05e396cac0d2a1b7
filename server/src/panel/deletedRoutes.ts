import { deletedRows as listCall, restore as restoreCall } from '@packboard/contract'
import { deletedRows, restore } from '@packboard/management'
import type { Access } from '../access/access.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'

const tag = 'Panel: deleted'

/** What was deleted in the last 30 days, and its restore (D41). */
export function deletedRoutes(app: App, { management }: Deps, access: Access) {
  app.route({
    ...declare(listCall, tag),
    handler: async () => ({ deleted: await deletedRows(management) }),
  })

  app.route({
    ...declare(restoreCall, tag),
    async handler(request) {
      const { kind, id } = request.params
      await restore(management, access.actor(request), kind, id)
      return { message: 'Success!' }
    },
  })
}
