import { AppError, type PanelScope, roleOfGroup } from '@packboard/model'
import { lockedClient, lockedDistributor } from '../change/lockedReferences.ts'
import type { Db } from '../store.ts'

/** The role that an account gets, and the client or distributor it belongs to. */
export type RequestedPlace = {
  readonly groupId: number
  readonly clientId: number | null
  readonly distributorId: number | null
}

/**
 * Where an account of this role belongs (D33): an admin to none, a distributor user to the distributor, every other
 * role to a client. A client administrator's client and a distributor's distributor are their own and no other (D34).
 */
export async function placeFor(db: Db, scope: PanelScope, requested: RequestedPlace) {
  const role = roleOfGroup(requested.groupId)
  if (role === undefined) throw refused('role', 'There is no such role.')
  if (role === 'device') throw refused('role', 'A device is no person: add it as a device.')
  if (role === 'admin') {
    if (requested.clientId !== null) throw refused('clientId', 'An admin belongs to no client.')
    if (requested.distributorId !== null) {
      throw refused('distributorId', 'An admin belongs to no distributor.')
    }
    return { group_id: requested.groupId, client_id: null, distributor_id: null }
  }
  if (role === 'distributor') {
    if (requested.clientId !== null) {
      throw refused('clientId', 'A distributor’s user belongs to no client.')
    }
    if (requested.distributorId === null) throw refused('distributorId', 'Distributor is required')
    await lockedDistributor(db, requested.distributorId)
    return { group_id: requested.groupId, client_id: null, distributor_id: requested.distributorId }
  }
  return {
    group_id: requested.groupId,
    client_id: await clientFor(db, scope, requested),
    // Which distributor serves a client is stored only at the client.
    distributor_id: null,
  }
}

async function clientFor(db: Db, scope: PanelScope, requested: RequestedPlace): Promise<number> {
  const wanted = requested.clientId ?? (scope.reach === 'client' ? scope.clientId : null)
  if (wanted === null) throw refused('clientId', 'Client is required')
  if (scope.reach === 'client' && wanted !== scope.clientId) throw new AppError('client.notFound')
  if (
    scope.reach === 'distributor' &&
    requested.distributorId !== null &&
    requested.distributorId !== scope.distributorId
  ) {
    throw new AppError('distributor.notFound')
  }
  const client = await lockedClient(db, wanted)
  if (scope.reach === 'distributor' && client.distributor_id !== scope.distributorId) {
    throw new AppError('client.notFound')
  }
  if (requested.distributorId !== null && requested.distributorId !== client.distributor_id) {
    throw refused('distributorId', 'This client is not served by that distributor.')
  }
  return client.id
}

const refused = (field: string, message: string) =>
  new AppError('request.invalid', { message, fields: [{ field, message }] })
