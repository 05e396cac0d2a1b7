import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Server as TlsServer } from 'node:tls'
import { ingestRecords, isRejected } from '@packboard/contract'
import { type Device, deviceSender, type Ingest, parseIngestBody } from '@packboard/ingest'
import { AppError, machineStates } from '@packboard/model'
import {
  answerErrors,
  boundBodies,
  isLoopback,
  keyedSemaphore,
  limits,
  refuseOtherTargets,
  type WatchedCertificate,
} from '@packboard/server/shared'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { EdgeConfig } from './edgeConfig.ts'
import { isSame } from './edgeDirectory.ts'
import type { EdgeStatus } from './edgeStatus.ts'
import { languageOf, type OverviewLanguage, overviewTexts } from './overviewTexts.ts'

/** How often the page loads itself again. */
const refreshSeconds = 5
/** A clock that is closer to that of the server is right (D9). */
const clockTolerance = 5_000
/** Machines that are silent for longer are shown pale. */
const silentMs = 120_000

const style = `
:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif }
body { margin: 0 auto; max-width: 64rem; padding: 1rem }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; justify-content: space-between }
h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem }
small { color: light-dark(#555, #aaa) }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1rem 0 }
dl div { border: 1px solid light-dark(#ccc, #444); border-radius: .5rem; padding: .6rem .8rem }
dt { font-size: .85rem; color: light-dark(#555, #aaa) } dd { margin: 0; font-size: 1.2rem; font-variant-numeric: tabular-nums }
.wrap { overflow-x: auto } table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .45rem .6rem; border-bottom: 1px solid light-dark(#ddd, #333) }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums } tr.silent td { color: light-dark(#666, #999) }
.bad { border-left: .3rem solid #c62828; padding: .6rem .8rem; background: light-dark(#fdecea, #3b1715) }
.ok { color: light-dark(#1b6e3c, #6fd398) } .not { color: light-dark(#b3261e, #ff8a80) }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Nothing but the page itself and its own style. */
const overviewPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** The page of an edge recorder: what its machines said last, and what of it the central server has. It runs no script. */
function overviewPage(status: EdgeStatus, language: OverviewLanguage): string {
  const say = overviewTexts[language]
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const { queue, connection, counts } = status
  const figure = (name: string, value: string, kind = '') =>
    `<div><dt>${name}</dt><dd${kind && ` class="${kind}"`}>${value}</dd></div>`
  const ageOf = (at: number | null) => (at === null ? '–' : age(status.now - at, language))
  const state = (code: number | null) =>
    asText(
      machineStates.find((one) => one.code === code)?.name ?? (code === null ? '–' : `${code}`),
    )
  const machines = status.machines.map(
    ({ serialNo, at, state: code, speedPpm, packs }) =>
      `<tr${status.now - at > silentMs ? ' class="silent"' : ''}><th scope="row">${asText(serialNo)}</th><td>${state(code)}</td>` +
      `<td class="n">${speedPpm === null ? '–' : number.format(speedPpm)}</td>` +
      `<td class="n">${packs === null ? '–' : number.format(packs)}</td><td class="n">${ageOf(at)}</td></tr>`,
  )
  const kept = status.kept.map(
    ({ serialNo, receivedAt, reason }) =>
      `<tr><th scope="row">${asText(serialNo || '–')}</th><td>${asText(reason)}</td><td class="n">${ageOf(receivedAt)}</td></tr>`,
  )
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${refreshSeconds}"><title>${asText(status.name)} · ${say.title}</title><style>${style}</style></head>
<body><header><h1>${asText(status.name)}</h1><small>${say.title} · Packboard ${asText(status.version)}</small></header>
<main>${queue.isFull ? `<p class="bad" role="alert">${say.full}</p>` : ''}
<dl>${figure(say.connection, say[connection.state], connection.state === 'connected' ? 'ok' : 'not')}
${figure(say.queue, number.format(queue.records))}
${figure(say.oldest, ageOf(queue.oldestAt))}
${figure(say.buffer, `${number.format((queue.bytes / queue.maxBytes) * 100)} %`)}
${figure(say.clock, clock(connection.clockOffsetMs))}</dl>
${connection.detail ? `<p>${asText(connection.detail)}</p>` : ''}
<h2>${say.machines}</h2>
${
  machines.length === 0
    ? `<p>${say.none}</p>`
    : `<div class="wrap"><table><thead><tr><th scope="col">${say.machine}</th><th scope="col">${say.state}</th><th scope="col" class="n">${say.speed}</th><th scope="col" class="n">${say.packs}</th><th scope="col" class="n">${say.age}</th></tr></thead><tbody>${machines.join('')}</tbody></table></div>`
}
<h2>${say.counts}</h2>
<dl>${figure(say.received, number.format(counts.received))}${figure(say.accepted, number.format(counts.accepted))}
${figure(say.duplicate, number.format(counts.duplicate))}${figure(say.quarantined, number.format(counts.quarantined))}</dl>
${
  kept.length === 0
    ? ''
    : `<h2>${say.kept}</h2><div class="wrap"><table><thead><tr><th scope="col">${say.machine}</th><th scope="col">${say.reason}</th><th scope="col" class="n">${say.age}</th></tr></thead><tbody>${kept.join('')}</tbody></table></div>`
}</main></body></html>`

  /** Where the clock of this machine stands beside that of the server. */
  function clock(offsetMs: number | null): string {
    if (offsetMs === null) return '–'
    if (Math.abs(offsetMs) <= clockTolerance) return say.clockSame
    return `${age(Math.abs(offsetMs), language)} ${offsetMs > 0 ? say.behind : say.ahead}`
  }
}

