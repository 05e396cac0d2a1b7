import {
  AppError,
  grantPanelScope,
  type PanelScope,
  type WholeInstallation,
} from '@packboard/model'
import type { Actor } from './actor.ts'

/**
 * Which users and machines a person may see in the panel (D34): an admin all, a distributor its own people and those of
 * its clients, every other role those of the own client. `DISTRIBUTOR_SEES=all` gives access to charts, not to
 * accounts.
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
  // A person without a client or distributor sees no account.
  throw new AppError('request.notAllowed')
}

/** The policy of its route lets in administrators alone; the scope proves it once more. */
export function wholeInstallation(scope: PanelScope): WholeInstallation {
  if (scope.reach !== 'all') throw new AppError('request.notAllowed')
  return scope
}

/** Another process of the installation has checked its caller: what it counts of all clients is for administrators. */
export const wholeInstallationOfPeer = (): WholeInstallation =>
  wholeInstallation(grantPanelScope({ reach: 'all' }))
