import {
  deletedRows as listCall,
  restore as restoreCall,
  subscriptionOptions as subscriptionCall,
  tutorials as tutorialCall,
  userGroupOptions as userGroupCall,
} from '@packboard/contract'
import { allSubscriptions, deletedRows, restore } from '@packboard/management'
import { userGroups } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { declare } from '../access/declare.ts'
import { givableRoles } from '../access/policies.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

/** What was deleted in the last 30 days, and its restore (D41). */
export function deletedRoutes(app: App, { management }: Deps, access: Access) {
  app.route({
    ...declare(listCall, 'Panel: deleted', 'restoreDeleted'),
    handler: async () => ({ deleted: await deletedRows(management) }),
  })

  app.route({
    ...declare(restoreCall, 'Panel: deleted', 'restoreDeleted'),
    async handler(request) {
      const { kind, id } = request.params
      await restore(management, access.actor(request), kind, id)
      return { message: 'Success!' }
    },
  })
}

const tag = 'Panel: choices'

/** What the selects of the panel's forms offer. */
export function optionRoutes(app: App, { management }: Deps, access: Access) {
  app.route({
    ...declare(subscriptionCall, tag, 'openPanel'),
    handler: async () => ({ subscriptions: await allSubscriptions(management) }),
  })

  app.route({
    ...declare(userGroupCall, tag, 'openPanel'),
    async handler(request) {
      const givable = givableRoles(access.actor(request))
      const given = userGroups.filter(({ id }) => givable.includes(id))
      return { userGroups: given.map(({ id, label }) => ({ id, label })) }
    },
  })

  // The link to them is hidden, and there are none.
  app.route({
    ...declare(tutorialCall, tag, 'openPanel'),
    handler: async () => ({ tutorials: [] }),
  })
}
