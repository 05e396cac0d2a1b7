import {
  quarantine,
  receivedRecords as quarantineCall,
  quarantineFile,
  quarantineFileRecords,
  sendKeptAgain,
} from '@packboard/contract'
import { recordEvent } from '@packboard/management'
import { quarantineMends } from '@packboard/model'
import { clockSkew, ingestCounts, quarantineLines, quarantineList } from '@packboard/telemetry/read'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import type { QueryGate } from '../access/queryGate.ts'
import { adviceOf } from '../dataSources/adviceOf.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { sendAgain } from './sendAgain.ts'

const tag = 'Reception'
const ndjson = 'application/x-ndjson; charset=utf-8'
/** D9: a clock is rated by its latest samples; it may have been set since. */
const clockMs = 24 * 3_600_000

const nothing = { accepted: 0, duplicate: 0, late: 0, conflicting: 0, quarantined: 0, alive: 0 }

/** The outcomes of received records (D9, D10). The guard accepts the callers that the route table names. */
export function quarantineRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  const { telemetry, management } = deps

  /** The caller, and the client of these records. */
  async function asking(request: FastifyRequest, clientId: number) {
    const actor = access.actor(request)
    return { actor, scope: await access.scope(actor, clientId) }
  }

  app.route({
    ...declare(quarantineCall, tag),
    async handler(request) {
      const { actor, scope } = await asking(request, request.params.clientId)
      const machines = await access.machines(scope)
      const machineIds = machines.map(({ id }) => id)
      const since = new Date(deps.now() - clockMs)
      const [counts, clocks] = await gate.ask(actor, scope, () =>
        Promise.all([
          ingestCounts(telemetry, scope, { machineIds }),
          clockSkew(telemetry, scope, { machineIds, since }),
        ]),
      )
      const countOf = new Map(counts.map((count) => [count.machineId, count]))
      const clockOf = new Map(clocks.map(({ machineId, skewMs }) => [machineId, skewMs]))
      return {
        machines: machines.map(({ id, serialNo }) => ({
          ...nothing,
          ...countOf.get(id),
          serialNo,
          clockSkewMs: clockOf.get(id) ?? null,
        })),
      }
    },
  })

  app.route({
    ...declare(quarantine, tag),
    async handler(request) {
      const { actor, scope } = await asking(request, request.params.clientId)
      const { records, count } = await gate.ask(actor, scope, () =>
        quarantineList(telemetry, scope, request.query),
      )
      const withAdvice = records.map((record) => {
        const advice = adviceOf(record)
        return { ...record, advice, mend: quarantineMends[advice] }
      })
      return { records: withAdvice, count }
    },
  })

  app.route({
    ...declare(sendKeptAgain, tag),
    async handler(request) {
      const { actor, scope } = await asking(request, request.params.clientId)
      const { answer, settle } = await sendAgain(deps, scope, actor, request.body)
      const { accepted, duplicate, refused } = answer
      const { serialNo, ids } = request.body
      // Before they are quarantined no more: what is gone from there has an entry (D42).
      await recordEvent(management, {
        actorId: actor.userId,
        actorName: actor.username,
        action: 'restore',
        entity: 'quarantine',
        entityId: null,
        clientId: scope.clientId,
        after: { accepted, duplicate, refused, ...(serialNo && { serialNo }), ...(ids && { ids }) },
      })
      await settle()
      return answer
    },
  })

  const declared = declare(quarantineFile, tag)
  app.route({
    ...declared,
    // HEAD would make a file that nobody reads.
    exposeHeadRoute: false,
    schema: { ...declared.schema, produces: [ndjson] },
    async handler(request, reply) {
      const { actor, scope } = await asking(request, request.params.clientId)
      const { page, serialNo } = request.query
      const lines = await gate.ask(actor, scope, () =>
        quarantineLines(telemetry, scope, { page, serialNo, most: quarantineFileRecords }),
      )
      // The audit entry is written before the file is sent: no file is exported without one (D42).
      await recordEvent(management, {
        actorId: actor.userId,
        actorName: actor.username,
        action: 'export',
        entity: 'quarantine',
        entityId: null,
        clientId: scope.clientId,
        after: { records: lines.length, page, ...(serialNo && { serialNo }) },
      })
      reply.header('content-disposition', 'attachment; filename="kept-aside.ndjson"')
      // The contract declares text; the bytes of it are sent.
      const answer: FastifyReply = reply
      return answer.type(ndjson).send(Buffer.from(lines.map((line) => `${line}\n`).join('')))
    },
  })
}
