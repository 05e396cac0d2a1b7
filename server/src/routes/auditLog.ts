import { auditLog, verifyAuditLog } from '@packboard/contract'
import { auditLogPage, type VerifiedAudit, verifyAudit } from '@packboard/management'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import { routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

const all = 'All'

/** The audit log (D42). The guard has refused every role except admins and client administrators. */
export function auditLogRoutes(app: App, { management }: Deps, access: Access) {
  const route = routesOf(app, 'Audit log')

  /** The part of the log that this person reads: undefined is all of it. */
  async function part(actor: Actor, requested: number | undefined): Promise<number | undefined> {
    if (actor.role === 'admin' && requested === undefined) return undefined
    // A client administrator without a client sees no entry; 0 is the number of no client.
    const { clientId } = await access.scope(actor, requested ?? actor.clientId ?? 0)
    return clientId
  }

  route(auditLog, 'readAuditLog', async (request) => {
    const { page, pageSize } = request.params
    const { search, action, from, to, clientId } = request.query
    return auditLogPage(management, {
      clientId: await part(access.actor(request), clientId),
      search,
      action: action === all || action === '' ? undefined : action,
      from,
      to,
      offset: (page - 1) * pageSize,
      limit: pageSize,
    })
  })

  /** One comparison of a chain at a time: who asks meanwhile gets the same answer. */
  const running = new Map<number | undefined, Promise<VerifiedAudit>>()

  route(verifyAuditLog, 'readAuditLog', async (request) => {
    const clientId = await part(access.actor(request), request.query.clientId)
    const verified =
      running.get(clientId) ??
      verifyAudit(management, { clientId }).finally(() => running.delete(clientId))
    running.set(clientId, verified)
    const { faults, ...counts } = await verified
    return { ...counts, faults: [...faults] }
  })
}
