import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** One `import`, `export … from`, `import()`, `vi.mock()`: where it points and what it takes. */
type Import = {
  readonly target: string
  /** Erased before the program runs. */
  readonly typeOnly: boolean
  /** Names as the other module exports them; `*` for everything or for side effects alone. */
  readonly names: readonly string[]
}

/** A source file as the rules in house/ see it: without comments. */
export type Source = {
  readonly path: string
  readonly room: string
  readonly isTest: boolean
  readonly imports: readonly Import[]
  /** Every identifier, and every text that is no sentence. */
  readonly words: ReadonlySet<string>
  /** What is called without an object, or on window, globalThis or self: `fetch(`, `new WebSocket(`. */
  readonly calls: ReadonlySet<string>
  /** Each template literal: its constant parts and, as far as they are plain names, its placeholders. */
  readonly templates: readonly { readonly still: string; readonly holes: readonly string[] }[]
  /** Top-level constants that are one constant text. */
  readonly stillTexts: ReadonlySet<string>
  /** `any`, a double assertion, a suppressed check, a skipped test: ways around the checks. */
  readonly escapes: readonly string[]
}

type Node = { readonly type: string; readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const nameOf = (value: unknown): string => (isNode(value) ? text(value.name ?? value.value) : '')

/** Stands for a placeholder in a template literal. */
const hole = '…'

const silenced = /@ts-(ignore|nocheck|expect-error)|biome-ignore|eslint-disable|\b(TODO|FIXME)\b/
const testPath = /\.test\.tsx?$|\/(test|testing)\//

/** Reads one file; a file that does not parse is an error, not a file without violations. */
export function readSource(path: string, code: string): Source {
  const { program, comments, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const found: Found = {
    imports: [],
    words: new Set(),
    calls: new Set(),
    templates: [],
    stillTexts: new Set(),
    escapes: [],
  }
  const visit = (node: Node) => {
    collect(node, found)
    for (const value of Object.values(node)) {
      if (isNode(value)) visit(value)
      else for (const child of nodes(value)) visit(child)
    }
  }
  for (const statement of nodes(program.body)) {
    collectStillTexts(statement, found.stillTexts)
    visit(statement)
  }
  const isTest = testPath.test(path)
  for (const { value } of comments) {
    const silencer = silenced.exec(value)?.[0]
    // A test may show that a mistake does not compile.
    if (silencer && !(isTest && silencer === '@ts-expect-error')) found.escapes.push(silencer)
  }
  return { path, room: path.split('/')[0] ?? '', isTest, ...found }
}

type Found = {
  imports: Import[]
  words: Set<string>
  calls: Set<string>
  templates: { still: string; holes: string[] }[]
  stillTexts: Set<string>
  escapes: string[]
}

function collect(node: Node, found: Found) {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      if (isNode(node.source)) found.imports.push(importOf(node))
      break
    case 'ImportExpression':
    case 'TSImportType':
      found.imports.push({
        target: nameOf(node.source),
        typeOnly: node.type === 'TSImportType',
        names: ['*'],
      })
      break
    case 'CallExpression':
    case 'NewExpression':
      collectCall(node, found)
      break
    case 'Identifier':
      found.words.add(text(node.name))
      break
    case 'Literal':
      if (typeof node.value === 'string') found.words.add(node.value)
      break
    case 'TemplateLiteral':
      found.templates.push({
        still: nodes(node.quasis).map(rawOf).join(hole),
        holes: nodes(node.expressions).map(nameOf),
      })
      break
    case 'BinaryExpression':
      if (node.operator === '+') {
        const still = [node.left, node.right].map((side) => (isText(side) ? rawOf(side) : hole))
        if (still.includes(hole)) found.templates.push({ still: still.join(''), holes: [''] })
      }
      break
    case 'TSAnyKeyword':
      found.escapes.push('any')
      break
    case 'TSAsExpression':
      if (isNode(node.expression) && node.expression.type === 'TSAsExpression') {
        found.escapes.push('as … as')
      }
      break
  }
}

const isText = (node: unknown): node is Node =>
  isNode(node) &&
  ((node.type === 'Literal' && typeof node.value === 'string') || node.type === 'TemplateLiteral')

function rawOf(node: Node): string {
  if (node.type === 'TemplateLiteral') return nodes(node.quasis).map(rawOf).join(hole)
  const value = node.value
  return typeof value === 'object' && value !== null && 'raw' in value
    ? text(value.raw)
    : text(value)
}

function importOf(node: Node): Import {
  const kinds = [node.importKind, node.exportKind]
  const specifiers = nodes(node.specifiers)
  const inner = specifiers.map((one) => one.importKind ?? one.exportKind)
  return {
    target: nameOf(node.source),
    typeOnly:
      kinds.includes('type') || (inner.length > 0 && inner.every((kind) => kind === 'type')),
    names:
      specifiers.length === 0
        ? ['*']
        : specifiers.map((one) =>
            one.type === 'ImportSpecifier'
              ? nameOf(one.imported)
              : one.type === 'ExportSpecifier'
                ? nameOf(one.local)
                : '*',
          ),
  }
}

const globals = ['window', 'globalThis', 'self', 'navigator']

function collectCall(node: Node, found: Found) {
  const { callee } = node
  if (!isNode(callee)) return
  if (callee.type === 'Identifier') found.calls.add(nameOf(callee))
  if (callee.type !== 'MemberExpression') return
  const [owner, name] = [nameOf(callee.object), nameOf(callee.property)]
  if (globals.includes(owner)) found.calls.add(name)
  if (owner === 'vi' && /^(mock|doMock|importActual)$/.test(name)) {
    const target = nameOf(nodes(node.arguments)[0])
    if (target !== '') found.imports.push({ target, typeOnly: false, names: ['*'] })
  }
  if (/^(test|it|describe)$/.test(owner) && /^(skip|only|todo|fixme)$/.test(name)) {
    found.escapes.push(`${owner}.${name}`)
  }
}

function collectStillTexts(statement: Node, stillTexts: Set<string>) {
  const declaration = isNode(statement.declaration) ? statement.declaration : statement
  if (declaration.type !== 'VariableDeclaration' || declaration.kind !== 'const') return
  for (const { id, init } of nodes(declaration.declarations)) {
    const value = isNode(init) && init.type === 'TSAsExpression' ? init.expression : init
    if (isText(value)) stillTexts.add(nameOf(id))
  }
}

const notOurs = /^(node_modules|\.git|dist|data|test-results|coverage|\.vite)$/

/** The path of every file of the repository, from its root, with `/` between folders. */
export function filesBelow(root: string, folder = ''): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return notOurs.test(entry.name) ? [] : filesBelow(root, path)
    return entry.isFile() ? [path] : []
  })
}

/** All sources of a room that is there, read once; none of a room that does not exist yet. */
export function sourcesOf(root: string, room: string): readonly Source[] {
  const folder = join(root, room)
  const known = readRooms.get(folder)
  if (known) return known
  const sources = filesBelow(root, room)
    .filter((path) => /\.([cm]?ts|tsx|[cm]?js)$/.test(path))
    .map((path) => readSource(path, readFileSync(join(root, path), 'utf8')))
  readRooms.set(folder, sources)
  return sources
}

const readRooms = new Map<string, readonly Source[]>()
