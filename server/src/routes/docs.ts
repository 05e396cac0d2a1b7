import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { declareBelow, openToAll } from '../access/declare.ts'
import { tokenHeader } from '../access/guard.ts'
import type { App } from '../http/createApp.ts'
import { thisVersion } from '../program/version.ts'

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
        },
      },
    },
    transform(document) {
      const made = jsonSchemaTransform(document)
      const { config } = document.route
      const caller = config?.policy?.caller
      const security =
        caller === 'everybody' || caller === 'loopback' || caller === 'peer'
          ? []
          : [caller === 'device' ? { device: [] } : { session: [] }]
      return { url: made.url, schema: { ...made.schema, ...config?.unreadBody, security } }
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
