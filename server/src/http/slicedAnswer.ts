import { inSlices } from '@packboard/telemetry/slices'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** Rows that are encoded before it can rest: less than a slice. */
const rowsAtOnce = 50
/** A text that grows to megabytes is copied more than once. */
const pieceCharacters = 65_536

/**
 * The bytes of an answer of the contract, made in slices between which other requests are served (D83): a table of 10,000
 * rows in one piece would hold up everybody for a tenth of a second. Each part passes its schema, as in every answer.
 */
export async function slicedAnswer<Answer extends z.ZodType>(
  schema: Answer,
  answer: z.output<Answer>,
): Promise<Buffer> {
  return inSlices('answer', encodedParts(schema, answer))
}

function* encodedParts(schema: z.core.$ZodType, answer: unknown): Generator<void, Buffer> {
  const pieces: Buffer[] = []
  let text = ''

  function* write(
    part: z.core.$ZodType,
    value: unknown,
    name: string | undefined,
  ): Generator<void> {
    if (name !== undefined) text += `${JSON.stringify(name)}:`
    if (part instanceof z.ZodArray && Array.isArray(value)) {
      const { element } = part
      text += '['
      if (element instanceof z.ZodObject && holdsRows(element)) {
        for (const [index, one] of value.entries()) {
          if (index > 0) text += ','
          yield* write(element, one, undefined)
        }
      } else {
        for (let first = 0; first < value.length; first += rowsAtOnce) {
          const rows = value.slice(first, first + rowsAtOnce)
          const encoded = JSON.stringify(z.encode(rowsOf(element), rows))
          text += (first > 0 ? ',' : '') + encoded.slice(1, -1)
          yield* rest()
        }
      }
      text += ']'
    } else if (part instanceof z.ZodObject && holdsRows(part) && isObject(value)) {
      text += '{'
      let first = true
      for (const [key, field] of Object.entries(part.shape)) {
        if (value[key] === undefined) {
          // Absent is not sent; what must not be absent fails here.
          z.encode(field, undefined)
          continue
        }
        if (!first) text += ','
        first = false
        yield* write(field, value[key], key)
      }
      text += '}'
    } else {
      text += JSON.stringify(z.encode(part, value))
      yield* rest()
    }
  }

  function* rest(): Generator<void> {
    if (text.length > pieceCharacters) {
      pieces.push(Buffer.from(text))
      text = ''
    }
    yield
  }

  yield* write(schema, answer, undefined)
  pieces.push(Buffer.from(text))
  return Buffer.concat(pieces)
}

const listOf = new WeakMap<z.core.$ZodType, z.ZodArray>()

/** Some rows of a list, whatever the whole list must be: encoding 50 at once is a third of the work of encoding each. */
function rowsOf(element: z.core.$ZodType): z.ZodArray {
  let list = listOf.get(element)
  if (list === undefined) {
    list = z.array(element)
    listOf.set(element, list)
  }
  return list
}

/** The contract declares an object; its bytes are sent as they are. */
export function sendBytes(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(bytes)
}

/** An object around rows; the rows themselves are written whole. */
function holdsRows(part: z.ZodObject): boolean {
  return Object.values(part.shape).some(
    (field) =>
      (field instanceof z.ZodArray && field.element instanceof z.ZodObject) ||
      (field instanceof z.ZodObject && holdsRows(field)),
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
