import type { ClientMachine } from '@packboard/management'
import type { ClientScope, Period } from '@packboard/model'
import type { ContextFilter } from '@packboard/telemetry/read'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import { requestedContext, requestedPeriod, selectMachines } from './filterWire.ts'

/** What a chart asks of the ledger, granted and checked. */
export type ChartQuestion = {
  readonly actor: Actor
  readonly scope: ClientScope
  /** In the order of a walk through the hall. */
  readonly machines: readonly ClientMachine[]
  readonly period: Period
  readonly filter: ContextFilter
  /** The filter names something that no interval has: every answer is empty. */
  readonly nothing: boolean
  readonly zone: string
}

type Query = Parameters<typeof requestedPeriod>[0] &
  Parameters<typeof requestedContext>[0] & {
    readonly clientId: number
    readonly machineId?: string
    readonly machine: string
  }

/** The first half of every chart's route: whose data, which machines, which time, which context. */
export async function chartQuestion(
  { access, now }: { access: Access; now: number },
  request: FastifyRequest,
  query: Query,
): Promise<ChartQuestion> {
  const actor = access.actor(request)
  const scope = await access.scope(actor, query.clientId)
  const { machineId, machine } = query
  const machines = selectMachines(await access.machines(scope), {
    machine,
    ...(machineId === undefined ? {} : { machineId }),
  })
  const period = requestedPeriod(query, now)
  const filter = requestedContext(query)
  return {
    actor,
    scope,
    machines,
    period,
    filter: filter ?? {},
    nothing: filter === undefined,
    zone: query.timezone,
  }
}

/** The question as the ledger takes it. */
export function ledgerQuestion({ machines, period, filter }: ChartQuestion) {
  return { machineIds: machines.map(({ id }) => id), period, filter }
}
