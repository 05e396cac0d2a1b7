import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { AppError } from '@packboard/model'
import type { FastifyReply } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { declareBelow, openToAll } from '../access/declare.ts'
import { tokenHeader } from '../access/guard.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { thisVersion } from '../program/version.ts'

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

const page = (words: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Packboard documentation</title><p>${words}</p></html>`

const docsNotBuilt = page(
  'The documentation of Packboard is not built yet. Run <code>npm run docs</code>, then start Packboard again.',
)
const noSuchPage = page(
  'The documentation has no such page. <a href="/docs/">To its first page</a>',
)

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
      handler: (_request, reply) => reply.code(404).type(html).send(docsNotBuilt),
    })
    return
  }
  await app.register(
    async (docs) => {
      declareBelow(docs, openToAll)
      docs.setNotFoundHandler((_request, reply) => reply.code(404).type(html).send(noSuchPage))
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

/** How long the file is good: a scanner takes one that has expired for forgotten, and a year is the most (RFC 9116). */
const validDays = 180

/**
 * Where a person reports a weakness of this installation. The contact is configuration; without it the page on reporting in the
 * documentation of the installation itself, which a file of this kind may name by https only. Where neither is known there is no file.
 */
export function securityTxtRoute(app: App, { config, now }: Pick<Deps, 'config' | 'now'>) {
  app.route({
    method: 'GET',
    url: '/.well-known/security.txt',
    config: { policy: openToAll },
    schema: { hide: true },
    handler: (_request, reply) => {
      const { publicUrl, securityContact } = config
      const secure = publicUrl?.startsWith('https:') ? publicUrl : undefined
      const page = secure && `${secure}/docs/security.html#report-a-weakness`
      const contact = securityContact ?? page
      if (contact === undefined) throw new AppError('page.notFound')
      const expires = new Date(now() + validDays * 86_400_000)
      const lines = [
        `Contact: ${contact}`,
        `Expires: ${expires.toISOString().replace(/\.\d+Z$/, 'Z')}`,
        ...(page ? [`Policy: ${page}`, `Canonical: ${secure}/.well-known/security.txt`] : []),
      ]
      return reply
        .header('cache-control', 'no-cache')
        .type('text/plain; charset=utf-8')
        .send(`${lines.join('\n')}\n`)
    },
  })
}

/** Registered before the first route: what the contract declares becomes OpenAPI 3.1, served at /api/docs (D32). */
export async function describeRoutes(app: App) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Packboard',
        version: thisVersion.version,
        description:
          'Live status, production figures and records of packing machines. Durations are seconds, speed is packs ' +
          'per minute, instants are ISO 8601 in UTC. Every failure answers `{message, code, requestId}`.',
      },
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'header',
            name: tokenHeader,
            description: 'The accessToken of a sign-in',
          },
          device: {
            type: 'apiKey',
            in: 'header',
            name: tokenHeader,
            description: 'A device: its user name, a colon, its token',
          },
          program: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A key for programs (pbk_…): it takes the calls that say which group they need, and a key has some of these groups',
          },
        },
      },
    },
    transform(document) {
      const made = jsonSchemaTransform(document)
      const { config } = document.route
      const caller = config?.policy?.caller
      const security: Record<string, string[]>[] =
        caller === 'everybody' || caller === 'loopback' || caller === 'peer'
          ? []
          : [caller === 'device' ? { device: [] } : { session: [] }]
      const groups = [config?.policy?.group ?? []].flat()
      // OpenAPI 3.1 lists there what a bearer token must allow.
      if (groups.length > 0) security.push({ program: groups })
      const needs = groups.length > 0 && {
        description: `A key for programs needs the group ${groups.join(' or ')}.`,
      }
      return {
        url: made.url,
        schema: { ...made.schema, ...config?.unreadBody, ...needs, security },
      }
    },
  })
}

/** The page that shows the description. It loads nothing from elsewhere and has no inline script. */
export async function docsPage(app: App) {
  await app.register(async (docs) => {
    declareBelow(docs, openToAll)
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      logLevel: 'warn',
      uiConfig: { validatorUrl: null, persistAuthorization: false, deepLinking: true },
      theme: { title: 'Packboard: the calls' },
    })
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A body that this route parses itself and so does not declare; here it is documented. */
    unreadBody?: { readonly body: object; readonly consumes: readonly string[] }
  }
}
