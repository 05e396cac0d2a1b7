import {
  overviewArrangement,
  preferences,
  setOverviewArrangement,
  setPreferences,
} from '@packboard/contract'
import { arrangementOf, looksOf, setArrangement, setLooks } from '@packboard/management'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

/** What a person chose for themselves; each call is about the caller and nobody else. */
export function preferenceRoutes(app: App, { management }: Deps, access: Access) {
  const route = routesOf(app, 'Preferences')

  route(preferences, 'readDashboards', (request) =>
    looksOf(management, access.actor(request).userId),
  )

  route(setPreferences, 'readDashboards', async (request) => {
    await setLooks(management, access.actor(request).userId, request.body)
    return { message: 'Success!' }
  })

  route(overviewArrangement, 'readDashboards', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const found = await arrangementOf(management, scope, actor.userId)
    return {
      arrangement: found
        ? { ...found, order: [...found.order], favourites: [...found.favourites] }
        : null,
    }
  })

  route(setOverviewArrangement, 'readDashboards', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    await setArrangement(management, scope, actor.userId, request.body)
    return { message: 'Success!' }
  })
}
