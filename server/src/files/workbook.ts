import { crc32 } from 'node:zlib'
import { recordFileLimits } from '@packboard/model'
import { type Entry, fromBufferPromise, type LocalFileHeader } from 'yauzl'
import { FileFault } from './fileFault.ts'
import { meansTime } from './readTime.ts'
import { elementCounter, readXml, type XmlHandlers } from './xmlEvents.ts'

/** What reading the cells of the first sheet of a workbook needs. */
export type Workbook = {
  /** Reads the first sheet, element by element. */
  readonly readSheet: (handlers: XmlHandlers) => Promise<void>
  readonly sharedTexts: readonly string[]
  /** By the number of a style: whether its numbers are times. */
  readonly timeStyles: readonly boolean[]
  readonly from1904: boolean
}

type Relation = { readonly id: string; readonly type: string; readonly target: string }

/**
 * Opens a workbook: which parts it has is said by its relationships, never by their names, and each part has the bound of what it is for.
 */
export async function openWorkbook(file: Buffer): Promise<Workbook> {
  const archive = await openArchive(file)
  const count = elementCounter()
  const { otherPartBytes, sharedTextBytes, unpackedBytes } = recordFileLimits
  const part = (name: string, handlers: XmlHandlers) =>
    readXml(archive.read(name, otherPartBytes), count, handlers)

  await part('[Content_Types].xml', { open: () => undefined })
  const workbookPath = targetOf(await relationsOf('', archive, part), 'officeDocument')
  if (workbookPath === undefined) throw new FileFault('unreadable')
  const relations = await relationsOf(workbookPath, archive, part)
  const { sheet, from1904 } = await sheetOf(workbookPath, part)
  const sheetPath = relations.find(({ id, type }) => id === sheet && isType(type, 'worksheet'))
  if (!sheetPath || !archive.has(sheetPath.target)) throw new FileFault('unreadable')

  const textsPath = targetOf(relations, 'sharedStrings')
  const sharedTexts: string[] = []
  if (textsPath !== undefined && archive.has(textsPath)) {
    const texts = archive.read(textsPath, sharedTextBytes)
    await readXml(texts, count, sharedTextHandlers(sharedTexts))
  }
  const stylesPath = targetOf(relations, 'styles')
  const hasStyles = stylesPath !== undefined && archive.has(stylesPath)
  const timeStyles = hasStyles ? await timeStylesOf(stylesPath, part) : []
  const readSheet = (handlers: XmlHandlers) =>
    readXml(archive.read(sheetPath.target, unpackedBytes), count, handlers)
  return { readSheet, sharedTexts, timeStyles, from1904 }
}

type ReadPart = (name: string, handlers: XmlHandlers) => Promise<void>

/** The relationships of a part, with the targets as names of entries; '' is the archive itself. */
async function relationsOf(name: string, archive: Archive, part: ReadPart): Promise<Relation[]> {
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  const path = `${folder}_rels/${name.slice(folder.length)}.rels`
  const relations: Relation[] = []
  if (!archive.has(path)) return relations
  await part(path, {
    open(element, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (element !== 'Relationship' || id === '' || type === '' || target === '') return
      relations.push({ id, type, target: entryName(folder, target) })
    },
  })
  return relations
}

/** The name of the entry that a target means, from the folder of the part that has the relationship. */
function entryName(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  const steps: string[] = []
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

const isType = (type: string, name: string) => type.endsWith(`/${name}`)
const targetOf = (relations: readonly Relation[], type: string) =>
  relations.find((relation) => isType(relation.type, type))?.target

/** The relationship of the first sheet, and from which year the workbook counts days. */
async function sheetOf(path: string, part: ReadPart) {
  let sheet: string | undefined
  let from1904 = false
  await part(path, {
    open(element, attributes) {
      if (element === 'workbookPr') from1904 = isTrue(attributes.date1904)
      else if (element === 'sheet' && sheet === undefined && attributes.name) {
        const [, id] = Object.entries(attributes).find(([key]) => /:id$/i.test(key)) ?? []
        sheet = id
      }
    },
  })
  return { sheet, from1904 }
}

const isTrue = (text: string | undefined) => text === '1' || text === 'true'

async function timeStylesOf(path: string, part: ReadPart): Promise<boolean[]> {
  const codes = new Map<number, string>()
  const styles: number[] = []
  let isCellStyle = false
  await part(path, {
    open(element, { numFmtId, formatCode }) {
      if (element === 'cellXfs') isCellStyle = true
      else if (element === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '')
      else if (element === 'xf' && isCellStyle) styles.push(Number(numFmtId ?? '0'))
    },
    close(element) {
      if (element === 'cellXfs') isCellStyle = false
    },
  })
  const times = new Map<number, boolean>()
  return styles.map((id) => {
    const known = times.get(id) ?? meansTime(id, codes.get(id))
    times.set(id, known)
    return known
  })
}

/** Adds the texts that cells share, in their order. A text in several formats is the sum of its runs; readings of Japanese are left out. */
function sharedTextHandlers(texts: string[]): XmlHandlers {
  const path: string[] = []
  let plain = ''
  let runs: string[] = []
  let run = ''
  const place = () => path.slice(1).join('/')
  return {
    open(element) {
      path.push(element)
      if (place() === 'si') [plain, runs] = ['', []]
      else if (place() === 'si/t') plain = ''
      else if (place() === 'si/r') run = ''
      else if (place() === 'si/r/t') run = ''
    },
    text(text) {
      if (place() === 'si/t') plain += text
      else if (place() === 'si/r/t') run += text
    },
    close() {
      if (place() === 'si/r') runs.push(unescaped(run))
      else if (place() === 'si') texts.push(runs.length > 0 ? runs.join('') : unescaped(plain))
      path.pop()
    },
  }
}

/** Characters that XML cannot hold are written as `_x000D_`. */
export const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text

const endRecordBytes = 22
const locatorBytes = 20
const zip64Locator = 0x07064b50
const zip64Extra = 1
/** The flag of an entry whose size and checksum follow its data. */
const sizeFollows = 8

/** An archive whose directory and entries say the same. */
type Archive = {
  has(name: string): boolean
  /** Unpacks an entry in pieces; one of more than `most` bytes is refused before the first. */
  read(name: string, most: number): AsyncGenerator<Buffer>
}

/**
 * Opens a ZIP archive, and compares all that it says of itself before anything is unpacked: with a second directory (ZIP64), entries
 * that overlap, or two headers that differ, two readers would see two archives. The size of an entry is counted again while it is unpacked.
 */
async function openArchive(file: Buffer): Promise<Archive> {
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
