import type { ClientMachine } from '@packboard/management'
import type { ClientScope, Period } from '@packboard/model'
import type { ContextFilter } from '@packboard/telemetry/read'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import type { Viewer } from '../access/actor.ts'
import {
  all,
  demandRecent,
  presentOf,
  requestedContext,
  requestedPeriod,
  selectMachines,
} from './filterWire.ts'

/** The query of a chart to the ledger, with access granted and parameters checked. */
export type ChartQuestion = {
  readonly viewer: Viewer
  readonly scope: ClientScope
  /** By the line in which they stood when the window began, then by serial number. */
  readonly machines: readonly ClientMachine[]
  readonly period: Period
  readonly filter: ContextFilter
  /** The filter names a value that no interval has: every answer is empty. */
  readonly nothing: boolean
  readonly zone: string
  /** The present of the answer: now, or the instant that the query names (D76). */
  readonly present: number
}

type Query = Parameters<typeof requestedPeriod>[0] &
  Parameters<typeof requestedContext>[0] & {
    readonly clientId: number
    readonly machineId?: string
    readonly machine: string
  }

/** The first half of every chart's route: client, machines, window and context. */
export async function chartQuestion(
  { access, now }: { access: Access; now: number },
  request: FastifyRequest,
  query: Query,
): Promise<ChartQuestion> {
  const viewer = access.viewer(request)
  const scope = await access.scope(viewer, query.clientId)
  const { machineId, machine } = query
  const period = requestedPeriod(query, now)
  demandRecent(viewer, period, now)
  const machines = selectMachines(await access.machines(scope, period.from), {
    machine,
    ...(machineId === undefined ? {} : { machineId }),
  })
  const filter = requestedContext(query)
  return {
    viewer,
    scope,
    machines,
    period,
    filter: filter ?? {},
    nothing: filter === undefined,
    zone: query.timezone,
    present: presentOf(query, now),
  }
}

/** The same of one line alone: of the machines that stood in it when the window began. */
export const withinLine = (requested: ChartQuestion, line: string): ChartQuestion =>
  line === all
    ? requested
    : { ...requested, machines: requested.machines.filter(({ lineName }) => lineName === line) }

/** The query in the form that the ledger accepts. */
export function ledgerQuestion({
  machines,
  period,
  filter,
}: Pick<ChartQuestion, 'machines' | 'period' | 'filter'>) {
  return { machineIds: machines.map(({ id }) => id), period, filter }
}
