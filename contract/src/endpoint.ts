import { z } from './z.ts'

/**
 * One call of the product: method, path and the shapes that cross the wire. Both sides parse it, the OpenAPI page is
 * made from it, the typed client is made from it.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify spelling: `/api/admin/client_machines/:clientId`. */
  readonly path: string
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly answer: z.ZodType
}

export function endpoint<
  const Method extends Endpoint['method'],
  const Path extends string,
  const Shapes extends Omit<Endpoint, 'method' | 'path'>,
>(method: Method, path: Path, shapes: Shapes) {
  return { method, path, ...shapes }
}

const isoTime = z.iso.datetime()

/**
 * A moment: a Date in our code, ISO 8601 text with milliseconds on the wire (D3). The form of a text is checked where it is
 * read, not by a check of the schema, which would look again at each text that is written: writing moments then takes three times as long.
 */
export const instant = z.codec(z.string().meta({ format: 'date-time' }), z.date(), {
  decode(text, { issues }) {
    if (isoTime.safeParse(text).success) return new Date(text)
    issues.push({ code: 'invalid_format', format: 'datetime', input: text })
    return z.NEVER
  },
  encode: instantText,
})

/** Texts of the moments that were written last, by milliseconds since 1970. */
const texts = new Map<number, string>()
const textsAtMost = 4_096

/** How a moment crosses the wire. The charts of 50 machines have the same moments, and writing a date takes longer than finding it. */
function instantText(date: Date): string {
  const at = date.getTime()
  const known = texts.get(at)
  if (known !== undefined) return known
  const text = date.toISOString()
  if (texts.size === textsAtMost) texts.clear()
  texts.set(at, text)
  return text
}

const digits = /^[1-9]\d{0,9}$/

/**
 * A number of a path or a query: digits only, without a sign, blanks or leading zeros, so that one thing has one
 * spelling for caches, proxies and logs. In a body it is a JSON number.
 */
export function numeral({ max, message }: { max: number; message?: string }) {
  return z.preprocess<unknown, z.ZodNumber, number | string>(
    (given) => (typeof given === 'string' && digits.test(given) ? Number(given) : given),
    z.number().int().min(1, message).max(max),
  )
}

const largestId = 2_147_483_647
/** The number of a row in the management store, in a path or a query. */
export const id = numeral({ max: largestId })
/** The same in a form, where nothing was chosen. */
export const chosenId = numeral({ max: largestId, message: 'Please fill in this field.' })

/** What a serial number is made of: letters and digits of any language, and `.`, `_`, `-` and blanks after the first. */
export const serialNoForm = /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u
export const serialNoCharacters = 64

/** A serial number as a person reads it on the machine's plate. */
export const serialNo = z.string().min(1).max(serialNoCharacters).regex(serialNoForm)

/** What every failure answers (D30). */
export const failure = z.object({
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
})
export type Failure = z.output<typeof failure>
