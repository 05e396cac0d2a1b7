import { setTimeout as sleep } from 'node:timers/promises'
import { type OpcUaFoundWire, opcUaFoundWire } from '@packboard/contract'
import type { Ingest, OpcUaFound } from '@packboard/ingest'
import { AppError } from '@packboard/model'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { ClusterDeps } from './cluster.ts'

/** How long a person waits for an attempt. */
const attemptMs = 10_000
const lookMs = 100

const ofPeer = z.object({ found: opcUaFoundWire.nullable() })

type How = { readonly again: boolean }

/**
 * What the client of a machine has found: here, or in the process that holds its records. Nothing is connected to but the
 * address that is set, which only those may set who may call this (T56).
 */
export async function opcUaFound(
  { ingest, cluster }: Pick<Deps, 'ingest'> & ClusterDeps,
  clientId: number,
  machineId: number,
  how: How,
): Promise<OpcUaFoundWire | null> {
  if (!cluster || ingest?.opcua) return foundHere(ingest, machineId, how)
  const answer = ofPeer.safeParse(await cluster.opcUaFound(clientId, machineId, how.again))
  if (!answer.success) throw new AppError('store.busy', { retryAfter: 1, cause: answer.error })
  return answer.data.found
}

/** The same of this process. A new attempt is waited for until it has led to something. */
export async function foundHere(
  ingest: Pick<Ingest, 'opcua'> | undefined,
  machineId: number,
  { again }: How,
): Promise<OpcUaFoundWire | null> {
  const opcua = ingest?.opcua
  if (again) {
    opcua?.tryAgain(machineId)
    await sleep(lookMs)
    const until = performance.now() + attemptMs
    while (opcua?.found(machineId)?.status === 'connecting' && performance.now() < until) {
      await sleep(lookMs)
    }
  }
  const found = opcua?.found(machineId)
  return found === undefined ? null : onTheWire(found)
}

function onTheWire(given: OpcUaFound): OpcUaFoundWire {
  const { since, retryAt, machines, parts, certificate, ...found } = given
  return {
    ...found,
    certificate: certificate && {
      ...certificate,
      validFrom: new Date(certificate.validFrom),
      validTo: new Date(certificate.validTo),
    },
    since: new Date(since),
    retryAt: retryAt === null ? null : new Date(retryAt),
    machines: [...machines],
    parts: [...parts],
  }
}
