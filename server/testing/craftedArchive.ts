import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A text that is written many times: a bomb of any size is packed by packing it once. */
export type Repeated = {
  readonly head: string
  readonly unit: string
  readonly times: number
  readonly tail: string
}

/** An entry of an archive, and what its headers say that is not so. */
export type CraftedEntry = {
  readonly name: string
  readonly content: string | Repeated
  readonly local?: {
    readonly name?: string
    readonly size?: number
    readonly flags?: number
    readonly method?: number
  }
  readonly central?: { readonly size?: number; readonly flags?: number }
  /** Begins where the first entry begins. */
  readonly overlaps?: boolean
}

const chunkBytes = 4_000_000

/** Deflated data end at a byte where they are flushed, so pieces of them can stand behind one another. */
const packed = (text: Buffer) => deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH })

function pieces(content: string | Repeated): { data: Buffer; size: number; check: number } {
  if (typeof content === 'string') {
    const bytes = Buffer.from(content)
    return { data: deflateRawSync(bytes), size: bytes.length, check: crc32(bytes) }
  }
  const { head, unit, times, tail } = content
  const perChunk = Math.max(1, Math.min(times, Math.floor(chunkBytes / unit.length)))
  const chunk = Buffer.from(unit.repeat(perChunk))
  const whole = Math.floor(times / perChunk)
  const rest = Buffer.from(unit.repeat(times - whole * perChunk) + tail)
  const begin = Buffer.from(head)
  let check = crc32(begin)
  for (let index = 0; index < whole; index++) check = crc32(chunk, check)
  check = crc32(rest, check)
  const once = packed(chunk)
  return {
    data: Buffer.concat([packed(begin), ...Array<Buffer>(whole).fill(once), deflateRawSync(rest)]),
    size: begin.length + whole * chunk.length + rest.length,
    check,
  }
}

/** A ZIP archive, byte for byte as an attacker may write it. */
export function craftedArchive(
  entries: readonly CraftedEntry[],
  { zip64 = false }: { readonly zip64?: boolean } = {},
): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, local, central, overlaps } of entries) {
    const { data, size, check } = pieces(content)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(local?.flags ?? 0, 6)
    header.writeUInt16LE(local?.method ?? 8, 8)
    header.writeUInt32LE(check, 14)
    header.writeUInt32LE(data.length, 18)
    header.writeUInt32LE(local?.size ?? size, 22)
    const localName = Buffer.from(local?.name ?? name)
    header.writeUInt16LE(localName.length, 26)
    const row = Buffer.alloc(46)
    row.writeUInt32LE(0x02014b50, 0)
    row.writeUInt16LE(central?.flags ?? 0, 8)
    row.writeUInt16LE(8, 10)
    row.writeUInt32LE(check, 16)
    row.writeUInt32LE(data.length, 20)
    row.writeUInt32LE(central?.size ?? size, 24)
    row.writeUInt16LE(Buffer.byteLength(name), 28)
    row.writeUInt32LE(overlaps ? 0 : at, 42)
    directory.push(row, Buffer.from(name))
    if (overlaps) continue
    parts.push(header, localName, data)
    at += header.length + localName.length + data.length
  }
  const rows = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(rows.length, 12)
  end.writeUInt32LE(at, 16)
  if (!zip64) return new Uint8Array(Buffer.concat([...parts, rows, end]))
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(entries.length), 24)
  record.writeBigUInt64LE(BigInt(entries.length), 32)
  record.writeBigUInt64LE(BigInt(rows.length), 40)
  record.writeBigUInt64LE(BigInt(at), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(at + rows.length), 8)
  locator.writeUInt32LE(1, 16)
  return new Uint8Array(Buffer.concat([...parts, rows, record, locator, end]))
}

const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
const relations = (text: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${text}</Relationships>`
export const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

/** The entries of a workbook with one sheet, some of them as given. */
export function craftedWorkbook({
  contentTypes = types,
  sheet = sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>'),
  texts,
  textsName = 'sharedStrings.xml',
  styles,
  workbook = '<workbookPr/>',
}: {
  readonly contentTypes?: string | Repeated
  readonly sheet?: string | Repeated
  readonly texts?: string | Repeated
  readonly textsName?: string
  readonly styles?: string | Repeated
  readonly workbook?: string
} = {}): CraftedEntry[] {
  return [
    { name: '[Content_Types].xml', content: contentTypes },
    {
      name: '_rels/.rels',
      content: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${workbook}<sheets><sheet name="Sheet" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml') +
          relation('rId2', 'sharedStrings', textsName) +
          relation('rId3', 'styles', 'styles.xml'),
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
    ...(texts === undefined ? [] : [{ name: `xl/${textsName}`, content: texts }]),
    ...(styles === undefined ? [] : [{ name: 'xl/styles.xml', content: styles }]),
  ]
}
