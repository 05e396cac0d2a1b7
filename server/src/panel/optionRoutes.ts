import {
  subscriptionOptions as subscriptionCall,
  tutorials as tutorialCall,
  userGroupOptions as userGroupCall,
} from '@packboard/contract'
import { allSubscriptions } from '@packboard/management'
import { userGroups } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { givableRoles } from '../access/policies.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'

const tag = 'Panel: choices'

/** What the selects of the panel's forms offer. */
export function optionRoutes(app: App, { management }: Deps, access: Access) {
  app.route({
    ...declare(subscriptionCall, tag),
    handler: async () => ({ subscriptions: await allSubscriptions(management) }),
  })

  app.route({
    ...declare(userGroupCall, tag),
    async handler(request) {
      const givable = givableRoles(access.actor(request))
      const given = userGroups.filter(({ id }) => givable.includes(id))
      return { userGroups: given.map(({ id, label }) => ({ id, label })) }
    },
  })

  // The link to them is hidden, and there are none.
  app.route({ ...declare(tutorialCall, tag), handler: async () => ({ tutorials: [] }) })
}
