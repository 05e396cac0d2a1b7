import { isAscii } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ingestRecordLimit } from '@packboard/contract'
import { AppError, structureLimits } from '@packboard/model'
import type { Incoming, Reading } from '../../connector.ts'
import { boundSentence, leaveOut, type WithinBounds } from '../../recordScan/cutRecord.ts'
import { scanRecords } from '../../recordScan/scanRecords.ts'
import { isObject, readWireRecord } from '../../wireRecord.ts'

/** Others are served after so many records. */
const sliceRecords = 2_000

const lineEnd = 10
const blank = /^[ \t\r]*$/
const byteOrderMark = '\uFEFF'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** One record a line. A line that cannot be read does not reject the others. */
export async function readLines({ text, cutAt }: WithinBounds): Promise<Incoming[]> {
  const lines = linesOf(text)
  const records: Incoming[] = []
  for (const line of lines) {
    if (records.length > 0 && records.length % sliceRecords === 0) await setImmediate()
    records.push(typeof line === 'string' ? readText(line, cutAt) : readBytes(line, cutAt))
  }
  return records
}

/** The lines that are not blank: as text, where all of the body is, which is much faster. */
function linesOf(body: Buffer): (string | Buffer)[] {
  const text = asText(body)
  return text === undefined ? linesOfBytes(body) : linesOfText(text)
}

/** Undefined where a line is not UTF-8, or begins with a byte order mark, which is no part of it. */
function asText(body: Buffer): string | undefined {
  if (isAscii(body)) return body.toString('latin1')
  try {
    const text = whole.decode(body)
    return text.includes(byteOrderMark) ? undefined : text
  } catch {
    return undefined
  }
}

function linesOfText(text: string): string[] {
  const lines: string[] = []
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    const line = text.slice(start, end)
    if (!blank.test(line)) lines.push(line)
    start = end + 1
  }
  return lines
}

function linesOfBytes(body: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < body.length; ) {
    const found = body.indexOf(lineEnd, start)
    const end = found < 0 ? body.length : found
    const line = body.subarray(start, end)
    if (line.some((byte) => byte !== 32 && byte !== 13 && byte !== 9)) lines.push(line)
    start = end + 1
  }
  return lines
}

const malformed = { refused: 'malformed', serialNo: '' } as const

function readBytes(line: Buffer, cutAt: WithinBounds['cutAt']): Incoming {
  try {
    return readText(utf8.decode(line), cutAt)
  } catch {
    return { ...malformed, detail: 'not UTF-8 (kept as base64)', wire: line }
  }
}

function readText(text: string, cutAt: WithinBounds['cutAt']): Incoming {
  try {
    const wire: unknown = JSON.parse(text)
    return cutAt(wire) ?? readWireRecord(wire, false, text)
  } catch {
    return { ...malformed, detail: 'not JSON', wire: text }
  }
}

const megabyte = 1_048_576
/** What may come in by one call, as it is on the wire. */
const ingestBodyLimit = 8 * megabyte
/** What it may be after unpacking: 20 times its size, but never above 64 MB. */
const unpackedLimit = 64 * megabyte
const unpackedRatio = 20

const unzip = promisify(gunzip)

const jsonTypes = new Set(['application/json'])
const lineTypes = new Set(['application/x-ndjson', 'application/ndjson', 'application/jsonl'])

/**
 * Reads the body of `POST /api/ingest/records` (D43): a JSON array, `{"records":[…]}`, one record, or one record a
 * line, packed with gzip or not. One bad record does not reject the others, and what breaks a bound of `structureLimits` is
 * cut before anything is built of it; a body that is no list of records is rejected.
 */
export async function parseIngestBody(
  contentType: string | undefined,
  contentEncoding: string | undefined,
  body: Buffer,
): Promise<Reading> {
  if (body.length > ingestBodyLimit) throw new AppError('request.tooLarge')
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!jsonTypes.has(type) && !lineTypes.has(type)) throw new AppError('request.unsupportedType')
  const plain = await unpacked(contentEncoding, body)
  const isLines = lineTypes.has(type)
  const scan = await scanRecords(plain, isLines ? 'lines' : 'body', ingestRecordLimit)
  if (scan.tooMany) throw tooLarge(`One call may carry ${ingestRecordLimit} records.`)
  if (scan.tooManyNames) {
    throw tooLarge(
      `The records of one call may have ${structureLimits.call.names} different names.`,
    )
  }
  if (!scan.isClosed) throw invalid('body', 'The body is not JSON.')
  if (scan.around !== undefined) {
    throw tooLarge(`What stands beside the records is too large: ${boundSentence(scan.around)}.`)
  }
  const within = leaveOut(plain, scan.beyond)
  const records = isLines ? await readLines(within) : readJson(within)
  return { source: 'http', bytes: plain.length, records }
}

const tooLarge = (message: string) => new AppError('request.tooLarge', { message })

async function unpacked(contentEncoding: string | undefined, body: Buffer): Promise<Buffer> {
  const encoding = contentEncoding?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity' || encoding === '') return body
  if (encoding !== 'gzip') throw new AppError('request.unsupportedType')
  // A body that fits the limit unpacked is no zip bomb, however well it compresses.
  const limit = Math.min(unpackedLimit, Math.max(ingestBodyLimit, body.length * unpackedRatio))
  try {
    return await unzip(body, { maxOutputLength: limit })
  } catch (error) {
    if (!(error instanceof RangeError)) throw new AppError('request.invalid', { cause: error })
    throw tooLarge(`A packed body may unpack to ${unpackedRatio} times its size, and to 64 MB.`)
  }
}

function readJson({ text, cutAt }: WithinBounds): Incoming[] {
  let value: unknown
  try {
    value = JSON.parse(textOf(text))
  } catch (error) {
    throw invalid('body', 'The body is not JSON.', error)
  }
  const list = Array.isArray(value)
    ? value
    : isObject(value)
      ? Array.isArray(value.records)
        ? value.records
        : [value]
      : cutAt(value) && [value]
  if (list === undefined) throw invalid('body', 'The body is no list of records.')
  return list.map((wire) => cutAt(wire) ?? readWireRecord(wire))
}

/** Nearly all bodies are ASCII, for which the decoder takes longer than this. Throws where it is not UTF-8. */
function textOf(body: Buffer): string {
  if (isAscii(body)) return body.toString('latin1')
  return new TextDecoder('utf-8', { fatal: true }).decode(body)
}

function invalid(field: string, message: string, cause?: unknown) {
  return new AppError('request.invalid', { message, fields: [{ field, message }], cause })
}
