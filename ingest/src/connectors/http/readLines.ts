import { isAscii } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import type { Incoming } from '../../connector.ts'
import type { WithinBounds } from '../../recordScan/leaveOut.ts'
import { readWireRecord } from '../../wireRecord.ts'

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
