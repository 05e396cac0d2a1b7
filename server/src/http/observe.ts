import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What is known of a request once it was answered. */
export type Answered = {
  readonly method: string
  /** The address as declared, so that ids do not multiply the series. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** One line in the log and one observation per answered request; addresses without their query, never headers or bodies. */
export function observeRequests(
  app: FastifyInstance,
  requester: (request: FastifyRequest) => number | undefined,
  observe: (answered: Answered) => void,
) {
  app.addHook('onResponse', async (request, reply) => {
    const seconds = reply.elapsedTime / 1000
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
    const status = reply.statusCode
    observe({ method: request.method, route, status, seconds })
    // Probes and deliveries of records are frequent and carry little information.
    const quiet = /^\/(health|metrics)|^\/api\/ingest/.test(route) && status < 400
    request.log[quiet ? 'debug' : 'info'](
      {
        method: request.method,
        route,
        path: pathOf(request.url),
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: requester(request),
        ip: request.ip,
      },
      'answered',
    )
  })
}

/** The address without its query; the token of a link is a secret in it. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1)
  return path.replace(/((?:reset-password|confirm-email)\/+)[^/]+/i, '$1[secret]')
}
