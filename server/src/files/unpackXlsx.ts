import { open, readFile } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import { AppError, recordFileLimits } from '@packboard/model'
import { streamXlsxRows } from 'hucre'

const centralEntry = 0x02014b50
const endOfCentral = 0x06054b50

/**
 * Writes the rows of the first sheet of a workbook that are not empty as lines of JSON: the number of the row, then its cells. A time
 * becomes the text of what the sheet shows, without a zone. What the file unpacks to is counted first, by unpacking it, because a
 * file may lie about its sizes.
 */
export async function unpackXlsx(from: string, to: string): Promise<void> {
  const packed = await readFile(from)
  if (packed.length > recordFileLimits.xlsxBytes) throw new AppError('request.tooLarge')
  await checkUnpacked(packed)
  const target = await open(to, 'w', 0o600)
  try {
    let lines: string[] = []
    let characters = 0
    for await (const { index, values } of streamXlsxRows(packed)) {
      const cells = values.slice(0, recordFileLimits.columns).map(cellOf)
      if (cells.every((cell) => cell === null || cell === '')) continue
      const line = `${JSON.stringify([index + 1, ...cells])}\n`
      lines.push(line)
      characters += line.length
      if (characters > 262_144) {
        await target.write(lines.join(''))
        lines = []
        characters = 0
      }
    }
    await target.write(lines.join(''))
    await target.sync()
  } catch (error) {
    if (error instanceof AppError || isDiskError(error)) throw error
    throw new AppError('recordFile.unreadable', { cause: error })
  } finally {
    await target.close()
  }
}

const isDiskError = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && 'errno' in error

function cellOf(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? null : value.toISOString().slice(0, -1)
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  return JSON.stringify(value)
}

/** Refuses a file that unpacks to more than its bounds, without holding what it unpacks to. */
async function checkUnpacked(file: Buffer): Promise<void> {
  let left: number = recordFileLimits.unpackedBytes
  for (const { name, method, data } of entriesOf(file)) {
    const most =
      name === 'xl/sharedStrings.xml' ? Math.min(left, recordFileLimits.sharedTextBytes) : left
    const size = method === 8 ? await inflatedSize(data, most) : data.length
    if (method !== 8 && method !== 0) throw new AppError('recordFile.unreadable')
    if (size > most) throw new AppError('request.tooLarge')
    left -= size
  }
}

/** The entries of a ZIP file by its directory; one of ZIP64 is larger than what is accepted. */
function entriesOf(file: Buffer): { name: string; method: number; data: Buffer }[] {
  const unreadable = () => new AppError('recordFile.unreadable')
  try {
    const least = Math.max(0, file.length - 65_557)
    let end = file.length - 22
    while (end >= least && file.readUInt32LE(end) !== endOfCentral) end -= 1
    if (end < least) throw unreadable()
    const count = file.readUInt16LE(end + 10)
    const entries: { name: string; method: number; data: Buffer }[] = []
    for (let at = file.readUInt32LE(end + 16), index = 0; index < count; index++) {
      if (file.readUInt32LE(at) !== centralEntry) throw unreadable()
      const method = file.readUInt16LE(at + 10)
      const packed = file.readUInt32LE(at + 20)
      const nameLength = file.readUInt16LE(at + 28)
      const local = file.readUInt32LE(at + 42)
      const begin = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
      if (begin + packed > file.length) throw unreadable()
      const name = file.toString('utf8', at + 46, at + 46 + nameLength)
      entries.push({ name, method, data: file.subarray(begin, begin + packed) })
      at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
    }
    return entries
  } catch (error) {
    if (error instanceof RangeError) throw unreadable()
    throw error
  }
}

/** Bytes that deflated data become; stops right above `most`. */
function inflatedSize(data: Buffer, most: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const inflate = createInflateRaw()
    let size = 0
    inflate.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= most) return
      inflate.destroy()
      resolve(size)
    })
    inflate.once('end', () => resolve(size))
    inflate.once('error', (cause) => reject(new AppError('recordFile.unreadable', { cause })))
    inflate.end(data)
  })
}
