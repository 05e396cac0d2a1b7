import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { filesBelow } from './sources.ts'

/**
 * The message of a log line is constant text, and what it is about stands in fields: a support bundle passes messages on and
 * leaves out every field that may name a customer.
 */

const root = join(import.meta.dirname, '..')
const rooms = ['server', 'edge', 'telemetry', 'management', 'ingest', 'engines', 'demo']
const sources = filesBelow(root).filter(
  (path) => rooms.some((room) => path.startsWith(`${room}/src/`)) && /(?<!\.test)\.ts$/.test(path),
)

/** Messages that are made of constants elsewhere. */
const exceptions = new Set([
  // The catalogue's message of a failed call, beside its `code`; a support bundle takes the code.
  'server/src/http/errors.ts',
])

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The log calls of a source whose message is no constant text, with their lines. */
function changingIn(path: string, code: string): string[] {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) visit(child)
    if (!isNode(node)) return
    if (node.type === 'CallExpression' && isLog(node.callee)) {
      const given = Array.isArray(node.arguments) ? node.arguments : []
      const message: unknown = given.length > 1 ? given[1] : given[0]
      if (!isConstant(message)) {
        found.push(`${path}:${code.slice(0, node.start).split('\n').length}`)
      }
    }
    for (const value of Object.values(node)) visit(value)
  }
  visit(program.body)
  return found
}

const isLog = (callee: unknown) => {
  if (!isNode(callee) || callee.type !== 'MemberExpression') return false
  const { object, property } = callee
  const level =
    isNode(property) && (property.type !== 'Identifier' || levels.test(String(property.name)))
  const name = isNode(object) && object.type === 'MemberExpression' ? object.property : object
  return level && isNode(name) && name.type === 'Identifier' && name.name === 'log'
}
const levels = /^(trace|debug|info|warn|error|fatal)$/

const isConstant = (message: unknown): boolean =>
  isNode(message) &&
  ((message.type === 'Literal' && typeof message.value === 'string') ||
    (message.type === 'TemplateLiteral' &&
      Array.isArray(message.expressions) &&
      message.expressions.length === 0))

test('every message of the log is constant text', () => {
  const changing = sources
    .filter((path) => !exceptions.has(path))
    .flatMap((path) => changingIn(path, readFileSync(join(root, path), 'utf8')))
  expect(changing).toEqual([])
  expect(sources.length).toBeGreaterThan(300)
})

test('a message that changes would be seen', () => {
  const seen = (code: string) => changingIn('server/src/a.ts', code).length
  expect(seen(['log.warn({ err }, `no $', '{name}`)'].join(''))).toBe(1)
  expect(seen('request.log.error({ err }, error.message)')).toBe(1)
  expect(seen('deps.log.info(name)')).toBe(1)
  expect(seen("this.#log.info({}, 'a')")).toBe(0)
  expect(seen("log.info('stopped'); request.log[level]({ path }, 'answered')")).toBe(0)
})
