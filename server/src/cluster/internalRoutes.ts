import type { BoardRow } from '@packboard/contract'
import { bringCarried, type Ingest, packOutcomes, unpackCalls } from '@packboard/ingest'
import { type Management, machineDirectory } from '@packboard/management'
import { AppError, type ClientScope } from '@packboard/model'
import { fullQuarantines } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { scopeOfPeer } from '../access/clientScope.ts'
import type { RoutePolicy } from '../access/declare.ts'
import { wholeInstallationOfPeer } from '../access/panelScope.ts'
import { limits } from '../http/limits.ts'
import { foundHere } from './opcUaFound.ts'
import { boardPath, cellHeader, isPeer, opcUaPath, quarantinesPath } from './peers.ts'

const opcUaQuestion = z.object({ machineId: z.number(), again: z.boolean() })
const question = z.object({ records: z.number(), bytes: z.number(), most: z.number() })

/** What processes of one installation call of each other; to everyone else these addresses are not there. */
export async function internalRoutes(
  app: FastifyInstance,
  {
    secret,
    management,
    cell,
  }: {
    readonly secret: string
    readonly management: Management
    /** Of a process that holds one. */
    readonly cell:
      | {
          readonly id: number
          readonly ingest: Ingest
          readonly telemetry: Telemetry
          /** What the machines of a client do now, as it crosses the wire. */
          readonly boardRow: (scope: ClientScope) => Promise<BoardRow>
        }
      | undefined
  },
): Promise<void> {
  await app.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: limits.peerBodyBytes },
      (_request, body, done) => done(null, body),
    )
    inner.addHook('onRequest', async (request) => {
      if (!isPeer(request, secret)) throw new AppError('page.notFound')
    })
    const policy: RoutePolicy = { caller: 'peer' }
    const peer = { config: { policy, peerBody: true }, bodyLimit: limits.peerBodyBytes }

    // D67: answered when the next record is judged by what is in the store now.
    inner.post('/internal/refresh', peer, async () => {
      await (await machineDirectory(management)).refresh()
      return {}
    })
    if (!cell) return
    inner.post('/internal/readings', peer, async (request, reply) => {
      demandCell(request, cell.id)
      const { body } = request
      if (!Buffer.isBuffer(body)) throw new AppError('request.unsupportedType')
      const outcomes = await bringCarried(cell.ingest.pipeline, unpackCalls(body))
      return reply.type('application/octet-stream').send(packOutcomes(outcomes))
    })
    inner.post(quarantinesPath, peer, async (request) => {
      demandCell(request, cell.id)
      const wanted = question.parse(JSON.parse(String(request.body)))
      return fullQuarantines(cell.telemetry, wholeInstallationOfPeer(), wanted)
    })
    inner.post(boardPath, peer, async (request) => {
      demandCell(request, cell.id)
      // The caller has granted each of them.
      const clientIds = z.array(z.number()).parse(JSON.parse(String(request.body)))
      const rows: BoardRow[] = []
      for (const clientId of clientIds) rows.push(await cell.boardRow(scopeOfPeer(clientId)))
      return rows
    })
    inner.post(opcUaPath, peer, async (request) => {
      demandCell(request, cell.id)
      const { machineId, again } = opcUaQuestion.parse(JSON.parse(String(request.body)))
      return { found: await foundHere(cell.ingest, machineId, { again }) }
    })
    inner.post<{ Params: { month: string } }>('/internal/damage/:month', peer, async (request) => {
      demandCell(request, cell.id)
      await cell.telemetry.acceptDamage(Number(request.params.month))
      return {}
    })
  })
}

/** Every call but those for probes comes from another process, for the cell that this one holds. */
export function admitPeersOnly(app: FastifyInstance, secret: string, cellId: number): void {
  app.addHook('onRequest', async (request) => {
    const route = request.is404 ? '' : (request.routeOptions.url ?? '')
    if (/^\/(health|metrics|support-bundle|internal)\b/.test(route)) return
    if (!isPeer(request, secret)) throw new AppError('page.notFound')
    demandCell(request, cellId)
  })
}

/** Two processes may have exchanged their cells since the caller looked. */
function demandCell(request: FastifyRequest, cellId: number): void {
  if (request.headers[cellHeader] === String(cellId)) return
  throw new AppError('store.busy', {
    retryAfter: 1,
    cause: new Error(`this process holds cell ${cellId}`),
  })
}
