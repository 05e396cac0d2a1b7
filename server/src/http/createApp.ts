import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { LiveCertificate } from '@packboard/ingest'
import { AppError } from '@packboard/model'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { boundConnections, boundProxied, isProxy, refuseOtherTargets } from './connections.ts'
import { answerErrors, answerFailure, failureBody, type OtherAnswer } from './errors.ts'
import { protectAnswers, securityHeaders, setSecurityHeaders } from './headers.ts'
import { limits } from './limits.ts'
import { createTlsServer } from './tlsServer.ts'

/** The HTTP server with the contract's schemas as its validators and presenters. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** Builds the HTTP server without routes: with limits, security headers and the error format of the catalogue. */
export function createHttpApp(options: {
  log: FastifyBaseLogger
  trustProxy?: false | string[]
  /**
   * Nobody but other processes of the installation calls it: an address has as many connections as it opens, because each of its live
   * streams is one, and people behind it are counted there.
   */
  forPeers?: boolean
  /** With it the server speaks HTTPS only. */
  certificate?: LiveCertificate | undefined
  otherwise?: OtherAnswer
}): App {
  const { certificate } = options
  const app = fastify({
    loggerInstance: options.log,
    // One line per answered request, written by observeRequests.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeout,
    connectionTimeout: limits.idleTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    forceCloseConnections: 'idle',
    // Requests that run while the server closes are answered, with our format and headers, and then disconnected.
    return503OnClosing: false,
    http: { headersTimeout: limits.headersTimeout, maxHeaderSize: limits.headerBytes },
    ...(certificate && {
      serverFactory: (handler: RequestListener) => createTlsServer(certificate, handler),
    }),
    routerOptions: { maxParamLength: 200 },
    // A URL that cannot be parsed.
    frameworkErrors(error, request, reply) {
      setSecurityHeaders(request, reply)
      return answerFailure(error, request, reply)
    },
    clientErrorHandler: answerBrokenRequest,
  }).withTypeProvider<ZodTypeProvider>()

  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const { forPeers = false } = options
  const exempt = forPeers ? () => true : isProxy(options.trustProxy ?? false)
  boundConnections(app.server, { exempt })
  protectAnswers(app)
  refuseOtherTargets(app)
  answerErrors(app, options.otherwise)
  if (options.trustProxy && !forPeers) boundProxied(app)
  answerUnknown(app)
  guardQueries(app)
  acceptBodies(app)
  return app
}

/** A request that is no valid HTTP, has too large headers or is too slow gets an answer like every other failure. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const failure = new AppError(tooLarge ? 'request.tooLarge' : 'request.invalid')
  const body = JSON.stringify(failureBody(failure, randomUUID()))
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? '408 Request Timeout'
      : tooLarge
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request'
  const headers = Object.entries({
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  })
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n${body}`)
}

/**
 * Compresses JSON, pages and scripts above a minimum size. Live streams bypass it. Bodies of requests are not
 * decompressed here, and an answer that holds a token is sent as it is (`compress: false` at the route, T70).
 */
export async function registerCompression(app: App) {
  await app.register(compress, {
    globalDecompression: false,
    threshold: 1_024,
    encodings: ['br', 'gzip', 'identity'],
    // 11 is the default and would take longer than the query itself; 4 takes three times as long as 3 for 8 % fewer bytes.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  })
}

/**
 * Refuses a query with a repeated key, or with a key in the syntax of nested objects: two parsers of one URL must never
 * see two different clients (T7).
 */
function checkQueryKeys(url: string) {
  const start = url.indexOf('?')
  if (start < 0) return
  const seen = new Set<string>()
  for (const [key] of new URLSearchParams(url.slice(start + 1))) {
    if (seen.has(key)) throw refused(key, 'is given twice')
    if (/[[\]]/.test(key) || key === '__proto__' || key === 'constructor')
      throw refused(key, 'is not a name')
    seen.add(key)
    if (seen.size > limits.queryKeys) throw refused('query', 'has too many keys')
  }
}

const refused = (field: string, message: string) =>
  new AppError('request.invalid', { fields: [{ field: field.slice(0, 64), message }] })

/** Checks the query of every request before any route runs. */
function guardQueries(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    if (request.url.length > limits.urlBytes) throw new AppError('request.tooLarge')
    checkQueryKeys(request.url)
  })
}

