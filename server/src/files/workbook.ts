import { recordFileLimits } from '@packboard/model'
import { type Archive, openArchive } from './archiveEntries.ts'
import { meansTime } from './dateFormats.ts'
import { FileFault } from './fileFault.ts'
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
