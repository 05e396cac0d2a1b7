import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Server as TlsServer } from 'node:tls'
import { ingestRecords } from '@packboard/contract'
import { type Device, deviceSender, type Ingest, parseIngestBody } from '@packboard/ingest'
import { AppError } from '@packboard/model'
import fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { boundBodies } from '../http/bodyTurns.ts'
import { isLoopback } from '../http/connections.ts'
import { answerErrors } from '../http/errors.ts'
import { keyedSemaphore } from '../http/keyedSemaphore.ts'
import { limits } from '../http/limits.ts'
import { refuseOtherTargets } from '../http/requestTarget.ts'
import type { WatchedCertificate } from '../startup/certificateFiles.ts'
import type { EdgeConfig } from './edgeConfig.ts'
import { isSame } from './edgeDirectory.ts'
import type { EdgeStatus } from './edgeStatus.ts'
import { refuseOtherHosts } from './hostNames.ts'
import { overviewPage, overviewPolicy } from './overviewPage.ts'
import { languageOf } from './overviewTexts.ts'

/** Senders and viewers of one gateway. */
const connections = 500
/** A wrong token or password is answered so much later. */
const wrongPauseMs = 1_000

/** The HTTP server of an edge recorder: records in, as at the central server, and the overview. */
export function createEdgeApp(options: {
  readonly config: Pick<EdgeConfig, 'password' | 'hosts'>
  readonly ingest: Ingest
  readonly device: (userName: string, token: string, address: string) => Promise<Device | null>
  readonly status: () => EdgeStatus
  readonly log: FastifyBaseLogger
  readonly certificate?: WatchedCertificate | undefined
}) {
  const { config, ingest, certificate, status } = options
  const { pipeline, quarantineRate } = ingest
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.ingestBodyBytes,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    ...(certificate ? { https: certificate.now() } : { https: null }),
  })
  app.server.maxConnections = connections
  if (certificate) {
    certificate.onChange((material) => {
      if (app.server instanceof TlsServer) app.server.setSecureContext(material)
    })
  }
  answerErrors(app)
  refuseOtherTargets(app)
  refuseOtherHosts(app, config.hosts)
  app.setNotFoundHandler(async () => {
    throw new AppError('page.notFound')
  })
  const devices = new WeakMap<IncomingMessage, Device>()
  const turns = keyedSemaphore({
    waitMs: limits.unpackedWaitMs,
    full: () => new AppError('ingest.busy', { retryAfter: 2 }),
  })

  // Before the body has a turn, and before its first byte is read.
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.recordsBody !== true) return
    const device = await senderOf(request)
    const retryAfter = quarantineRate.wait(device.deviceId)
    if (retryAfter > 0) throw new AppError('ingest.tooManyWrong', { retryAfter })
    devices.set(request.raw, device)
  })
  boundBodies(app, (request) => ({
    key: String(devices.get(request.raw)?.deviceId ?? request.ip),
    client: undefined,
  }))

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.route({
    method: ingestRecords.method,
    url: ingestRecords.path,
    config: { recordsBody: true },
    async handler(request) {
      const device = devices.get(request.raw)
      if (!device) throw new AppError('session.required')
      const { body, headers } = request
      if (!Buffer.isBuffer(body)) throw new AppError('request.unsupportedType')
      return turns.pass([{ key: 'all', atOnce: limits.unpackedAtOnce }], async () => {
        const encoding = headers['content-encoding']
        const reading = await parseIngestBody(headers['content-type'], encoding, body)
        const size = { bytes: reading.bytes, records: reading.records.length }
        const answer = await pipeline.accept(deviceSender(device), reading)
        quarantineRate.count(device.deviceId, size, answer.quarantined)
        return answer
      })
    },
  })

  async function senderOf(request: FastifyRequest): Promise<Device> {
    const header = request.headers['x-access-token']
    const [, userName = '', token = ''] = /^([^:]{1,254}):(.{1,256})$/s.exec(String(header)) ?? []
    const device = await options.device(userName, token, request.ip)
    if (device) return device
    await sleep(wrongPauseMs)
    throw new AppError('session.required')
  }

  app.get('/', async (request, reply) => {
    if (!(await mayLook(request, reply))) return reply.code(401).send('')
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': overviewPolicy,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      .send(overviewPage(status(), languageOf(request.headers['accept-language'])))
  })
  app.get('/status', async (request, reply) => {
    if (!(await mayLook(request, reply))) return reply.code(401).send('')
    return reply.header('cache-control', 'no-store').send(status())
  })
  app.get('/health/live', async () => ({ ok: true }))
  app.get('/health/ready', async (_request, reply) => {
    const { ok, detail } = ingest.health()
    return reply.code(ok ? 200 : 503).send({ ok, detail })
  })

  /** This machine, or the password by HTTP Basic with any name; without one nobody else looks. */
  async function mayLook(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    if (isThisMachine(request)) return true
    const { password } = config
    if (password === undefined) throw new AppError('page.notFound')
    const [, basic = ''] = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const given = Buffer.from(basic, 'base64').toString('utf8')
    if (isSame(given.slice(given.indexOf(':') + 1), password)) return true
    if (basic !== '') await sleep(wrongPauseMs)
    reply.header('www-authenticate', 'Basic realm="Packboard edge recorder", charset="UTF-8"')
    return false
  }

  return app
}

/** Not through a proxy, and by a name of this machine: a page from elsewhere could have a name of its own lead here. */
function isThisMachine({ headers, socket }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  if (!isLoopback(socket.remoteAddress ?? '')) return false
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? '')
}
