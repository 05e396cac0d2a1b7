import { join } from 'node:path'
import { expect, test } from 'vitest'
import { boxGraph, circles, fileGraph, folderGraph } from './circles.ts'
import { filesOfOneUser, placesOfCalls, productFiles } from './measures.ts'
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
  'edge',
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

test('no arrow between the folders and files of server/src points up', () => {
  const boxes = boxGraph(files, 'server/src/')
  expect(boxes.size).toBeGreaterThan(20)
  expect(circles(boxes)).toEqual([])
  const ring = graphOf(
    ['server/src/deps.ts', `import type { Mail } from './accounts/mail.ts'`],
    ['server/src/accounts/routes.ts', `import type { Deps } from '../deps.ts'`],
    ['server/src/accounts/mail.ts', `export type Mail = string`],
  )
  expect(circles(folderGraph(ring))).toEqual([])
  expect(circles(boxGraph(ring, 'server/src/'))).toEqual([['accounts', 'deps.ts']])
})

/**
 * A file has two users or a test of its own; else what is in it belongs into its one user. So many files of each room break
 * that: the numbers may only fall.
 */
const ofOneUser: Record<string, { readonly under40: number; readonly all: number }> = {
  bench: { under40: 2, all: 33 },
  contract: { under40: 5, all: 35 },
  edge: { under40: 0, all: 2 },
  engines: { under40: 1, all: 5 },
  ingest: { under40: 2, all: 5 },
  management: { under40: 1, all: 11 },
  model: { under40: 1, all: 2 },
  oracle: { under40: 0, all: 9 },
  plant: { under40: 0, all: 3 },
  server: { under40: 0, all: 36 },
  telemetry: { under40: 1, all: 28 },
  web: { under40: 10, all: 112 },
}

test('a file has two users or a test of its own', () => {
  const single = filesOfOneUser(root, productFiles(root))
  const roomOf = ({ path }: { path: string }) => path.slice(0, path.indexOf('/'))
  for (const [room, found] of Map.groupBy(single, roomOf)) {
    const small = found.filter(({ lines }) => lines < 40).map(({ path }) => path)
    const { under40 = 0, all = 0 } = ofOneUser[room] ?? {}
    expect([room, small.length, small]).toEqual([room, Math.min(small.length, under40), small])
    expect([room, found.length]).toEqual([room, Math.min(found.length, all)])
  }
})

test('a call is named in at most four places: contract, route, rights, screens', () => {
  const places = placesOfCalls(root)
  expect(places.size).toBeGreaterThan(120)
  expect([...places].filter(([, count]) => count > 4)).toEqual([])
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
