import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { ingestRecordLimit, ingestRecords, recordWire } from '@packboard/contract'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { tokenHeader } from '../access/guard.ts'
import { doorOf } from '../access/routeTable.ts'
import type { Door } from '../http/door.ts'

/** Put up before the first route: what the contract declares becomes OpenAPI 3.1, served at /api/docs (D32). */
export async function describeRoutes(app: Door) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Packboard',
        version: '0.1.0',
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
      const { method } = document.route
      const visitor = doorOf([method].flat()[0] ?? '', document.route.url)?.visitor
      const security =
        visitor === 'everybody' || visitor === 'loopback'
          ? []
          : [visitor === 'device' ? { device: [] } : { session: [] }]
      const body =
        document.url === ingestRecords.path
          ? { body: recordsBody(), consumes: ['application/json', 'application/x-ndjson'] }
          : {}
      return { url: made.url, schema: { ...made.schema, ...body, security } }
    },
  })
}

/** Its body is read by ingest itself, so the route declares none; here it is for the reader. */
function recordsBody() {
  const { $schema: _, ...record } = z.toJSONSchema(recordWire, { io: 'input' })
  return {
    description: `Up to ${ingestRecordLimit} records; \`Content-Encoding: gzip\` is understood.`,
    type: 'array',
    maxItems: ingestRecordLimit,
    items: record,
  }
}

/** The page that shows the description. It loads nothing from elsewhere and has no inline script. */
export async function docsPage(app: Door) {
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    logLevel: 'warn',
    uiConfig: { validatorUrl: null, persistAuthorization: false, deepLinking: true },
    theme: { title: 'Packboard: the calls' },
  })
}
