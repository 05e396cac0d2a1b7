import type { ProgramKey } from '@packboard/management'
import {
  AppError,
  type ClientScope,
  grantClientScope,
  type OperatorSetting,
} from '@packboard/model'
import type { Actor, Viewer } from './actor.ts'
import { readsForbiddenNames } from './roleRights.ts'

/** The fields of a client that decide who may see it, and whose names. Undefined for a deleted client. */
type ClientFinder = (
  clientId: number,
) => Promise<
  { readonly distributorId: number | null; readonly operators: OperatorSetting } | undefined
>

/**
 * The only place that grants a ClientScope. A client that the caller may not see is not found, whether it belongs to
 * another distributor, was deleted or never existed (D35).
 */
export async function clientScope(
  rules: { findClient: ClientFinder; distributorSees: 'own' | 'all' },
  viewer: Viewer,
  clientId: number,
): Promise<ClientScope> {
  const client = await rules.findClient(clientId)
  // A television sees the client of its link, and its machines, independent of who made the link.
  const granted =
    client &&
    ('kioskId' in viewer
      ? viewer.clientId === clientId
      : 'programKeyId' in viewer
        ? reads(viewer, clientId, client.distributorId)
        : sees(rules.distributorSees, viewer, clientId, client.distributorId))
  if (granted) {
    // A program reads names of operators as a user does (D92).
    const readsNames = 'role' in viewer && readsForbiddenNames(viewer.role)
    const hides = client.operators === 'forbidden' && !readsNames
    return grantClientScope(clientId, 'kioskId' in viewer ? viewer.machineIds : undefined, hides)
  }
  throw new AppError('client.notFound')
}

/** A key reads one client, the clients of one distributor, or all (D92); `DISTRIBUTOR_SEES` says nothing of keys. */
function reads(key: ProgramKey, clientId: number, distributorId: number | null): boolean {
  if (key.clientId !== null) return key.clientId === clientId
  return key.distributorId === null || key.distributorId === distributorId
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
      // D34: another distributor must not see these customers.
      if (distributorSees === 'all') return true
      return actor.distributorId !== null && actor.distributorId === distributorId
    case 'clientAdmin':
    case 'engineer':
    case 'user':
      return actor.clientId === clientId
  }
}

/** The client of a machine, for a command of the user who owns the data directory and can read all that is in it. */
export const scopeOfCommand = ({ clientId }: { readonly clientId: number }): ClientScope =>
  grantClientScope(clientId)

/** All machines of a client for whose shift a tablet signs: the page that is stored is whole, and is not the tablet's answer. */
export const scopeOfFixedPage = ({ clientId }: ClientScope): ClientScope =>
  grantClientScope(clientId)

/** A client whose rules of alerts the process that holds its records follows: what they find is shown to those who see the client. */
export const scopeOfWatch = (clientId: number): ClientScope => grantClientScope(clientId)

/** The client of the alert of a link in a message, whose recipient may still see it: the link names one alert and leads to nothing else. */
export const scopeOfLink = ({ clientId }: { readonly clientId: number }): ClientScope =>
  grantClientScope(clientId)

/** What a confirmed address that is no account reads of its client: as a wall does, names only where the client does not forbid them. */
export const scopeOfAddress = (clientId: number, operators: OperatorSetting): ClientScope =>
  grantClientScope(clientId, undefined, operators === 'forbidden')

/** A client for whom another process of this installation has granted a call. */
export const scopeOfPeer = (clientId: number): ClientScope => grantClientScope(clientId)

/**
 * Resolves serial numbers inside the scope only: one of another client, a deleted one and one that never existed are
 * treated alike: dropped and counted for the log (T5).
 */
export function pickMachines<Machine extends { readonly serialNo: string }>(
  inScope: readonly Machine[],
  serialNos: readonly string[],
): { picked: Machine[]; dropped: string[] } {
  const bySerial = new Map(inScope.map((machine) => [machine.serialNo, machine]))
  const requested = new Set(serialNos)
  return {
    picked: [...requested].flatMap((serialNo) => bySerial.get(serialNo) ?? []),
    dropped: [...requested].filter((serialNo) => !bySerial.has(serialNo)),
  }
}
