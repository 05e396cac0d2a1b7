import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'
import { filesBelow, type Source, sourcesOf } from './sources.ts'

/** How large the product is: what `npm run house` prints, and what `measures.test.ts` keeps from growing. */

/** A file of the product, with its text and its lines. */
export type ProductFile = { readonly path: string; readonly code: string; readonly lines: number }

const isCode = /\.(ts|tsx|mjs)$/
const isOther = /\.(test|spec)\.(ts|tsx|mjs)$|\/testing\/|\/locales\/|\.d\.m?ts$/

/** What counts as product: ts, tsx and mjs without tests, `testing/`, texts of languages and type declarations. */
export function productFiles(root: string): ProductFile[] {
  return filesBelow(root)
    .filter((path) => isCode.test(path) && !isOther.test(path))
    .map((path) => {
      const code = readFileSync(join(root, path), 'utf8')
      return { path, code, lines: code.split('\n').length - 1 }
    })
}

export const linesOf = (files: readonly ProductFile[], folder = ''): number =>
  files.reduce((sum, { path, lines }) => (path.startsWith(folder) ? sum + lines : sum), 0)

/** The folders directly in a folder. */
export const foldersIn = (files: readonly ProductFile[], folder: string): string[] => [
  ...new Set(
    files.flatMap(({ path }) => {
      const [name, ...below] = path.startsWith(folder) ? path.slice(folder.length).split('/') : []
      return name !== undefined && below.length > 0 ? [name] : []
    }),
  ),
]

type Node = { readonly type: string; readonly start: number; readonly end: number }
const isNode = (value: unknown): value is Node & Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const functions = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']
const isNamed = (value: unknown): value is { readonly name: string } =>
  isNode(value) && typeof value.name === 'string'

/** The functions of a file that are longer than so many lines: `path: name (lines)`. */
export function longFunctions({ path, code, lines }: ProductFile, most: number): string[] {
  if (lines <= most) return []
  const { program } = parseSync(path, code)
  const found: string[] = []
  const visit = (value: unknown, name: string) => {
    if (Array.isArray(value)) for (const child of value) visit(child, name)
    if (!isNode(value)) return
    const { id, key } = value
    const own = isNamed(id) ? id.name : isNamed(key) ? key.name : name
    if (functions.includes(value.type)) {
      const lines = code.slice(value.start, value.end).split('\n').length
      if (lines > most) found.push(`${path}: ${own} (${lines})`)
    }
    for (const child of Object.values(value)) visit(child, own)
  }
  visit(program.body, '')
  return found
}

/** The rooms of the package file, with what stands beside them. */
export function everySource(root: string): Source[] {
  const { workspaces }: { workspaces: string[] } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  return [...workspaces, 'scripts', 'house'].flatMap((room) => sourcesOf(root, room))
}

/**
 * Files that one file alone imports, and that no test has for its own: what is in them belongs there. A text that names a file, such
 * as the program of a thread, is an import; an entry of a package is used from outside.
 */
export function filesOfOneUser(root: string, files: readonly ProductFile[]): ProductFile[] {
  const users = new Map<string, number>()
  const use = (path: string, by: number) => users.set(path, (users.get(path) ?? 0) + by)
  for (const { path, imports, words } of everySource(root)) {
    const named = [...words].filter((word) => /^\.{0,2}[\w./-]*\.(ts|tsx|mjs)$/.test(word))
    const targets = [...imports.map(({ target }) => target), ...named]
    const reached = targets.flatMap((target) => [
      posix.join(posix.dirname(path), target),
      posix.normalize(target),
    ])
    for (const file of new Set(reached)) if (file !== path) use(file, 1)
  }
  for (const manifest of filesBelow(root).filter((path) => path.endsWith('package.json'))) {
    const text = readFileSync(join(root, manifest), 'utf8')
    for (const [, name = ''] of text.matchAll(/["\s]\.?\/?([\w./-]+\.(?:ts|mjs))/g)) {
      use(posix.join(posix.dirname(manifest), name), 2)
    }
  }
  const hasTest = (path: string) =>
    ['ts', 'tsx'].some((end) => existsSync(join(root, path.replace(/\.\w+$/, `.test.${end}`))))
  return files.filter(
    ({ path }) =>
      /^\w+\/src\//.test(path) &&
      (users.get(path) ?? 0) < 2 &&
      !hasTest(path) &&
      // It runs, and nothing imports it.
      !/\/main\.tsx?$/.test(path),
  )
}

/** The questions that know where a figure comes from: the store's rows, memory or raw records. */
export const questionsWithSource = (files: readonly ProductFile[]): string[] =>
  files
    .filter(({ path, code }) => {
      const isQuestion = path.startsWith('telemetry/src/read/') && !/\/readWindow\.ts$/.test(path)
      return isQuestion && /\breadWindow\b/.test(code)
    })
    .map(({ path }) => path)

/**
 * In how many places each call of the contract is named that a new call has to be written into: its definition, the files of
 * the server, the screens (one place, however many use it) and the table of rights (one).
 */
export function placesOfCalls(root: string): Map<string, number> {
  const places = new Map<string, Set<string>>()
  for (const { path, calls } of sourcesOf(root, 'contract')) {
    if (!path.startsWith('contract/src/') || !calls.has('endpoint')) continue
    const code = readFileSync(join(root, path), 'utf8')
    for (const [, name = ''] of code.matchAll(/^export const (\w+) = endpoint\(/gm)) {
      places.set(name, new Set([path]))
    }
  }
  const sources = ['server', 'web'].flatMap((room) => sourcesOf(root, room))
  for (const { path, isTest, imports, words } of sources) {
    const isRights = path.startsWith('server/testing/rights/')
    if (isTest && !isRights) continue
    const place = isRights ? 'rights' : path.startsWith('web/') ? 'screens' : path
    const fromContract = imports.filter(({ target }) => target === '@packboard/contract')
    const names = new Set(fromContract.flatMap(({ names }) => names))
    for (const [name, found] of places) {
      if (names.has(name) || (names.has('*') && words.has(name))) found.add(place)
    }
  }
  return new Map([...places].map(([name, found]) => [name, found.size]))
}
