import { confirmIdentity } from '@packboard/contract'
import { confirmSession } from '@packboard/management'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import { credential } from '../access/guard.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

/** What a person does with its own account and with nothing else. */
export function myAccountRoutes(app: App, { management }: Deps, access: Access) {
  const route = routesOf(app, 'My account')

  route(confirmIdentity, 'ownAccount', async (request) => {
    await confirmSession(management, {
      userId: access.actor(request).userId,
      token: credential(request),
      address: request.ip,
      password: request.body.password,
    })
    access.forget(request)
    return { message: 'Confirmed.' }
  })
}
