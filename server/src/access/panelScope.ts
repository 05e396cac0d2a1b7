import { AppError, grantPanelScope, type PanelScope } from '@packboard/model'
import type { Actor } from './actor.ts'

/**
 * Whose users and machines a person may see in the panel (D34): an admin everybody's, a distributor its own people and
 * those of its clients, everybody else those of their client. `DISTRIBUTOR_SEES=all` opens charts, not accounts.
 */
export function panelScope(actor: Actor): PanelScope {
  switch (actor.role) {
    case 'admin':
      return grantPanelScope({ reach: 'all' })
    case 'distributor':
      if (actor.distributorId === null) break
      return grantPanelScope({ reach: 'distributor', distributorId: actor.distributorId })
    case 'clientAdmin':
    case 'engineer':
    case 'user':
      if (actor.clientId === null) break
      return grantPanelScope({ reach: 'client', clientId: actor.clientId })
  }
  // Somebody who belongs nowhere sees nobody.
  throw new AppError('request.notAllowed')
}
