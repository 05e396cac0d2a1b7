import { AppError, type PanelScope, roleOfGroup } from '@packboard/model'
import { lockedClient, lockedDistributor } from '../change/lockedReferences.ts'
import type { Db } from '../store.ts'

/** The role that an account gets, and where it shall belong. */
export type AskedPlace = {
  readonly groupId: number
  readonly clientId: number | null
  readonly distributorId: number | null
}

/**
 * Where an account of this role belongs (D33): an admin nowhere, a distributor's to the distributor, everybody else to
 * a client. A client administrator's client and a distributor's distributor are their own and no other (D34).
 */
export async function placeFor(db: Db, scope: PanelScope, asked: AskedPlace) {
  const role = roleOfGroup(asked.groupId)
  if (role === undefined) throw refused('role', 'There is no such role.')
  if (role === 'admin') {
    if (asked.clientId !== null) throw refused('clientId', 'An admin belongs to no client.')
    if (asked.distributorId !== null) {
      throw refused('distributorId', 'An admin belongs to no distributor.')
    }
    return { group_id: asked.groupId, client_id: null, distributor_id: null }
  }
  if (role === 'distributor') {
    if (asked.clientId !== null) {
      throw refused('clientId', 'A distributor’s user belongs to no client.')
    }
    if (asked.distributorId === null) throw refused('distributorId', 'Distributor is required')
    await lockedDistributor(db, asked.distributorId)
    return { group_id: asked.groupId, client_id: null, distributor_id: asked.distributorId }
  }
  return {
    group_id: asked.groupId,
    client_id: await clientFor(db, scope, asked),
    // Whose client it is, is said by the client alone.
    distributor_id: null,
  }
}

async function clientFor(db: Db, scope: PanelScope, asked: AskedPlace): Promise<number> {
  const wanted = asked.clientId ?? (scope.reach === 'client' ? scope.clientId : null)
  if (wanted === null) throw refused('clientId', 'Client is required')
  if (scope.reach === 'client' && wanted !== scope.clientId) throw new AppError('client.notFound')
  if (
    scope.reach === 'distributor' &&
    asked.distributorId !== null &&
    asked.distributorId !== scope.distributorId
  ) {
    throw new AppError('distributor.notFound')
  }
  const client = await lockedClient(db, wanted)
  if (scope.reach === 'distributor' && client.distributor_id !== scope.distributorId) {
    throw new AppError('client.notFound')
  }
  if (asked.distributorId !== null && asked.distributorId !== client.distributor_id) {
    throw refused('distributorId', 'This client is not served by that distributor.')
  }
  return client.id
}

const refused = (field: string, message: string) =>
  new AppError('request.invalid', { message, fields: [{ field, message }] })
