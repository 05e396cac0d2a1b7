import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { declareBelow, openToAll } from '../access/declare.ts'
import type { App } from '../http/createApp.ts'

const page = (words: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Packboard documentation</title><p>${words}</p></html>`

const notBuilt = page(
  'The documentation of Packboard is not built yet. Run <code>npm run docs</code>, then start Packboard again.',
)
const notFound = page('The documentation has no such page. <a href="/docs/">To its first page</a>')

const html = 'text/html; charset=utf-8'

/** The documentation site at /docs, for everybody: it says nothing about this installation. */
export async function documentationRoutes(
  app: App,
  { docsDir }: { docsDir: string | undefined },
): Promise<void> {
  app.route({
    method: 'GET',
    url: '/docs',
    config: { policy: openToAll },
    schema: { hide: true },
    handler: (_request, reply) => reply.redirect('/docs/'),
  })
  if (docsDir === undefined || !existsSync(join(docsDir, 'index.html'))) {
    app.route({
      method: 'GET',
      url: '/docs/*',
      config: { policy: openToAll },
      schema: { hide: true },
      handler: (_request, reply) => reply.code(404).type(html).send(notBuilt),
    })
    return
  }
  await app.register(
    async (docs) => {
      declareBelow(docs, openToAll)
      docs.setNotFoundHandler((_request, reply) => reply.code(404).type(html).send(notFound))
      await docs.register(fastifyStatic, {
        root: docsDir,
        decorateReply: false,
        dotfiles: 'ignore',
        cacheControl: false,
        preCompressed: true,
        schemaHide: true,
        setHeaders(response) {
          response.setHeader('vary', 'accept-encoding')
          // No name has a hash: a new version is shown at the next visit.
          response.setHeader('cache-control', 'no-cache')
        },
      })
    },
    { prefix: '/docs' },
  )
}
