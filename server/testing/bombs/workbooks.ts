import { constants, crc32, deflateRawSync } from 'node:zlib'

/** Workbooks that are small and unpack to much, made without unpacking them: the same packed piece stands there often. */

type Content = {
  readonly packed: Buffer
  readonly bytes: number
  readonly crc: number
}
type Entry = { readonly name: string; readonly content: Content }
type Place = Entry & { readonly at: number }

const megabyte = 1_000_000

/** Deflated so that it ends on a whole byte and refers to nothing before it. */
const piece = (text: string) =>
  deflateRawSync(Buffer.from(text), { finishFlush: constants.Z_FULL_FLUSH })
const lastPiece = deflateRawSync(Buffer.alloc(0))

/** What `head`, then `repeated` for as many bytes, then `tail` is when it is packed. */
function content(head: string, repeated = '', bytes = 0, tail = ''): Content {
  const block = repeated.repeat(Math.max(1, Math.floor(megabyte / Math.max(1, repeated.length))))
  const blocks = Math.round(bytes / Math.max(1, block.length))
  const packedBlock = piece(block)
  const blockBytes = Buffer.from(block)
  let crc = crc32(head)
  for (let index = 0; index < blocks; index += 1) crc = crc32(blockBytes, crc)
  return {
    packed: Buffer.concat([
      piece(head),
      ...Array.from({ length: blocks }, () => packedBlock),
      piece(tail),
      lastPiece,
    ]),
    bytes: head.length + blocks * block.length + tail.length,
    crc: crc32(tail, crc),
  }
}

function localHeader({ name, content: { packed, bytes, crc } }: Entry): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(packed.length, 18)
  header.writeUInt32LE(bytes, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), packed])
}

function centralHeader({ name, at, content: { packed, bytes, crc } }: Place): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(20, 6)
  header.writeUInt16LE(8, 10)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(packed.length, 20)
  header.writeUInt32LE(bytes, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(at, 42)
  return Buffer.concat([header, Buffer.from(name)])
}

function endOfDirectory(count: number, bytes: number, at: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(at, 16)
  return end
}

/** The end of a directory as ZIP64 has it, and where it stands. */
function endOfDirectory64(count: number, bytes: number, at: number, here: number): Buffer {
  const end = Buffer.alloc(56 + 20)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(45, 12)
  end.writeUInt16LE(45, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(bytes), 40)
  end.writeBigUInt64LE(BigInt(at), 48)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(here), 64)
  end.writeUInt32LE(1, 72)
  return end
}

function placed(entries: readonly Entry[]): { readonly bodies: Buffer; readonly places: Place[] } {
  const parts: Buffer[] = []
  const places: Place[] = []
  let at = 0
  for (const entry of entries) {
    const part = localHeader(entry)
    places.push({ ...entry, at })
    parts.push(part)
    at += part.length
  }
  return { bodies: Buffer.concat(parts), places }
}

function zip(entries: readonly Entry[], again: (places: Place[]) => Place[] = (places) => places) {
  const { bodies, places } = placed(entries)
  const listed = again(places)
  const directory = Buffer.concat(listed.map(centralHeader))
  const end = endOfDirectory(listed.length, directory.length, bodies.length)
  return Buffer.concat([bodies, directory, end])
}

const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const xml = '<?xml version="1.0" encoding="UTF-8"?>'

type Parts = {
  readonly contentTypes?: Content
  readonly sharedStrings?: Content
  readonly stringsName?: string
  readonly sheet?: Content
}

const row = '<row r="1"><c r="A1" t="inlineStr"><is><t>time</t></is></c></row>'

function workbook({ contentTypes, sharedStrings, sheet, stringsName }: Parts = {}): Entry[] {
  const strings = stringsName ?? 'sharedStrings.xml'
  return [
    {
      name: '[Content_Types].xml',
      content:
        contentTypes ??
        content(
          `${xml}<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/${strings}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
        ),
    },
    {
      name: '_rels/.rels',
      content: content(
        `${xml}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
    },
    {
      name: 'xl/workbook.xml',
      content: content(
        `${xml}<workbook xmlns="${sheets}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: content(
        `${xml}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="${strings}"/></Relationships>`,
      ),
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content:
        sheet ??
        content(`${xml}<worksheet xmlns="${sheets}"><sheetData>${row}</sheetData></worksheet>`),
    },
    {
      name: `xl/${strings}`,
      content: sharedStrings ?? content(`${xml}<sst xmlns="${sheets}"/>`),
    },
  ]
}

const texts = (megabytes: number) =>
  content(`${xml}<sst xmlns="${sheets}">`, '<si><t>a</t></si>', megabytes * megabyte, '</sst>')

/** The list of types of the parts, with so many MB of empty elements in it. */
export const contentTypesOf = (megabytes: number) =>
  zip(
    workbook({
      contentTypes: content(
        `${xml}<Types xmlns="${types}">`,
        '<a/>',
        megabytes * megabyte,
        '</Types>',
      ),
    }),
  )

export const sharedStringsOf = (megabytes: number) =>
  zip(workbook({ sharedStrings: texts(megabytes) }))

/** A relationship leads to them; their name is not the usual one. */
export const renamedStringsOf = (megabytes: number) =>
  zip(workbook({ sharedStrings: texts(megabytes), stringsName: 'words.xml' }))

/** Its old directory lists a small workbook, that of ZIP64 another one. */
export function zip64Of(megabytes: number): Buffer {
  const small = placed(workbook())
  const large = placed(workbook({ sharedStrings: texts(megabytes) }))
  const moved = large.places.map((place) => ({ ...place, at: place.at + small.bodies.length }))
  const bodies = Buffer.concat([small.bodies, large.bodies])
  const smallDirectory = Buffer.concat(small.places.map(centralHeader))
  const largeDirectory = Buffer.concat(moved.map(centralHeader))
  const here = bodies.length + smallDirectory.length + largeDirectory.length
  return Buffer.concat([
    bodies,
    smallDirectory,
    largeDirectory,
    endOfDirectory64(
      moved.length,
      largeDirectory.length,
      bodies.length + smallDirectory.length,
      here,
    ),
    // A size that says: look into the other one. Who does not know ZIP64 finds the small one.
    endOfDirectory(small.places.length, 0xffff_ffff, bodies.length),
  ])
}

export const oneRowOf = (megabytes: number) =>
  zip(
    workbook({
      sheet: content(
        `${xml}<worksheet xmlns="${sheets}"><sheetData><row r="1">`,
        '<c><v>1</v></c>',
        megabytes * megabyte,
        '</row></sheetData></worksheet>',
      ),
    }),
  )

/** Many names for the same packed bytes. */
export const overlapping = (count: number) =>
  zip(workbook({ sharedStrings: texts(1) }), (places) => [
    ...places,
    ...Array.from({ length: count }, (_, index) => ({
      ...(places.at(-1) as Place),
      name: `xl/media/image${index}.xml`,
    })),
  ])

export function manyEntries(count: number): Buffer {
  const image = content('<a/>')
  const images = Array.from({ length: count }, (_, index) => ({
    ...{ name: `xl/media/image${index}.xml`, content: image },
  }))
  return zip([...workbook(), ...images])
}
