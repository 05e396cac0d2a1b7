import { AppError } from '@packboard/model'
import type { FastifyInstance } from 'fastify'

/**
 * Whether a request target is a path of this server: exactly one slash, and no backslash or control character in the path, all of
 * which URL parsers read as the beginning of a host or skip. `http://host/path`, `//host`, `/\host`, `*` and `host:443` are none.
 */
export function isPathTarget(target: string): boolean {
  return /^\/(?![/\\])[^\\?\p{Cc}]*(?:\?|$)/u.test(target)
}

/** Before any other hook that may refuse or answer: the router obeys the path of `http://host/path` and URL parsers obey its host. */
export function refuseOtherTargets(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (isPathTarget(raw.url ?? '')) return
    reply.header('cache-control', 'no-store')
    throw new AppError('request.invalid')
  })
}
