import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { LiveCertificate } from '@packboard/ingest'
import { AppError } from '@packboard/model'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RawServerDefault,
} from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { acceptBodies } from './bodies.ts'
import { boundConnections, boundProxied, isProxy } from './connections.ts'
import { answerErrors, answerFailure, failureBody, type OtherAnswer } from './errors.ts'
import { protectAnswers, securityHeaders, setSecurityHeaders } from './headers.ts'
import { limits } from './limits.ts'
import { answerUnknown } from './methods.ts'
import { guardQueries } from './queryKeys.ts'
import { refuseOtherTargets } from './requestTarget.ts'
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
  boundConnections(app.server, { exempt: isProxy(options.trustProxy ?? false) })
  protectAnswers(app)
  refuseOtherTargets(app)
  answerErrors(app, options.otherwise)
  if (options.trustProxy) boundProxied(app)
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