/** A duration in its largest unit. */
function age(ms: number, language: OverviewLanguage): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  const [value, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7_200
        ? [Math.round(seconds / 60), 'minute']
        : seconds < 172_800
          ? [Math.round(seconds / 3_600), 'hour']
          : [Math.round(seconds / 86_400), 'day']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(
    value,
  )
}

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** What machines and servers sent is text, never code. */
const asText = (text: string) => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? '')

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
    async handler(request, reply) {
      const device = devices.get(request.raw)
      if (!device) throw new AppError('device.unknown')
      const { body, headers } = request
      const isStrict = ingestRecords.query.safeParse(request.query).data?.strict === '1'
      if (!Buffer.isBuffer(body)) throw new AppError('request.unsupportedType')
      return turns.pass([{ key: 'all', atOnce: limits.unpackedAtOnce }], async () => {
        const encoding = headers['content-encoding']
        const reading = await parseIngestBody(headers['content-type'], encoding, body)
        const size = { bytes: reading.bytes, records: reading.records.length }
        const answer = await pipeline.accept(deviceSender(device), reading)
        quarantineRate.count(device.deviceId, size, answer.quarantined)
        if (isStrict && isRejected(answer)) reply.code(422)
        return isRejected(answer) ? { ...answer, rejected: 'all' } : answer
      })
    },
  })

  async function senderOf(request: FastifyRequest): Promise<Device> {
    const header = request.headers['x-access-token']
    const [, userName = '', token = ''] = /^([^:]{1,254}):(.{1,256})$/s.exec(String(header)) ?? []
    const device = await options.device(userName, token, request.ip)
    if (device) return device
    await sleep(wrongPauseMs)
    throw new AppError('device.unknown')
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

/**
 * Refuses a request under a name that nobody gave this machine: a page can have a name of its own site lead to this machine and
 * would then send records and read the overview as the browser of this machine. Such a name has a dot and is no address.
 */
function refuseOtherHosts(app: FastifyInstance, named: readonly string[]): void {
  const names = new Set([hostname(), ...named].map((name) => name.toLowerCase()))
  names.add(`${hostname().toLowerCase()}.local`)
  app.addHook('onRequest', async ({ headers }) => {
    // Only a program sends none.
    if (headers.host === undefined || isOfThisMachine(headers.host, names)) return
    const message = 'This edge recorder has no such name. Add it to EDGE_HOSTS.'
    throw new AppError('request.invalid', { message })
  })
}

function isOfThisMachine(header: string, names: ReadonlySet<string>): boolean {
  const [, host = ''] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/i.exec(header) ?? []
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return isIP(name) !== 0 || /^[a-z\d_-]{1,63}$/.test(name) || names.has(name)
}
