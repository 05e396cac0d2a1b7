import { open } from 'node:fs/promises'
import { type fileEncodings, fileSeparators } from '@packboard/contract/recordFields'
import { recordFileLimits } from '@packboard/model'
import { csvRows, type RawRow } from './csvRows.ts'
import { FileFault } from './fileFault.ts'
import type { FoundFile } from './foundFile.ts'

type Encoding = (typeof fileEncodings)[number]

const headBytes = 65_536

/** Looks at a whole file: its bytes are read once, so that an encoding that is found is right to the end. */
export async function findFile(path: string): Promise<FoundFile> {
  const handle = await open(path, 'r')
  try {
    const head = Buffer.alloc(headBytes)
    const { bytesRead } = await handle.read(head, 0, headBytes, 0)
    const begin = head.subarray(0, bytesRead)
    if (begin.length >= 4 && begin.readUInt32LE(0) === 0x04034b50) {
      return { format: 'xlsx', encoding: 'utf-8', separator: ',' }
    }
    const encoding = encodingOfHead(begin) ?? ((await isUtf8(path)) ? 'utf-8' : 'windows-1252')
    const text = new TextDecoder(encoding).decode(begin)
    // The control characters that no text has, but every archive, picture or older spreadsheet.
    if (/(?![\t\n\v\f\r])\p{Cc}/u.test(text)) throw new FileFault('unreadable')
    const format = /^\s*\{/.test(text) ? 'ndjson' : 'csv'
    return { format, encoding, separator: separatorOf(text) }
  } finally {
    await handle.close()
  }
}

/** By its byte order mark; without one, text whose every other byte is 0 is UTF-16. */
function encodingOfHead(head: Buffer): Encoding | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const pairs = Math.floor(Math.min(head.length, 2_000) / 2)
  let even = 0
  let odd = 0
  for (let pair = 0; pair < pairs; pair++) {
    if (head[2 * pair] === 0) even += 1
    if (head[2 * pair + 1] === 0) odd += 1
  }
  if (pairs > 2 && odd > pairs / 2) return 'utf-16le'
  if (pairs > 2 && even > pairs / 2) return 'utf-16be'
  return undefined
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const handle = await open(path, 'r')
  try {
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  } finally {
    await handle.close()
  }
}

/** The separator with which most of the first lines have one and the same number of cells, and that number is largest. */
function separatorOf(text: string): FoundFile['separator'] {
  let best: { separator: FoundFile['separator']; score: number } = { separator: ',', score: 0 }
  for (const separator of fileSeparators) {
    const rows = csvRows(separator).add(text, false).slice(0, 50)
    const lengths = rows.map((row: RawRow) => ('cells' in row ? row.cells.length : 0))
    const counts = new Map<number, number>()
    for (const length of lengths) counts.set(length, (counts.get(length) ?? 0) + 1)
    const [length = 0, often = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
    if (length < 2) continue
    const score = (often / lengths.length) * 1_000 + Math.min(length, recordFileLimits.columns)
    if (score > best.score) best = { separator, score }
  }
  return best.separator
}
