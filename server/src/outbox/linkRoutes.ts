import {
  type AlertWire,
  acknowledgeByLink,
  alertOfLink,
  confirmAlertAddress as confirmCall,
} from '@packboard/contract'
import {
  type AlertForMessage,
  acknowledgeAlert,
  addressToInform,
  confirmAlertAddress,
  type FoundAlertLink,
  findAlertLink,
  personToInform,
} from '@packboard/management'
import { addressBlock } from '@packboard/management/addressBlock'
import { AppError } from '@packboard/model'
import type { FastifyRequest } from 'fastify'
import { routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { limits } from '../http/limits.ts'
import { sharedLimit } from '../http/tokenBucket.ts'
import { mayReceive } from './mayReceive.ts'

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
    const { name, userId } = await recipientOf(deps, found)
    await acknowledgeAlert(management, found.alert.clientId, found.alert.id, { userId, name })
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
