import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * What a browser may do with our pages. No inline script anywhere; styles may be inline because the charts and the
 * component library set them from code. No page may be shown in a frame (T59, T60).
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Sent with every answer of every kind: pages, files, JSON, failures and streams. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
}

/**
 * Puts the headers on a reply, and `no-store` on everything that is no file of the build: figures must not be cached (T17). The
 * route decides as well as the path, because a path may be spelt in several ways.
 */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply) {
  reply.headers(securityHeaders)
  // Only when the request came by TLS: on plain HTTP a browser ignores it, and a wrong promise locks people out.
  if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
  if (request.is404 || isOfCalls(request.routeOptions.url ?? '') || isOfCalls(request.url))
    reply.header('cache-control', 'no-store')
  reply.header('x-request-id', request.id)
}

const isOfCalls = (path: string) => /^\/(api|health|metrics|support-bundle|internal)\b/.test(path)

/** The first hook of the app: before a guard, a parser or a handler can answer, the headers are there. */
export function protectAnswers(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => setSecurityHeaders(request, reply))
}
