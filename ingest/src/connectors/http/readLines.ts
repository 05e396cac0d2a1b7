import { setImmediate } from 'node:timers/promises'
import { ingestRecordLimit } from '@packboard/contract'
import { AppError } from '@packboard/model'
import type { Incoming } from '../../connector.ts'
import { readWireRecord } from '../../wireRecord.ts'

/** Others are served after so many records. */
const sliceRecords = 2_000

const lineEnd = 10
const blank = /^[ \t\r]*$/
const byteOrderMark = '\uFEFF'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** One record a line. A line that cannot be read does not reject the others. */
export async function readLines(body: Buffer): Promise<Incoming[]> {
  const lines = linesOf(body)
  checkCount(lines.length)
  const records: Incoming[] = []
  for (const line of lines) {
    if (records.length > 0 && records.length % sliceRecords === 0) await setImmediate()
    records.push(typeof line === 'string' ? readText(line) : readBytes(line))
  }
  return records
}

export function checkCount(records: number) {
  if (records > ingestRecordLimit) {
    throw new AppError('request.tooLarge', {
      message: `One call may carry ${ingestRecordLimit} records.`,
    })
  }
}

/** The lines that are not blank, up to one above the limit: as text, where all of the body is, which is much faster. */
function linesOf(body: Buffer): (string | Buffer)[] {
  const text = asText(body)
  return text === undefined ? linesOfBytes(body) : linesOfText(text)
}

/** Undefined where a line is not UTF-8, or begins with a byte order mark, which is no part of it. */
function asText(body: Buffer): string | undefined {
  try {
    const text = whole.decode(body)
    return text.includes(byteOrderMark) ? undefined : text
  } catch {
    return undefined
  }
}

function linesOfText(text: string): string[] {
  const lines: string[] = []
  for (let start = 0; start < text.length && lines.length <= ingestRecordLimit; ) {
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
  for (let start = 0; start < body.length && lines.length <= ingestRecordLimit; ) {
    const found = body.indexOf(lineEnd, start)
    const end = found < 0 ? body.length : found
    const line = body.subarray(start, end)
    if (line.some((byte) => byte !== 32 && byte !== 13 && byte !== 9)) lines.push(line)
    start = end + 1
  }
  return lines
}

const malformed = { refused: 'malformed', serialNo: '' } as const

function readBytes(line: Buffer): Incoming {
  try {
    return readText(utf8.decode(line))
  } catch {
    return { ...malformed, detail: 'not UTF-8 (kept as base64)', wire: line }
  }
}

function readText(text: string): Incoming {
  try {
    return readWireRecord(JSON.parse(text), false, text)
  } catch {
    return { ...malformed, detail: 'not JSON', wire: text }
  }
}
