import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import {
  addMachineType,
  ingestRecordLimit,
  ingestRecords,
  recordWire,
  updateMachineType,
} from '@packboard/contract'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { tokenHeader } from '../access/guard.ts'
import { routePolicyOf } from '../access/routeTable.ts'
import type { App } from '../http/createApp.ts'
import { thisVersion } from '../version.ts'

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
      const { method } = document.route
      const visitor = routePolicyOf([method].flat()[0] ?? '', document.route.url)?.visitor
      const security =
        visitor === 'everybody' || visitor === 'loopback' || visitor === 'peer'
          ? []
          : [visitor === 'device' ? { device: [] } : { session: [] }]
      const body = unreadBody([method].flat()[0] ?? '', document.route.url)
      return { url: made.url, schema: { ...made.schema, ...body, security } }
    },
  })
}

/** Bodies that a route parses itself and so does not declare; here they are documented. */
function unreadBody(method: string, path: string): object {
  if (path === ingestRecords.path) {
    return { body: recordsBody(), consumes: ['application/json', 'application/x-ndjson'] }
  }
  const form = [addMachineType, updateMachineType].find(
    (call) => call.method === method && call.path === path,
  )
  return form ? { body: pictureForm(form === addMachineType), consumes: [formType] } : {}
}

const formType = 'multipart/form-data'

function pictureForm(isNew: boolean) {
  const file = { type: 'string', format: 'binary', description: 'PNG, JPEG or WebP, up to 5 MB' }
  return isNew
    ? {
        type: 'object',
        required: ['label', 'file'],
        properties: { label: { type: 'string', maxLength: 256 }, file },
      }
    : {
        type: 'object',
        required: ['file'],
        properties: { version: { type: 'integer', minimum: 1 }, file },
      }
}

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
export async function docsPage(app: App) {
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    logLevel: 'warn',
    uiConfig: { validatorUrl: null, persistAuthorization: false, deepLinking: true },
    theme: { title: 'Packboard: the calls' },
  })
}
