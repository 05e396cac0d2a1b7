import { AppError } from '@packboard/model'
import { limits } from './limits.ts'

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
export function checkJsonBounds(
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
