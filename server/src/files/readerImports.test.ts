import { readFileSync } from 'node:fs'
import { builtinModules, createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readerPackages, readerProgram, readerRooms } from './readerProcess.ts'

/** Modules of Node by which a process reaches another one, or starts code that the walk does not see. */
const reaching = [
  ...[
    'net',
    'http',
    'https',
    'http2',
    'tls',
    'dgram',
    'dns',
    'dns/promises',
    'undici',
    'inspector',
  ],
  ...['child_process', 'cluster', 'worker_threads', 'wasi', 'vm', 'repl', 'quic', 'test'],
  ...['inspector/promises', 'trace_events'],
]
const root = join(import.meta.dirname, '../../..')

/** What a source imports when it runs: types are erased. */
function importsOf(code: string): string[] {
  const plain = code.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
  const found = [
    ...plain.matchAll(
      /(?:^|[;\n}])\s*(?:import|export)\s+(?!type\b)[^'"`;]*?from\s*['"]([^'"]+)['"]/g,
    ),
    ...plain.matchAll(/(?:^|[;\n}])\s*import\s*['"]([^'"]+)['"]/g),
    ...plain.matchAll(/\b(?:require|import|getBuiltinModule)\s*\(\s*['"]([^'"]+)['"]\s*\)/g),
  ]
  return found.map(([, target = '']) => target)
}

/** Calls whose target stands in no text of the source. */
const isHidden = (code: string) =>
  /\b(?:import|getBuiltinModule)\s*\(\s*[^'")\s]|\bcreateRequire\b|process\s*\.\s*binding/.test(
    code.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, ''),
  )

type Walk = { readonly files: Map<string, string[]>; readonly builtins: Set<string> }

function walk(file: string, { files, builtins }: Walk, read = sourceOf): Walk {
  if (files.has(file)) return { files, builtins }
  const code = read(file)
  const targets = importsOf(code)
  files.set(file, targets)
  expect(isHidden(code), file).toBe(false)
  for (const target of targets) {
    const name = target.replace(/^node:/, '')
    if (builtinModules.includes(name) || target.startsWith('node:')) builtins.add(name)
    else walk(resolved(target, file), { files, builtins }, read)
  }
  return { files, builtins }
}

const sourceOf = (file: string) => readFileSync(file, 'utf8')

function resolved(target: string, from: string): string {
  if (target.startsWith('.') && /\.[cm]?[jt]s$/.test(target)) return resolve(dirname(from), target)
  if (target.startsWith('@packboard/') || from.endsWith('.ts') || from.endsWith('.mjs')) {
    return fileURLToPath(import.meta.resolve?.(target) ?? createRequire(from).resolve(target))
  }
  return createRequire(from).resolve(target)
}

test('the process that opens files imports nothing that opens a connection or starts a process', () => {
  const { files, builtins } = walk(readerProgram, { files: new Map(), builtins: new Set() })
  expect([...builtins].filter((name) => reaching.includes(name))).toEqual([])
  // The walk is no short one: our rooms and the readers of ZIP and XML are in it.
  const paths = [...files.keys()].map((file) => file.slice(root.length + 1))
  expect(paths).toContain('model/src/index.ts')
  expect(paths.some((path) => path.startsWith('node_modules/yauzl/'))).toBe(true)
  expect(paths.some((path) => path.startsWith('node_modules/saxes/'))).toBe(true)
  // And it is what the process may read.
  const packages = [...readerPackages].map((name) => `node_modules/${name}/`)
  const folders = ['server/src/files/', ...packages, ...readerRooms.map((room) => `${room}/src/`)]
  expect(paths.filter((path) => !folders.some((folder) => path.startsWith(folder)))).toEqual([])
  for (const folder of folders) {
    expect(
      paths.some((path) => path.startsWith(folder)),
      folder,
    ).toBe(true)
  }
})

test.each([
  `import { connect } from 'node:net'`,
  `const tls = require("tls")`,
  `export * from 'node:http'`,
  `import 'node:dgram'`,
  `const dns = await import('node:dns')`,
  `const child = process.getBuiltinModule('child_process')`,
])('and it would see %s', (code) => {
  const { builtins } = walk('/a.ts', { files: new Map(), builtins: new Set() }, () => code)
  expect([...builtins].filter((name) => reaching.includes(name))).toHaveLength(1)
})

test.each([
  `const name = 'node:net'; await import(name)`,
  `process.getBuiltinModule(name)`,
  `process.binding('tcp_wrap')`,
])('and a target that it cannot read: %s', (code) => {
  expect(isHidden(code)).toBe(true)
})
