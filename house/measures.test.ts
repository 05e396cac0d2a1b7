import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foldersIn, longFunctions, productFiles } from './measures.ts'

const root = join(import.meta.dirname, '..')
const files = productFiles(root)

/** Tables of data: they are read in one go, whatever their length. */
const tables = ['management/src/reasons/reasonTemplates.ts', 'management/src/schema.ts']

test('no file of the product has more than 400 lines but tables of data', () => {
  expect(tables.length).toBeLessThanOrEqual(5)
  const over = files.filter(({ lines }) => lines > 400).map(({ path }) => path)
  expect(over.toSorted()).toEqual(tables)
})

test('server/src has at most 30 folders', () => {
  expect(foldersIn(files, 'server/src/').length).toBeLessThanOrEqual(30)
})

/** In how many rooms functions are still too long, and how many; the numbers may only fall. */
const longInRoom: Record<string, number> = { web: 29 }

test('no function has more than 120 lines where it was brought so far', () => {
  const long = files.flatMap((file) => longFunctions(file, 120))
  for (const [room, found] of Map.groupBy(long, (one) => one.slice(0, one.indexOf('/')))) {
    expect([room, found.length, found]).toEqual([
      room,
      Math.min(found.length, longInRoom[room] ?? 0),
      found,
    ])
  }
})

test('a long function would be seen', () => {
  const code = `const a = {\n  b() {\n${'    void 0\n'.repeat(8)}  },\n}\n`
  const file = { path: 'web/src/a.ts', code, lines: 12 }
  expect(longFunctions(file, 8)).toEqual(['web/src/a.ts: b (10)'])
  expect(longFunctions(file, 10)).toEqual([])
})
