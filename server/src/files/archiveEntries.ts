import { crc32 } from 'node:zlib'
import { recordFileLimits } from '@packboard/model'
import { type Entry, fromBufferPromise, type LocalFileHeader } from 'yauzl'
import { FileFault } from './fileFault.ts'

const endRecordBytes = 22
const locatorBytes = 20
const zip64Locator = 0x07064b50
const zip64Extra = 1
/** The flag of an entry whose size and checksum follow its data. */
const sizeFollows = 8

/** An archive whose directory and entries say the same. */
export type Archive = {
  has(name: string): boolean
  /** Unpacks an entry in pieces; one of more than `most` bytes is refused before the first. */
  read(name: string, most: number): AsyncGenerator<Buffer>
}

/**
 * Opens a ZIP archive, and compares all that it says of itself before anything is unpacked: with a second directory (ZIP64), entries
 * that overlap, or two headers that differ, two readers would see two archives. The size of an entry is counted again while it is unpacked.
 */
export async function openArchive(file: Buffer): Promise<Archive> {
  const zip = await fromBufferPromise(file, { lazyEntries: true }).catch(asFault)
  const directory = directoryOf(file, zip.comment.length)
  if (zip.entryCount > recordFileLimits.entries) throw new FileFault('tooLarge')
  const entries = new Map<string, Entry>()
  const spans: { readonly begin: number; readonly end: number }[] = []
  let unpacked = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const local = await zip.readLocalFileHeaderPromise(entry)
      if (!isSame(entry, local) || entries.has(entry.fileName)) throw new FileFault('archive')
      entries.set(entry.fileName, entry)
      unpacked += entry.uncompressedSize
      const begin = entry.relativeOffsetOfLocalHeader
      spans.push({ begin, end: local.fileDataStart + entry.compressedSize })
    }
  } catch (error) {
    return asFault(error)
  }
  spans.sort((a, b) => a.begin - b.begin)
  const isApart = spans.every(({ end }, index) => end <= (spans[index + 1]?.begin ?? directory))
  if (!isApart) throw new FileFault('archive')
  if (unpacked > recordFileLimits.unpackedBytes) throw new FileFault('tooLarge')

  return {
    has: (name) => entries.has(name),
    async *read(name, most) {
      const entry = entries.get(name)
      if (!entry) throw new FileFault('unreadable')
      if (entry.uncompressedSize > most) throw new FileFault('tooLarge')
      let check = 0
      try {
        // It ends as soon as more comes than the headers say.
        for await (const piece of await zip.openReadStreamPromise(entry)) {
          if (!Buffer.isBuffer(piece)) continue
          check = crc32(piece, check)
          yield piece
        }
      } catch (error) {
        return asFault(error)
      }
      if (check !== entry.crc32) throw new FileFault('archive')
    },
  }
}

function asFault(cause: unknown): never {
  throw cause instanceof FileFault ? cause : new FileFault('archive', { cause })
}

/** Where the directory begins: nothing may lie between it and the end of the file. */
function directoryOf(file: Buffer, comment: number): number {
  const end = file.length - comment - endRecordBytes
  const hasLocator = end >= locatorBytes && file.readUInt32LE(end - locatorBytes) === zip64Locator
  const begin = file.readUInt32LE(end + 16)
  if (hasLocator || begin + file.readUInt32LE(end + 12) !== end) throw new FileFault('archive')
  return begin
}

function isSame(entry: Entry, local: LocalFileHeader): boolean {
  const isLater = (entry.generalPurposeBitFlag & sizeFollows) !== 0
  const agree = (theirs: number, ours: number) => theirs === ours || (isLater && theirs === 0)
  return (
    !entry.isEncrypted() &&
    entry.canDecodeFileData() &&
    entry.extraFields.every(({ id }) => id !== zip64Extra) &&
    local.generalPurposeBitFlag === entry.generalPurposeBitFlag &&
    local.compressionMethod === entry.compressionMethod &&
    local.fileName.equals(entry.fileNameRaw) &&
    agree(local.crc32, entry.crc32) &&
    agree(local.compressedSize, entry.compressedSize) &&
    agree(local.uncompressedSize, entry.uncompressedSize)
  )
}
