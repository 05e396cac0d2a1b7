import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** Other requests get their turn after so many ms of encoding and writing. */
const sliceMs = 5
/** Rows that are encoded before it looks at the time: less than a slice. */
const rowsAtOnce = 50

/**
 * The bytes of an answer of the contract, made in slices between which other requests are served (D83): a table of 10,000
 * rows in one piece would hold up everybody for a tenth of a second. Each part passes its schema, as in every answer.
 */
export async function slicedAnswer<Answer extends z.ZodType>(
  schema: Answer,
  answer: z.output<Answer>,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  let text = ''
  let since = performance.now()

  async function write(part: z.core.$ZodType, value: unknown, name: string | undefined) {
    if (name !== undefined) text += `${JSON.stringify(name)}:`
    if (part instanceof z.ZodArray && Array.isArray(value)) {
      const { element } = part
      text += '['
      if (element instanceof z.ZodObject && holdsRows(element)) {
        for (const [index, one] of value.entries()) {
          if (index > 0) text += ','
          await write(element, one, undefined)
        }
      } else {
        for (let first = 0; first < value.length; first += rowsAtOnce) {
          const rows = value.slice(first, first + rowsAtOnce)
          const encoded = JSON.stringify(z.encode(rowsOf(element), rows))
          text += (first > 0 ? ',' : '') + encoded.slice(1, -1)
          await rest()
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
        await write(field, value[key], key)
      }
      text += '}'
    } else {
      text += JSON.stringify(z.encode(part, value))
      await rest()
    }
  }

  async function rest() {
    if (performance.now() - since < sliceMs) return
    pieces.push(Buffer.from(text))
    text = ''
    await setImmediate()
    since = performance.now()
  }

  await write(schema, answer, undefined)
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
