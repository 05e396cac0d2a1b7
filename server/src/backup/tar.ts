import { closeSync, fsyncSync, openSync, readdirSync, readSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The files of one folder as a tar archive (ustar), so that an operator can unpack one with the tools of any system. The libraries
 * for it wait for each piece; the thread that copies does not.
 */
const block = 512
const chunkBytes = 1 << 20
/** As many octal digits as the field has; a larger file is written as the GNU tools do. */
const octalMost = 8 ** 11

/** Only what the engine itself writes into a part. */
const fileName = /^[\w.%@+=,-]{1,99}$/

export class TarBroken extends Error {
  constructor(why: string) {
    super(`An archive of the backup cannot be unpacked: ${why}.`)
    this.name = 'TarBroken'
  }
}

export function* packFolder(folder: string): Generator<Buffer> {
  for (const name of readdirSync(folder).sort()) {
    if (!fileName.test(name)) throw new TarBroken(`"${name}" is no name of a file of a part`)
    const path = join(folder, name)
    const { size } = statSync(path)
    yield headerOf(name, size)
    const file = openSync(path, 'r')
    try {
      let left = size
      while (left > 0) {
        const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, left))
        const read = readSync(file, chunk, 0, chunk.length, null)
        if (read === 0) throw new TarBroken(`"${name}" became shorter`)
        left -= read
        yield chunk.subarray(0, read)
      }
    } finally {
      closeSync(file)
    }
    if (size % block > 0) yield Buffer.alloc(block - (size % block))
  }
  yield Buffer.alloc(2 * block)
}

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(block)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  if (size < octalMost) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  else {
    header[124] = 0x80
    header.writeUIntBE(size, 130, 6)
  }
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Unpacks an archive of `packFolder` into a folder that is there; the files are on the disk when it returns. */
export function unpackFolder(chunks: Iterable<Buffer>, folder: string): void {
  let held: Buffer = Buffer.alloc(0)
  let open: { file: number; left: number; padding: number } | undefined
  let ended = false
  try {
    for (const chunk of chunks) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      for (;;) {
        if (open) {
          const some = held.subarray(0, open.left)
          for (let at = 0; at < some.length; ) at += writeSync(open.file, some, at)
          open.left -= some.length
          held = held.subarray(some.length)
          if (open.left > 0 || held.length < open.padding) break
          held = held.subarray(open.padding)
          fsyncSync(open.file)
          closeSync(open.file)
          open = undefined
        }
        if (held.length < block) break
        const header = held.subarray(0, block)
        held = held.subarray(block)
        if (header.every((byte) => byte === 0)) {
          ended = true
          continue
        }
        if (ended) throw new TarBroken('something follows its end')
        const { name, size } = readHeader(header)
        const padding = (block - (size % block)) % block
        open = { file: openSync(join(folder, name), 'wx', 0o600), left: size, padding }
      }
    }
    if (open || held.length > 0 || !ended) throw new TarBroken('it is cut')
  } finally {
    if (open) closeSync(open.file)
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) =>
    header.subarray(from, to).toString('latin1').replace(/\0.*$/s, '')
  const name = text(0, 100)
  const size = header[124] === 0x80 ? header.readUIntBE(130, 6) : Number.parseInt(text(124, 136), 8)
  if (!fileName.test(name) || !Number.isSafeInteger(size) || text(156, 157) !== '0') {
    throw new TarBroken('it holds something that no backup has')
  }
  return { name, size }
}
