import { AppError } from '@packboard/model'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Known = { pattern: RegExp; methods: Set<string> }

/**
 * Finds the methods of a URL, so that a wrong method (405) is distinguished from a wrong URL (404). A browser that opens an
 * address which does not exist gets the screens, whose router leads on.
 */
export function answerUnknown(app: FastifyInstance) {
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
