import {
  type AlertWire,
  acknowledgeByLink,
  addPushDevice as addDeviceCall,
  alertOfLink,
  confirmAlertAddress as confirmCall,
  notifications as notificationsCall,
  setNotifications as setCall,
  testNotification as testCall,
} from '@packboard/contract'
import {
  type AlertForMessage,
  acknowledgeAlert,
  addNotificationTest,
  addPushDevice,
  addressToInform,
  comeToHelp,
  confirmAlertAddress,
  endHelpCall,
  type FoundAlertLink,
  findAlertLink,
  notificationsOf,
  personToInform,
  setNotifications,
} from '@packboard/management'
import { addressBlock } from '@packboard/management/addressBlock'
import { AppError, browserOf, isZone, refusedField } from '@packboard/model'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import { scopeOfLink } from '../access/clientScope.ts'
import { routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { limits } from '../http/limits.ts'
import { sharedLimit } from '../http/tokenBucket.ts'
import { mayReceive } from './mayReceive.ts'
import type { OutboxDeps } from './outbox.ts'

/**
 * Links in messages, without a session. Opening one shows the alert, so that a program that follows links in mails changes nothing; a press
 * acknowledges it in the name of its recipient, if that may still see it.
 */
export function linkRoutes(app: App, deps: Deps) {
  const route = routesOf(app, 'Alerts')
  const { management } = deps
  const uses = sharedLimit(deps, { name: 'use of a link of an alert', ...limits.alertLinks })

  async function demandTurn({ ip }: FastifyRequest) {
    const wait = await uses.take(addressBlock(ip))
    if (wait > 0) throw new AppError('request.tooMany', { retryAfter: wait })
  }

  route(alertOfLink, { caller: 'everybody', answersToken: true }, async (request) => {
    await demandTurn(request)
    const found = await findAlertLink(management, request.params.token)
    const recipient = await recipientOf(deps, found)
    const { alert } = found
    return {
      alert: shown(alert),
      recipient: recipient.name,
      zone: alert.zone,
      clientName: alert.clientName,
      canAcknowledge: alert.acknowledgedAt === null && !alert.withdrawn,
    }
  })

  route(acknowledgeByLink, 'everybody', async (request) => {
    await demandTurn(request)
    const found = await findAlertLink(management, request.params.token)
    const { alert } = found
    const { name, userId } = await recipientOf(deps, found)
    const { answer = alert.origin === 'help' ? 'onMyWay' : 'seen' } = request.query
    if (answer === 'seen') {
      await acknowledgeAlert(management, alert.clientId, alert.id, { userId, name })
    } else {
      const by = userId === null ? { address: name } : { userId, username: name }
      const answerCall = answer === 'done' ? endHelpCall : comeToHelp
      await answerCall(management, by, scopeOfLink(alert), Number(alert.id))
    }
    return { message: 'Success!' }
  })

  route(confirmCall, 'everybody', async (request) => {
    await demandTurn(request)
    await confirmAlertAddress(management, request.params.token)
    return { message: 'Success!' }
  })
}

/** Who opens a link. One that may not see the alert any more learns no more than one with an unknown link. */
async function recipientOf(
  deps: Deps,
  { alert, userId, addressId }: FoundAlertLink,
): Promise<{ readonly userId: number | null; readonly name: string }> {
  if (userId !== null) {
    const person = await personToInform(deps.management, userId)
    if (person && (await mayReceive(deps, person, alert.clientId)))
      return { userId, name: person.username }
  } else if (addressId !== null && !alert.clientIsGone) {
    const found = await addressToInform(deps.management, addressId)
    if (found?.isConfirmed) return { userId: null, name: found.address }
  }
  throw new AppError('alertLink.notFound')
}

const shown = (alert: AlertForMessage): AlertWire => ({
  id: Number(alert.id),
  clientId: alert.clientId,
  machineId: alert.machineId,
  lineName: alert.lineName,
  ruleId: alert.ruleId,
  ruleName: alert.ruleName,
  origin: alert.origin,
  kind: alert.kind,
  severity: alert.severity,
  text: alert.text,
  cause: alert.cause,
  causeGroup: alert.causeGroup,
  openedAt: alert.openedAt,
  knownAt: alert.knownAt,
  clearedAt: alert.clearedAt,
  late: alert.late,
  acknowledgedAt: alert.acknowledgedAt,
  acknowledgedBy: alert.acknowledgedBy,
  onMyWayAt: alert.onMyWayAt,
  onMyWayBy: alert.onMyWayBy,
  raisedBy: alert.raisedBy,
  sent: alert.sent,
  muted: alert.muted,
})

/** How a person is informed of alerts: its channels, its quiet hours, its devices. Each call is about the caller alone. */
export function notificationRoutes(app: App, deps: Deps & OutboxDeps, access: Access) {
  const route = routesOf(app, 'My account')
  const { management, outbox } = deps
  const tests = sharedLimit(deps, { name: 'test message', ...limits.messageTests })

  route(notificationsCall, 'ownAccount', async (request) => {
    const { userId } = access.actor(request)
    const [{ devices, ...choice }, { mailWorks, mailIsKept, pushWorks }, pushKey] =
      await Promise.all([notificationsOf(management, userId), outbox.state(), outbox.pushKey()])
    return { ...choice, devices: [...devices], mailWorks, mailIsKept, pushWorks, pushKey }
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
