import {
  type AlarmQuery,
  type AuditQuery,
  alarmInfo,
  auditTrail,
  auditTrailDescriptions,
  auditTrailGroups,
} from '@packboard/contract'
import type { ClientMachine } from '@packboard/management'
import type { ClientScope, Period } from '@packboard/model'
import {
  alarmInfoChoices,
  alarmPage,
  auditDescriptions,
  auditGroups,
  auditPage,
} from '@packboard/telemetry/read'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import type { Viewer } from '../access/actor.ts'
import { readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import { requestedPeriod, selectMachines } from '../figures/filterWire.ts'
import type { App } from '../http/createApp.ts'
import { alarmChoices, alarmRowWire, auditChoices, auditRowWire, serialsOf } from './recordsWire.ts'

/** The query of a table of records, with access granted and parameters checked. */
type RecordsQuestion = {
  readonly reader: Viewer
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
  const reader = access.reader(request)
  const scope = await access.scope(reader, query.clientId)
  const machines = selectMachines(await access.machines(scope), { machineId: query.machineId })
  const period = requestedPeriod(query, now)
  return { reader, scope, machines, rows: { machineIds: machines.map(({ id }) => id), period } }
}

/** The tables of what people changed at the machines and of what alarms the machines raised. */
export function recordRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Records')

  const { telemetry } = deps

  async function answer<Answer>(
    request: FastifyRequest,
    query: AuditQuery | AlarmQuery,
    work: (requested: RecordsQuestion) => Promise<Answer>,
  ): Promise<Answer> {
    const requested = await recordsQuestion({ access, now: deps.now() }, request, query)
    return gate.ask(requested.reader, requested.scope, () => work(requested), {
      period: requested.rows.period,
      machines: requested.machines,
    })
  }

  route(auditTrail, readBy('audit'), (request) =>
    answer(request, request.query, async ({ scope, machines, rows }) => {
      const page = await auditPage(telemetry, scope, {
        ...rows,
        ...auditChoices(request.query),
        ...slice(request.params),
      })
      const serialOf = serialsOf(machines)
      return { auditData: page.rows.map((row) => auditRowWire(row, serialOf)), count: page.count }
    }),
  )

  route(auditTrailGroups, readBy('audit'), (request) =>
    answer(request, request.query, async ({ scope, rows }) => {
      const { description } = auditChoices(request.query)
      return { userGroups: await auditGroups(telemetry, scope, { ...rows, description }) }
    }),
  )

  route(auditTrailDescriptions, readBy('audit'), (request) =>
    answer(request, request.query, async ({ scope, rows }) => {
      const { userGroup } = auditChoices(request.query)
      return { descriptions: await auditDescriptions(telemetry, scope, { ...rows, userGroup }) }
    }),
  )

  route(alarmInfo, readBy('alarms'), (request) =>
    answer(request, request.query, async ({ scope, machines, rows }) => {
      const { group, description } = alarmChoices(request.query)
      const question = { ...rows, group, description }
      const [page, choices] = await Promise.all([
        alarmPage(telemetry, scope, { ...question, ...slice(request.params) }),
        alarmInfoChoices(telemetry, scope, question),
      ])
      const serialOf = serialsOf(machines)
      return {
        alarmData: page.rows.map((row) => alarmRowWire(row, serialOf, rows.period.to)),
        count: page.count,
        ...choices,
      }
    }),
  )
}

/** The rows of a page, counted from 1. */
function slice({ page, pageSize }: { page: number; pageSize: number }) {
  return { offset: (page - 1) * pageSize, limit: pageSize }
}
