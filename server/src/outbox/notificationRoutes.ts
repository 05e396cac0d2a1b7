import {
  addPushDevice as addDeviceCall,
  notifications as notificationsCall,
  setNotifications as setCall,
  testNotification as testCall,
} from '@packboard/contract'
import {
  addNotificationTest,
  addPushDevice,
  notificationsOf,
  setNotifications,
} from '@packboard/management'
import { AppError, browserOf, isZone, refusedField } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { limits } from '../http/limits.ts'
import { sharedLimit } from '../http/tokenBucket.ts'
import type { OutboxDeps } from './outbox.ts'

/** How a person is informed of alerts: its channels, its quiet hours, its devices. Each call is about the caller alone. */
export function notificationRoutes(app: App, deps: Deps & OutboxDeps, access: Access) {
  const route = routesOf(app, 'My account')
  const { management, outbox } = deps
  const tests = sharedLimit(deps, { name: 'test message', ...limits.messageTests })

  route(notificationsCall, 'ownAccount', async (request) => {
    const { userId } = access.actor(request)
    const [{ devices, ...choice }, { mailWorks, pushWorks }, pushKey] = await Promise.all([
      notificationsOf(management, userId),
      outbox.state(),
      outbox.pushKey(),
    ])
    return { ...choice, devices: [...devices], mailWorks, pushWorks, pushKey }
  })

  route(setCall, 'ownAccount', async (request) => {
    const { zone } = request.body
    if (!isZone(zone)) throw refusedField('zone', `There is no time zone ${zone}.`)
    await setNotifications(management, access.actor(request), request.body)
    return { message: 'Success!' }
  })

  route(addDeviceCall, 'ownAccount', async (request) => {
    const { userId } = access.actor(request)
    const { endpoint, p256dh, auth } = request.body
    // The browser names its push service: an address of this network is none.
    await outbox.hosts.demandAllowed(new URL(endpoint)).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'hook.away')) throw error
    })
    const { browser, system } = browserOf(request.headers['user-agent'] ?? '')
    const name = [browser, system].flatMap((part) => part ?? []).join(', ')
    await addPushDevice(management, userId, { endpoint, p256dh, auth, name })
    return { message: 'Success!' }
  })

  route(testCall, 'ownAccount', async (request) => {
    const { userId } = access.actor(request)
    const wait = await tests.take(String(userId))
    if (wait > 0) throw new AppError('request.tooMany', { retryAfter: wait })
    const channels = await addNotificationTest(management, userId)
    outbox.wake()
    return { message: 'Success!', channels }
  })
}
