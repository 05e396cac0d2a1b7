import { AppError } from '@packboard/model'
import type { FastifyInstance } from 'fastify'
import { checkJsonBounds } from './jsonBounds.ts'

/**
 * Which bodies are understood: JSON, nothing else. `text/plain` is refused, because a browser sends it across origins
 * without a preflight and because a JSON schema would not check it (T57, T62). A route that takes other bodies adds its
 * own parser.
 */
export function acceptBodies(app: FastifyInstance) {
  app.decorateRequest('bodyText', '')
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    request.bodyText = text
    try {
      checkJsonBounds(text)
    } catch (error) {
      return done(error instanceof Error ? error : new AppError('request.invalid'))
    }
    parse(request, text, done)
  })

  app.addHook('onRequest', async (request) => {
    // Compressed bodies are for records only, where the unpacked size is bounded too (T55).
    const packed = request.headers['content-encoding']
    if (packed !== undefined && request.routeOptions.config.packedBody !== true) {
      throw new AppError('request.unsupportedType')
    }
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON of the body as it came; empty where there is none. */
    bodyText: string
  }
  interface FastifyContextConfig {
    /** This route reads bodies with `Content-Encoding`. */
    packedBody?: boolean
  }
}
