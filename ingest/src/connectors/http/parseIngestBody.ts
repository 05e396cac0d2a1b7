import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { AppError } from '@packboard/model'
import type { Incoming, Reading } from '../../connector.ts'
import { isObject, readWireRecord } from '../../wireRecord.ts'
import { checkValues } from './checkValues.ts'
import { checkCount, readLines } from './readLines.ts'

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
 * line, packed with gzip or not. One bad record does not reject the others; a body that is no list of records is
 * rejected.
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
  await checkValues(plain)
  const records = lineTypes.has(type) ? await readLines(plain) : readJson(plain)
  return { source: 'http', bytes: plain.length, records }
}

async function unpacked(contentEncoding: string | undefined, body: Buffer): Promise<Buffer> {
  const encoding = contentEncoding?.trim().toLowerCase() ?? 'identity'
  if (encoding === 'identity' || encoding === '') return body
  if (encoding !== 'gzip') throw new AppError('request.unsupportedType')
  // A body that fits the limit unpacked is no zip bomb, however well it compresses.
  const limit = Math.min(unpackedLimit, Math.max(ingestBodyLimit, body.length * unpackedRatio))
  try {
    return await unzip(body, { maxOutputLength: limit })
  } catch (error) {
    const tooLarge = error instanceof RangeError
    throw new AppError(tooLarge ? 'request.tooLarge' : 'request.invalid', { cause: error })
  }
}

function readJson(body: Buffer): Incoming[] {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (error) {
    throw invalid('body', 'The body is not JSON.', error)
  }
  const list = Array.isArray(value)
    ? value
    : isObject(value)
      ? Array.isArray(value.records)
        ? value.records
        : [value]
      : undefined
  if (list === undefined) throw invalid('body', 'The body is no list of records.')
  checkCount(list.length)
  return list.map((wire) => readWireRecord(keepable(wire)))
}

/** A value that is nested too deeply to be serialised again could not be quarantined whole. */
function keepable(wire: unknown): unknown {
  if (!isNested(wire)) return wire
  try {
    JSON.stringify(wire)
    return wire
  } catch (error) {
    throw invalid('body', 'The body is nested too deeply.', error)
  }
}

const isNested = (wire: unknown) =>
  Array.isArray(wire) ||
  (isObject(wire) &&
    Object.values(wire).some((value) => typeof value === 'object' && value !== null))

function invalid(field: string, message: string, cause?: unknown) {
  return new AppError('request.invalid', { message, fields: [{ field, message }], cause })
}
