import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { filesBelow } from './sources.ts'

/**
 * Code and documents cite reasons by number: decisions (D), threats (T), faults (F), measured facts (M), goals (G),
 * what always holds (I), and sections of the specification (§). Each number has a row in docs/rules/, and no number
 * appears in a text for users. Each check comes with examples that it must catch.
 */

const root = join(import.meta.dirname, '..')

type File = { readonly path: string; readonly content: string }

/** A number that is cited, and where. */
type Citation = { readonly number: string; readonly path: string; readonly line: number }

type Row = { readonly number: string; readonly path: string; readonly planned: boolean }

const isCode = (path: string) => /\.([cm]?ts|tsx|[cm]?js)$/.test(path)
/** They are made by commands and not committed. */
const isGenerated = (path: string) => /^docs\/(spoken|screens)\//.test(path)
const isTest = (path: string) =>
  /\.(test|spec)\.tsx?$|\/(test|testing)\//.test(path) || /^(e2e|bench|oracle)\//.test(path)

/**
 * A comment is prose. Of a text only decisions count: T1 is a tool of the demo, M8 is a move command of an SVG path.
 */
const numberInProse = /(?<![\w#-])[DTFMIG]\d{1,3}(?![\w:-])/g
const decisionInText = /(?<![\w#-])D\d{1,3}(?![\w:-])/g
/** A section is the specification's. Of another document it is no citation that a row could explain. */
const section = /(guide )?§ ?(\d{1,2})/g

/** What stands in a source file: its comments, and its texts with the names of its tests. */
type Piece = { readonly isComment: boolean; readonly start: number; readonly text: string }

const read = new Map<string, Piece[]>()

/** Each file is read once, however many checks ask. */
function piecesOf(path: string, code: string): Piece[] {
  const known = read.get(code)
  if (known) return known
  const pieces = readPieces(path, code)
  read.set(code, pieces)
  return pieces
}

function readPieces(path: string, code: string): Piece[] {
  const { program, comments, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const pieces: Piece[] = comments.map(({ start, value }) => ({
    isComment: true,
    start,
    text: value,
  }))
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) visit(child)
    if (!isNode(node)) return
    const text = textOf(node)
    if (text !== undefined) pieces.push({ isComment: false, start: node.start, text })
    for (const value of Object.values(node)) visit(value)
  }
  visit(program.body)
  return pieces
}

const lineAt = (content: string, index: number) => content.slice(0, index).split('\n').length

/** Most files cite nothing and need not be read to the end. */
const mayCite = ({ content }: File) => /[DTFMIG]\d|§/.test(content)

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  'start' in value &&
  typeof value.start === 'number'

/** The constant text of a literal, of a part of a template, or between tags. */
function textOf({ type, value }: Node): string | undefined {
  if (type === 'Literal' || type === 'JSXText') return typeof value === 'string' ? value : undefined
  if (type !== 'TemplateElement' || typeof value !== 'object' || value === null) return undefined
  return 'raw' in value && typeof value.raw === 'string' ? value.raw : undefined
}

/** Every number that a file cites. */
function citationsIn({ path, content }: File): Citation[] {
  if (path.startsWith('docs/rules/') || !mayCite({ path, content })) return []
  const pieces = isCode(path)
    ? piecesOf(path, content)
    : [{ isComment: true, start: 0, text: content }]
  return pieces.flatMap(({ isComment, start, text }) => {
    const at = (index: number) => lineAt(content, start + index)
    return [
      ...[...text.matchAll(isComment ? numberInProse : decisionInText)].map((found) => ({
        number: found[0],
        path,
        line: at(found.index),
      })),
      ...[...text.matchAll(section)].map((found) => ({
        number: `${found[1] ?? ''}§${found[2]}`,
        path,
        line: at(found.index),
      })),
    ]
  })
}

/** Every row of the tables: `| D14 | rule | why | in the code |`, and every section of the specification. */
function rowsIn({ path, content }: File): Row[] {
  if (!path.startsWith('docs/rules/')) return []
  return content.split('\n').flatMap((line) => {
    const heading = /^## (§\d{1,2}) /.exec(line)?.[1]
    if (heading) return [{ number: heading, path, planned: false }]
    const [, number = '', status = ''] =
      /^\| ([DTFMIG]\d{1,3}) \|.* \| (in the code|planned) \|$/.exec(line) ?? []
    return number === '' ? [] : [{ number, path, planned: status === 'planned' }]
  })
}

/** A row whose last cell has another value would be skipped silently. */
function brokenRowsIn(file: File): string[] {
  const rows = new Set(rowsIn(file).map(({ number }) => number))
  return file.path.startsWith('docs/rules/')
    ? [...file.content.matchAll(/^\| ([DTFMIG]\d{1,3}) \|/gm)].flatMap(([, number = '']) =>
        rows.has(number) ? [] : [`${file.path}: ${number} is neither in the code nor planned`],
      )
    : []
}

/** The differences between the numbers that are cited and the rows that explain them. */
function disagreements(files: readonly File[]): string[] {
  const citations = files.flatMap(citationsIn)
  const rows = files.flatMap(rowsIn)
  const cited = new Set(citations.map(({ number }) => number))
  const explained = new Set(rows.map(({ number }) => number))
  const planned = new Set(rows.filter((row) => row.planned).map(({ number }) => number))
  return [
    ...files.flatMap(brokenRowsIn),
    ...citations
      .filter(({ number }) => !explained.has(number))
      .map(({ number, path, line }) => `${path}:${line} cites ${number}, which has no row`),
    ...citations
      .filter(({ number }) => planned.has(number))
      .map(({ number, path, line }) => `${path}:${line} cites ${number}, which is planned`),
    ...rows
      .filter((row) => !row.planned && !cited.has(row.number))
      .map(({ number, path }) => `${path}: nothing cites ${number}`),
    ...rows
      .filter((row, index) => rows.findIndex(({ number }) => number === row.number) !== index)
      .map(({ number, path }) => `${path}: ${number} has two rows`),
  ]
}

/** Numbers in texts of the product: screens, descriptions of calls, log lines, e-mails, failures; and in the manual. */
function numbersForUsers({ path, content }: File): string[] {
  if (/^docs\/manual\/.*\.md$/.test(path)) {
    return content
      .split('\n')
      .flatMap((line, index) => (hasNumber(line) ? [`${path}:${index + 1} ${line.trim()}`] : []))
  }
  if (!isCode(path) || isTest(path) || !path.includes('/') || !mayCite({ path, content })) return []
  return piecesOf(path, content)
    .filter(({ isComment, text }) => !isComment && hasNumber(withoutSqlComments(text)))
    .map(
      ({ start, text }) =>
        `${path}:${lineAt(content, start)} ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 80)}`,
    )
}

/** T1 alone may be a tool; in brackets it cites. */
const hasNumber = (text: string) =>
  text.search(decisionInText) >= 0 || text.search(section) >= 0 || /\([TFMIG]\d{1,3}\)/.test(text)

/** The engine reads them, no user does. */
const withoutSqlComments = (text: string) => text.replaceAll(/--.*$/gm, '')

const files: File[] = filesBelow(root)
  .filter(
    (path) =>
      (isCode(path) || /\.(md|css|sh|sql|html|ya?ml)$/.test(path)) &&
      !isGenerated(path) &&
      path !== 'house/rules.test.ts',
  )
  .map((path) => ({ path, content: readFileSync(join(root, path), 'utf8') }))

describe('a number and its row', () => {
  test('belong together in the whole house', () => {
    expect(disagreements(files)).toEqual([])
    // With no file read there would be nothing wrong.
    expect(files.flatMap(rowsIn).length).toBeGreaterThan(100)
    expect(files.flatMap(citationsIn).length).toBeGreaterThan(500)
  })

  const table = '| D1 | names | – | in the code |\n| D2 | more | – | planned |\n'
  const specification = '## §4 States\n'
  const goodFiles: File[] = [
    { path: 'docs/rules/decisions.md', content: table },
    { path: 'docs/rules/specification.md', content: specification },
    { path: 'web/src/a.ts', content: '/** As it is (D1; specification §4). */ export const a = 1' },
  ]

  test.each<[string, File]>([
    ['a comment', { path: 'web/src/b.ts', content: '/** Kept (D3). */ export const b = 1' }],
    ['a threat', { path: 'web/src/b.ts', content: '// refused (T64)' }],
    [
      'the name of a test',
      { path: 'web/src/b.test.ts', content: `test('it holds (D3)', () => {})` },
    ],
    ['a document', { path: 'docs/a.md', content: 'Kept (D3).' }],
    ['a script', { path: 'scripts/a.mjs', content: '// the runtime of D85' }],
    ['a style', { path: 'web/src/a.css', content: '/* D31 */' }],
    ['a section', { path: 'web/src/b.ts', content: '/** As specified (specification §8). */' }],
    ['another document', { path: 'web/src/b.ts', content: '// design guide §4' }],
    ['a planned row', { path: 'web/src/b.ts', content: '// as D2 says' }],
    [
      'a row that nothing cites',
      { path: 'docs/rules/b.md', content: '| F9 | x | y | in the code |' },
    ],
    ['a row twice', { path: 'docs/rules/b.md', content: '| D1 | x | y | in the code |' }],
    ['a row without status', { path: 'docs/rules/b.md', content: '| D9 | x | y | soon |' }],
  ])('would be seen to disagree in %s', (_where, file) => {
    expect(disagreements(goodFiles)).toEqual([])
    expect(disagreements([...goodFiles, file])).not.toEqual([])
  })

  test.each<[string, File]>([
    ['a tool', { path: 'web/src/b.test.ts', content: `const tool = 'T1'` }],
    ['a tool with a dash', { path: 'web/src/b.ts', content: '// such as T45-B' }],
    ['a picture', { path: 'web/src/b.ts', content: `const path = 'M8 2.5a3 3 0 0 1 3 3'` }],
    ['an instant', { path: 'web/src/b.ts', content: '// 2026-11-20T12:00:00Z' }],
    ['a package', { path: 'docs/a.md', content: 'ISO-D12 and D1-like' }],
  ])('are not looked for in %s', (_where, file) => {
    expect(disagreements([...goodFiles, file])).toEqual([])
  })
})

describe('what a user reads', () => {
  test('has no number in the whole house', () => {
    expect(files.flatMap(numbersForUsers)).toEqual([])
  })

  test.each<[string, File]>([
    [
      'a description of a call',
      { path: 'contract/src/a.ts', content: `z.number().describe('ppm (D22)')` },
    ],
    ['a screen', { path: 'web/src/a.tsx', content: 'const a = () => <p>as D11 says</p>' }],
    [
      'a text of a language',
      { path: 'web/src/i18n/locales/de/a.ts', content: `export const a = { b: 'so (D13)' }` },
    ],
    [
      'a log line',
      { path: 'server/src/a.ts', content: 'log.warn({}, `a call was refused (T64)`)' },
    ],
    ['a failure', { path: 'model/src/a.ts', content: `throw new Error('see specification §9')` }],
    ['the manual', { path: 'docs/manual/a.md', content: 'Packs are counted (D14).' }],
  ])('would be seen with one in %s', (_where, file) => {
    expect(numbersForUsers(file)).not.toEqual([])
  })

  test.each<[string, File]>([
    ['a comment', { path: 'contract/src/a.ts', content: '/** D22 */ export const a = 1' }],
    ['SQL', { path: 'management/src/a.ts', content: 'const a = `select 1 -- D33\n`' }],
    ['a test', { path: 'model/src/a.test.ts', content: `test('as D24 says', () => {})` }],
    ['a tool', { path: 'plant/src/a.ts', content: `const tool = 'T1'` }],
  ])('may have one in %s', (_where, file) => {
    expect(numbersForUsers(file)).toEqual([])
  })
})

/** As GitHub makes them of headings. */
const anchorsOf = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Headings of docs/figures.md that the code names and that are not there. */
function lostDefinitions(sources: readonly File[], figures: string): string[] {
  const anchors = new Set(anchorsOf(figures))
  return sources
    .filter(({ path }) => isCode(path))
    .flatMap(({ path, content }) =>
      [...content.matchAll(/\bfigures\.md#([\w-]+)/g)].flatMap(([, anchor = '']) =>
        anchors.has(anchor) ? [] : [`${path}: figures.md#${anchor}`],
      ),
    )
}

test('where a figure says that it is defined, there is a heading', () => {
  const figures = readFileSync(join(root, 'docs/figures.md'), 'utf8')
  expect(lostDefinitions(files, figures)).toEqual([])
  expect(files.some(({ content }) => content.includes(`'figures.md#`))).toBe(true)
  const asking = [{ path: 'server/src/a.ts', content: `const at = 'figures.md#packs-and-rejects'` }]
  expect(lostDefinitions(asking, '## Packs and rejects')).toEqual([])
  expect(lostDefinitions(asking, '## Packs')).toEqual([
    'server/src/a.ts: figures.md#packs-and-rejects',
  ])
})
