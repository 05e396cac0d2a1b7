import type { ClientMachine } from '@packboard/management'
import { type ClientScope, kioskLimits, type Period } from '@packboard/model'
import type { ContextFilter } from '@packboard/telemetry/read'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import type { Viewer } from '../access/actor.ts'
import {
  presentOf,
  refused,
  requestedContext,
  requestedPeriod,
  selectMachines,
} from './filterWire.ts'

/** The query of a chart to the ledger, with access granted and parameters checked. */
export type ChartQuestion = {
  readonly viewer: Viewer
  readonly scope: ClientScope
  /** By line, then by serial number. */
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
  const machines = selectMachines(await access.machines(scope), {
    machine,
    ...(machineId === undefined ? {} : { machineId }),
  })
  const period = requestedPeriod(query, now)
  demandRecent(viewer, { field: 'start_date', from: period.from, now })
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

/** Windows begin with a minute, and the clock of a tablet may be slow. */
const toleranceMs = 10 * 60_000

/** A tablet with a link reads the last day: what is older it may not name. */
export function demandRecent(
  viewer: Viewer,
  { field, from, now }: { readonly field: string; readonly from: Date; readonly now: number },
): void {
  if (!('kioskId' in viewer)) return
  if (from.getTime() >= now - kioskLimits.hours * 3_600_000 - toleranceMs) return
  throw refused(field, `A link reads the last ${kioskLimits.hours} hours.`)
}

/** The query in the form that the ledger accepts. */
export function ledgerQuestion({
  machines,
  period,
  filter,
}: Pick<ChartQuestion, 'machines' | 'period' | 'filter'>) {
  return { machineIds: machines.map(({ id }) => id), period, filter }
}
