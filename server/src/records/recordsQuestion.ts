import type { ClientMachine } from '@packboard/management'
import type { ClientScope, Period } from '@packboard/model'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import { requestedPeriod, selectMachines } from '../figures/filterWire.ts'

/** The query of a table of records, with access granted and parameters checked. */
export type RecordsQuestion = {
  readonly actor: Actor
  readonly scope: ClientScope
  readonly machines: readonly ClientMachine[]
  readonly rows: { readonly machineIds: number[]; readonly period: Period }
}

type Query = Parameters<typeof requestedPeriod>[0] & {
  readonly clientId: number
  readonly machineId: string
}

/** The first half of every table's route: client, machines and window. */
export async function recordsQuestion(
  { access, now }: { access: Access; now: number },
  request: FastifyRequest,
  query: Query,
): Promise<RecordsQuestion> {
  const actor = access.actor(request)
  const scope = await access.scope(actor, query.clientId)
  const machines = selectMachines(await access.machines(scope), { machineId: query.machineId })
  const period = requestedPeriod(query, now)
  return { actor, scope, machines, rows: { machineIds: machines.map(({ id }) => id), period } }
}
