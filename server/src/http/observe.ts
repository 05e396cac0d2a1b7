import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What is known of a request once it was answered, or given up by its caller. */
export type Answered = {
  readonly method: string
  /** The address as declared, so that ids do not multiply the series. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** The status of a request whose caller closed the connection before it was answered: no answer has it, logs and metrics do. */
const givenUp = 499

/**
 * One line in the log and one observation per request that was answered or given up; addresses without their query, never
 * headers or bodies.
 */
export function observeRequests(
  app: FastifyInstance,
  requester: (request: FastifyRequest) => number | undefined,
  observe: (answered: Answered) => void,
) {
  const note = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
    observe({ method: request.method, route, status, seconds: reply.elapsedTime / 1000 })
    // Probes and deliveries of records are frequent and carry little information.
    const quiet = /^\/(health|metrics)|^\/api\/ingest/.test(route) && status < 400
    const line = {
      method: request.method,
      route,
      path: pathOf(request.url),
      status,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      user: requester(request),
      ip: request.ip,
    }
    // A browser gives up files of a page that is left at once.
    if (status === givenUp)
      request.log[route === '/*' ? 'debug' : 'info'](line, 'given up by the caller')
    else request.log[quiet ? 'debug' : 'info'](line, 'answered')
  }
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      // Without a word of the answer: what began is a stream that was left, or a download that was stopped.
      if (!reply.raw.headersSent) note(request, reply, givenUp)
    })
  })
  app.addHook('onResponse', async (request, reply) => note(request, reply, reply.statusCode))
}

/** The address without its query; the token of a link is a secret in it, and so is a key, which is refused there. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1)
  return path
    .replace(/((?:reset-password|confirm-email|\/alert(?:-link|-address)?)\/+)[^/]+/i, '$1[secret]')
    .replace(/pbk_[\w-]+/g, 'pbk_[secret]')
}
