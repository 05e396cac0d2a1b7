import { isAscii } from 'node:buffer'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ingestRecordLimit } from '@packboard/contract'
import { AppError, structureLimits } from '@packboard/model'
import type { Incoming, Reading } from '../../connector.ts'
import { boundSentence } from '../../recordScan/cutRecord.ts'
import { leaveOut, type WithinBounds } from '../../recordScan/leaveOut.ts'
import { scanRecords } from '../../recordScan/scanRecords.ts'
import { isObject, readWireRecord } from '../../wireRecord.ts'
import { readLines } from './readLines.ts'

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
