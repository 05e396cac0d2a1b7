import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyReply } from 'fastify'
import { declareBelow, openToAll } from '../access/declare.ts'
import type { App } from '../http/createApp.ts'

/** Shown until the screens are built; a server without them still receives records and answers calls. */
const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Packboard</title>
<p>The screens of Packboard are not built yet. Run <code>npm start</code>.</p></html>`

/**
 * The screens: one page for every address under /, /auth and /admin and for the pages of links, because the browser's own router
 * decides which screen it is; and the files of the build. Files with a hash in their name never change; the page itself
 * is revalidated each time, so that a new version is shown at the next visit.
 */
export async function screenRoutes(app: App, { webDir }: { webDir: string | undefined }) {
  const built = webDir !== undefined && existsSync(join(webDir, 'index.html'))

  function page(reply: FastifyReply) {
    reply.header('cache-control', 'no-cache')
    if (!built) return reply.type('text/html; charset=utf-8').send(notBuilt)
    return reply.sendFile('index.html', { cacheControl: false })
  }
  for (const url of ['/', '/auth/*', '/admin/*', '/wall', '/operator']) {
    app.route({
      method: 'GET',
      url,
      // The pages of links, too: their token is behind the #, which no browser sends.
      config: { policy: openToAll },
      schema: { hide: true },
      handler: (_request, reply) => page(reply),
    })
  }
  if (!built) return

  const files: FastifyStaticOptions = {
    root: webDir,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    // The build brings them in packed form, tighter than an answer could be packed in time.
    preCompressed: true,
    schemaHide: true,
    setHeaders(response, path) {
      response.setHeader('vary', 'accept-encoding')
      const hashed = path.startsWith(join(webDir, 'assets'))
      response.setHeader(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  }
  await app.register(fastifyStatic, { ...files, serve: false })
  await app.register(async (screens) => {
    declareBelow(screens, openToAll)
    await screens.register(fastifyStatic, { ...files, decorateReply: false })
  })
}
