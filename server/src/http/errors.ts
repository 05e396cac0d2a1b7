import type { Failure } from '@packboard/contract'
import { AppError, type ErrorCode, type FieldError, isDiskFull } from '@packboard/model'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

/** Fastify's own errors as those of the catalogue. */
const framework: Readonly<Record<number, ErrorCode>> = {
  // Only the static files raise it, for a directory or a hidden file.
  403: 'page.notFound',
  404: 'page.notFound',
  405: 'method.notAllowed',
  413: 'request.tooLarge',
  415: 'request.unsupportedType',
  429: 'request.tooMany',
  503: 'store.busy',
}

/** Every failure as one of the catalogue. An unexpected one becomes one sentence that reveals nothing (D30). */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new AppError('request.invalid', { fields: error.validation.map(fieldOf), cause: error })
  }
  if (isDiskFull(error)) return new AppError('store.full', { cause: error, retryAfter: 30 })
  const status = statusOf(error)
  if (status === undefined || status === 500) return new AppError('server.failed', { cause: error })
  const code = framework[status] ?? (status < 500 ? 'request.invalid' : 'server.failed')
  return new AppError(code, { cause: error, ...(status === 503 ? { retryAfter: 2 } : {}) })
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return undefined
  return typeof error.statusCode === 'number' ? error.statusCode : undefined
}

function fieldOf(issue: { instancePath: string; message?: string }): FieldError {
  return {
    field: issue.instancePath.split('/').filter(Boolean).join('.'),
    message: issue.message ?? 'is not valid',
  }
}

/** The body of a failure, the same for every route. */
export function failureBody(error: AppError, requestId: string): Failure {
  return {
    message: error.message,
    code: error.code,
    requestId,
    ...(error.fields.length > 0 ? { errors: [...error.fields] } : {}),
  }
}

/**
 * Answers with a failure and writes it to the log: with the stack when it is the server's, one line when it is the
 * caller's.
 */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = asAppError(error)
  // The client disconnected before the answer: no failure of the server. The request itself is destroyed as soon as its
  // body was read.
  const gone = request.raw.socket.destroyed || reply.raw.destroyed
  const { code, fields } = failure
  if (failure.status < 500) request.log.debug({ code, fields }, failure.message)
  else if (gone) request.log.debug({ err: error, code }, failure.message)
  // Busy is said a thousand times in a bad minute: one line each, without a stack.
  else if (failure.status === 503)
    request.log.warn({ code, cause: causeOf(failure) }, failure.message)
  else request.log.error({ err: error, code }, failure.message)
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter))
  // The route may have set another content type; a failure is always JSON.
  return reply
    .code(failure.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(failureBody(failure, request.id))
}

/** The words of what is behind a failure, down to the first error. */
function causeOf({ cause }: Error): string | undefined {
  if (!(cause instanceof Error)) return undefined
  return causeOf(cause) ?? cause.message
}

/** Turns every failure of this app into `{ message, code, requestId }`. */
export function answerErrors(
  app: FastifyInstance,
  /** Answers in another way where it can: undefined where it cannot. */
  otherwise: OtherAnswer = () => undefined,
) {
  app.setErrorHandler<FastifyError>(
    (error, request, reply) =>
      otherwise(error, request, reply) ?? answerFailure(error, request, reply),
  )
}

export type OtherAnswer = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply> | undefined
