import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow } from './sources.ts'
import { retiredIn } from './words.ts'

/** Names and comments use the field's standard terms: CONTRIBUTING lists what to write instead of each retired word. */

const root = join(import.meta.dirname, '..')
const isCode = (path: string) => /\.([cm]?ts|tsx|[cm]?js)$/.test(path)
/** Migrations are never rewritten; the list of retired words has to name them. */
const isExempt = (path: string) => /\/migrations\/\d|^house\/words|^house\/.*\.test\.ts$/.test(path)

const files = filesBelow(root).filter((path) => isCode(path) && !isExempt(path))
const roomOf = (path: string) => path.split('/')[0]

test.each([...new Set(files.map(roomOf))])(
  'no identifier and no comment of %s uses a retired word',
  (room) => {
    const retired = files
      .filter((path) => roomOf(path) === room)
      .flatMap((path) =>
        retiredIn(path, readFileSync(join(root, path), 'utf8')).map(
          ({ line, word }) => `${path}:${line} ${word}`,
        ),
      )
    expect(retired).toEqual([])
  },
)

test('every retired word is in the list of CONTRIBUTING, with what to write instead', () => {
  const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  for (const word of ['told', 'asked', 'Door', 'Parts', 'take away', 'kept aside', 'whoever']) {
    expect(guide).toMatch(new RegExp(`^\\| .*\\b${word}\\b.* \\| .+ \\|$`, 'm'))
  }
})

describe('a retired word would be seen', () => {
  test.each([
    ['const toldAt = 1', 'told'],
    ['const machinesAsked = []', 'asked'],
    ['type TakeAwayTable = string', 'take away'],
    ['export type TelemetryRoom = object', 'telemetry room'],
    ['function putUpGuard() {}', 'put up guard'],
    ['class A { #untold = 1 }', 'untold'],
    ['const view = <p told="x" />', 'told'],
    ['// The sender is told to repeat it.\nconst a = 1', 'told'],
    ['/** Whoever reads this. */\nconst a = 1', 'whoever'],
    ['/** Records that were\n * kept aside. */\nconst a = 1', 'kept aside'],
  ])('%s', (code, word) => {
    expect(retiredIn('web/src/a.tsx', code).map((one) => one.word)).toEqual([word])
  })

  test.each([
    `const words = 'You were told so'`,
    'const forgetOldRecords = 1',
    '// The client requests what the machine reported.\nconst a = 1',
    'const panelParts = 1',
  ])('and this is none: %s', (code) => {
    expect(retiredIn('web/src/a.tsx', code)).toEqual([])
  })
})
