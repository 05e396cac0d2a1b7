import { AppError, type ClientScope, grantClientScope } from '@packboard/model'
import type { Actor, Viewer } from './actor.ts'

/** What must be known of a client to say who may see it. Nothing is answered for one that was deleted. */
type ClientFinder = (
  clientId: number,
) => Promise<{ readonly distributorId: number | null } | undefined>

/**
 * The only place that grants a ClientScope. A client one may not see looks like one that is not there, whether it
 * belongs to somebody else, was deleted or never existed (D35).
 */
export async function clientScope(
  rules: { findClient: ClientFinder; distributorSees: 'own' | 'all' },
  viewer: Viewer,
  clientId: number,
): Promise<ClientScope> {
  const client = await rules.findClient(clientId)
  // A television sees the client of its link, whoever made it.
  const granted =
    client &&
    ('kioskId' in viewer
      ? viewer.clientId === clientId
      : sees(rules.distributorSees, viewer, clientId, client.distributorId))
  if (granted) return grantClientScope(clientId)
  throw new AppError('client.notFound')
}

function sees(
  distributorSees: 'own' | 'all',
  actor: Actor,
  clientId: number,
  distributorId: number | null,
): boolean {
  switch (actor.role) {
    case 'admin':
      return true
    case 'distributor':
      // D34: a distributor's customers are nobody else's business.
      if (distributorSees === 'all') return true
      return actor.distributorId !== null && actor.distributorId === distributorId
    case 'clientAdmin':
    case 'engineer':
    case 'user':
      return actor.clientId === clientId
  }
}
