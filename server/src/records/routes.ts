import {
  type AlarmQuery,
  type AuditQuery,
  alarmInfo,
  auditTrail,
  auditTrailDescriptions,
  auditTrailGroups,
} from '@packboard/contract'
import {
  alarmInfoChoices,
  alarmPage,
  auditDescriptions,
  auditGroups,
  auditPage,
} from '@packboard/telemetry/read'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import { declare } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { type RecordsQuestion, recordsQuestion } from './recordsQuestion.ts'
import { alarmChoices, alarmRowWire, auditChoices, auditRowWire, serialsOf } from './recordsWire.ts'

/** The tables of what people changed at the machines and of what alarms the machines raised. */
export function recordRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  const { telemetry } = deps

  async function answer<Answer>(
    request: FastifyRequest,
    query: AuditQuery | AlarmQuery,
    work: (requested: RecordsQuestion) => Promise<Answer>,
  ): Promise<Answer> {
    const requested = await recordsQuestion({ access, now: deps.now() }, request, query)
    return gate.ask(requested.actor, requested.scope, () => work(requested), {
      period: requested.rows.period,
      machines: requested.machines,
    })
  }

  app.route({
    ...declare(auditTrail, 'Records', 'readDashboards'),
    handler: (request) =>
      answer(request, request.query, async ({ scope, machines, rows }) => {
        const page = await auditPage(telemetry, scope, {
          ...rows,
          ...auditChoices(request.query),
          ...slice(request.params),
        })
        const serialOf = serialsOf(machines)
        return { auditData: page.rows.map((row) => auditRowWire(row, serialOf)), count: page.count }
      }),
  })

  app.route({
    ...declare(auditTrailGroups, 'Records', 'readDashboards'),
    handler: (request) =>
      answer(request, request.query, async ({ scope, rows }) => {
        const { description } = auditChoices(request.query)
        return { userGroups: await auditGroups(telemetry, scope, { ...rows, description }) }
      }),
  })

  app.route({
    ...declare(auditTrailDescriptions, 'Records', 'readDashboards'),
    handler: (request) =>
      answer(request, request.query, async ({ scope, rows }) => {
        const { userGroup } = auditChoices(request.query)
        return { descriptions: await auditDescriptions(telemetry, scope, { ...rows, userGroup }) }
      }),
  })

  app.route({
    ...declare(alarmInfo, 'Records', 'readDashboards'),
    handler: (request) =>
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
  })
}

/** The rows of a page, counted from 1. */
function slice({ page, pageSize }: { page: number; pageSize: number }) {
  return { offset: (page - 1) * pageSize, limit: pageSize }
}
