import { AppError } from '@packboard/model'
import type { FastifyInstance } from 'fastify'
import { limits } from './limits.ts'

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

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const comma = 0x2c

/**
 * Refuses a JSON text that is too deep or holds too many values, in one pass and before anything is built from it
 * (T66). It does not check the grammar; the parser does that afterwards.
 */
function checkJsonBounds(
  text: string,
  bounds = { depth: limits.jsonDepth, values: limits.jsonValues },
) {
  let depth = 0
  let values = 1
  let inText = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inText) {
      if (char === backslash) i++
      else if (char === quote) inText = false
      continue
    }
    if (char === quote) inText = true
    else if (char === openBrace || char === openBracket) {
      if (++depth > bounds.depth) throw tooMuch('is nested too deeply')
    } else if (char === closeBrace || char === closeBracket) depth--
    else if (char === comma && ++values > bounds.values) throw tooMuch('holds too many values')
  }
}

const tooMuch = (why: string) =>
  new AppError('request.invalid', {
    message: `The body ${why}.`,
    fields: [{ field: 'body', message: why }],
  })