type Known = { pattern: RegExp; methods: Set<string> }

/**
 * Finds the methods of a URL, so that a wrong method (405) is distinguished from a wrong URL (404). A browser that opens an
 * address which does not exist gets the screens, whose router leads on.
 */
function answerUnknown(app: FastifyInstance) {
  const known = new Map<string, Known>()

  app.addHook('onRoute', ({ url, method }) => {
    // The catch-all of the static files answers to every address, which gives no information about this one.
    if (url === '/*' || url === '*') return
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() }
    for (const name of [method].flat()) entry.methods.add(name)
    known.set(url, entry)
  })

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = [...known.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap((entry) => [...entry.methods])
    if (methods.length === 0) {
      if (opensPage(request) && app.hasReplyDecorator('sendFile')) {
        reply.header('cache-control', 'no-cache')
        return reply.sendFile('index.html', { cacheControl: false })
      }
      throw new AppError('page.notFound')
    }
    reply.header('allow', [...new Set(methods), 'OPTIONS'].sort().join(', '))
    // No cross-origin permission is given; this only lists the methods.
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw new AppError('method.notAllowed')
  })
}

/** Is this a person who opens an address, and not a program that calls or a page that loads a file? */
function opensPage({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  const isPage = !/^\/(?:api|assets)(?:[/?]|$)/.test(url)
  return isRead && isPage && (headers.accept ?? '').includes('text/html')
}

/** `/api/auth/:slug-signin` as a pattern: a parameter is anything inside one step of the path. */
function patternOf(url: string): RegExp {
  const text = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*/g, '.*')
  return new RegExp(`^${text}$`)
}

/**
 * Which bodies are understood: JSON, nothing else. `text/plain` is refused, because a browser sends it across origins
 * without a preflight and because a JSON schema would not check it (T57, T62). A route that takes other bodies adds its
 * own parser.
 */
function acceptBodies(app: FastifyInstance) {
  app.decorateRequest('bodyText', '')
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    request.bodyText = text
    try {
      checkJsonBounds(text)
    } catch (error) {
      return done(error instanceof Error ? error : new AppError('request.invalid'))
    }
    parse(request, text, done)
  })

  app.addHook('onRequest', async (request) => {
    // Compressed bodies are for records only, where the unpacked size is bounded too (T55).
    const packed = request.headers['content-encoding']
    if (packed !== undefined && request.routeOptions.config.packedBody !== true) {
      throw new AppError('request.unsupportedType')
    }
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON of the body as it came; empty where there is none. */
    bodyText: string
  }
  interface FastifyContextConfig {
    /** This route reads bodies with `Content-Encoding`. */
    packedBody?: boolean
  }
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const comma = 0x2c

/**
 * Refuses a JSON text that is too deep or holds too many values, in one pass and before anything is built from it
 * (T66). It does not check the grammar; the parser does that afterwards.
 */
export function checkJsonBounds(
  text: string,
  bounds: { readonly depth: number; readonly values: number } = {
    depth: limits.jsonDepth,
    values: limits.jsonValues,
  },
) {
  let depth = 0
  let values = 1
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inText) {
      if (char === backslash) i++
      else if (char === quote) inText = false
      continue
    }
    if (char === quote) inText = true
    else if (char === openBrace || char === openBracket) {
      if (++depth > bounds.depth) throw tooMuch('is nested too deeply')
    } else if (char === closeBrace || char === closeBracket) depth--
    else if (char === comma && ++values > bounds.values) throw tooMuch('holds too many values')
  }
}

const tooMuch = (why: string) =>
  new AppError('request.invalid', {
    message: `The body ${why}.`,
    fields: [{ field: 'body', message: why }],
  })
