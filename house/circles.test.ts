import { join } from 'node:path'
import { expect, test } from 'vitest'
import { circles, fileGraph, folderGraph } from './circles.ts'
import { readSource, sourcesOf } from './sources.ts'

const root = join(import.meta.dirname, '..')
const rooms = [
  'model',
  'contract',
  'engines',
  'ingest',
  'telemetry',
  'management',
  'demo',
  'server',
  'web',
  'plant',
  'oracle',
  'bench',
  'e2e',
  'house',
]
const files = fileGraph(rooms.flatMap((room) => sourcesOf(root, room)))

test('no files import each other in a circle', () => {
  expect(files.size).toBeGreaterThan(900)
  expect(circles(files)).toEqual([])
})

test('no folders that stand side by side import each other in a circle', () => {
  expect(circles(folderGraph(files))).toEqual([])
})

const graphOf = (...sources: [path: string, code: string][]) =>
  fileGraph(sources.map(([path, code]) => readSource(path, code)))

test('a circle of files would be seen, also one of types alone', () => {
  const ring = graphOf(
    ['web/src/a/one.ts', `import type { Two } from './two.ts'`],
    ['web/src/a/two.ts', `export { three } from './three.ts'`],
    ['web/src/a/three.ts', `import { one } from './one.ts'`],
    ['web/src/a/four.ts', `import { one } from './one.ts'`],
  )
  expect(circles(ring)).toEqual([['web/src/a/one.ts', 'web/src/a/three.ts', 'web/src/a/two.ts']])
})

test('a circle of folders would be seen where no file is in one, at any depth', () => {
  const ring = graphOf(
    ['web/src/admin/panel/one.ts', `import '../../wall/two.ts'`],
    ['web/src/wall/two.ts', `export const two = 2`],
    ['web/src/wall/three.ts', `import '../admin/erasure/four.ts'`],
    ['web/src/admin/erasure/four.ts', `export const four = 4`],
  )
  expect(circles(ring)).toEqual([])
  expect(circles(folderGraph(ring))).toEqual([['web/src/admin', 'web/src/wall']])
})

test('a folder and one inside it are one place, and a test may look wherever it wants', () => {
  const house = graphOf(
    ['telemetry/src/ledger/ledger.ts', `import './fold/carry.ts'`],
    ['telemetry/src/ledger/fold/carry.ts', `import '../minute.ts'`],
    ['telemetry/src/ledger/minute.ts', `export const minute = 1`],
    ['telemetry/src/read/a.test.ts', `import '../ledger/minute.ts'`],
    ['telemetry/src/ledger/b.ts', `import '../read/c.ts'`],
    ['telemetry/src/read/c.ts', `export const c = 1`],
  )
  expect(circles(folderGraph(house))).toEqual([])
})
