import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow, readSource, type Source, sourcesOf } from './sources.ts'

/**
 * The architecture diagram as a test. Each rule lists its violations as `file: what`, and comes with examples that it
 * must catch: a rule that accepts its own example protects nothing.
 */

const root = join(import.meta.dirname, '..')

/** Which room may import which. Data moves down this list; an import never points back up it. */
const mayImport: Record<string, readonly string[]> = {
  model: [],
  contract: ['model'],
  engines: ['model'],
  telemetry: ['model', 'engines/clickhouse'],
  management: ['model', 'engines/postgres'],
  ingest: ['model', 'contract', 'telemetry/write'],
  server: [
    'model',
    'model/texts',
    'contract',
    'contract/recordFields',
    'telemetry/read',
    'telemetry/slices',
    'telemetry/write',
    'telemetry/store',
    'telemetry/backup',
    'telemetry/elsewhere',
    'management',
    'management/addressBlock',
    'demo',
    'demo/answers',
    'demo/images',
    'ingest',
    'ingest/stateWords',
  ],
  edge: ['model', 'contract', 'ingest', 'server/shared'],
  web: ['model', 'model/texts', 'contract'],
  demo: ['model', 'management', 'management/seeding'],
  plant: ['model', 'contract', 'demo/plant'],
}

/** They test the product from outside and may use every export of every package. */
const outside = ['bench', 'e2e', 'oracle']

/** Rooms whose tests need no other room; the tests of the others use the real engines. */
const testedAlone = ['model', 'contract', 'engines', 'telemetry', 'management', 'demo', 'web']

/** Package exports that the tests of a room may use in addition: the stores are tested with the demo in them. */
const testsMayImport: Record<string, readonly string[]> = {
  management: ['demo'],
  demo: ['management/testing'],
}

/** Texts that mails and screens share, a file for each subject and language: one door. */
const textsOfModel = 'model/texts'

/** How deep a run of the tests goes is the same for all of them. */
const depthOfTests = 'model/testing'

/** Rooms that run in browser and server alike, or in the browser alone. */
const withoutNode = ['model', 'contract', 'web']

/** Run while the screens are built, and in no browser. */
const buildTheScreens = ['web/pwa/installable.mjs', 'web/pwa/leanSchemas.mjs', 'web/pwa/packed.mjs']

const scope = '@packboard/'

/** Names of the wire only (D2): the contract and the API boundaries of server and browser translate them. */
const wireWords = [
  'Recipe',
  'Machine_ID',
  'Total_Packs_Prod',
  'Run_Time_Prod',
  'Idle_Time_Prod',
  'Alarm_Time',
  'ancillaryTime',
  'RecentSpeed',
  'totalDataCount',
  'initialReq',
  'initialReqKey',
  'machinesIdArray',
  'graphData',
  '@timestamp',
  'timeStamp',
  'User_Group',
  'Value_Before',
  'Value_After',
  'Alarm_Desc',
  'pieChunks',
  'groupedData',
  'tableData',
  'start_date',
  'end_date',
  'start_time',
  'end_time',
]

type Rule = {
  readonly says: string
  readonly breaches: (sources: readonly Source[]) => string[]
  /** Each of these, alone, must be caught. */
  readonly catches: readonly (readonly [path: string, code: string])[]
  /** These, together, must pass. */
  readonly passes: readonly (readonly [path: string, code: string])[]
}

/** Lists the violations in each file, one line each. */
const each = (check: (source: Source) => readonly string[]) => (sources: readonly Source[]) =>
  sources.flatMap((source) => check(source).map((what) => `${source.path}: ${what}`))

const inHouse = ({ room }: Source) => mayImport[room] !== undefined

const rules: Rule[] = [
  {
    says: 'a room imports only the doors that the table gives it',
    breaches: each((source) => {
      const { room, imports } = source
      const allowed = mayImport[room]
      if (allowed === undefined || (source.isTest && !testedAlone.includes(room))) return []
      return imports
        .flatMap(({ target }) => (target.startsWith(scope) ? [target.slice(scope.length)] : []))
        .map((door) => (door.startsWith(`${textsOfModel}/`) ? textsOfModel : door))
        .filter((door) => !allowed.includes(door) && !(source.isTest && door === depthOfTests))
        .filter((door) => !(source.isTest && testsMayImport[room]?.includes(door)))
    }),
    catches: [
      ['web/src/a.ts', `import { machineTotals } from '@packboard/telemetry/read'`],
      ['model/src/a.ts', `import type { Session } from '@packboard/contract'`],
      ['ingest/src/a.ts', `const read = await import('@packboard/telemetry/read')`],
      ['telemetry/src/a.ts', `export * from '@packboard/management'`],
      ['management/src/a.test.ts', `import { openTelemetry } from '@packboard/telemetry/store'`],
      ['management/src/a.ts', `import { testDepth } from '@packboard/model/testing'`],
      ['plant/src/a.ts', `import { openManagement } from '@packboard/management'`],
      ['plant/src/a.ts', `type Door = import('@packboard/server').Door`],
      ['web/src/a.test.ts', `vi.mock('@packboard/server')`],
    ],
    passes: [
      ['web/src/a.tsx', `import { oee } from '@packboard/model'; const card = <p>{oee}</p>`],
      ['ingest/src/a.test.ts', `import { openTelemetry } from '@packboard/telemetry/store'`],
      ['plant/src/a.ts', `import { demoPlant } from '@packboard/demo/plant'`],
      ['management/src/a.test.ts', `import { testDepth } from '@packboard/model/testing'`],
      ['bench/src/a.ts', `import { openTelemetry } from '@packboard/telemetry/store'`],
    ],
  },
  {
    says: 'no relative import leaves its room; who stands outside may start things with scripts/',
    breaches: each(({ path, room, imports }) =>
      imports
        .map(({ target }) => target)
        .filter((target) => target.startsWith('.') || target.startsWith('/'))
        .filter((target) => {
          const reached = posix.normalize(posix.join(posix.dirname(path), target))
          const own = [`${room}/`, ...(outside.includes(room) ? ['scripts/'] : [])]
          return target.startsWith('/') || !own.some((folder) => reached.startsWith(folder))
        }),
    ),
    catches: [
      ['server/src/a.ts', `import { oee } from '../../model/src/oee.ts'`],
      ['web/src/x/a.ts', `export { call } from '../../../contract/src/call.ts'`],
      ['bench/src/a.ts', `import { fold } from '../../telemetry/src/ledger/fold/foldStretch.ts'`],
      ['ingest/src/a.test.ts', `import { root } from '../../house/sources.ts'`],
    ],
    passes: [
      ['web/src/charts/a.ts', `import { call } from '../api/call.ts'`],
      ['e2e/startDemo.ts', `import { startDemo } from '../scripts/demo.mjs'`],
    ],
  },
  {
    says: 'a room uses only packages that it declares, and Node only where Node is',
    breaches: each((source) => {
      const { path, room, isTest, imports } = source
      const declared = declaredBy(room)
      const inNode = isTest || buildTheScreens.includes(path) || !withoutNode.includes(room)
      return imports.flatMap(({ target, typeOnly }) => {
        if (/^[./]/.test(target) || target.startsWith(scope) || target === '') return []
        const builtin = target.startsWith('node:') || builtinModules.includes(target)
        if (builtin) return inNode ? [] : [target]
        const name = target
          .split('/')
          .slice(0, target.startsWith('@') ? 2 : 1)
          .join('/')
        const types = `@types/${name.replace(/^@/, '').replace('/', '__')}`
        return declared.has(name) || (typeOnly && declared.has(types)) || name === 'virtual:'
          ? []
          : [target]
      })
    }),
    catches: [
      ['model/src/a.ts', `import { z } from 'zod'`],
      ['model/src/a.ts', `import { readFileSync } from 'node:fs'`],
      ['contract/src/a.ts', `import { join } from 'path'`],
      ['web/src/a.ts', `import fastify from 'fastify'`],
    ],
    passes: [
      ['model/src/a.ts', `import { create } from 'temporal-polyfill/fns/PlainDate'`],
      ['model/src/a.test.ts', `import fc from 'fast-check'; import 'node:util'`],
      ['server/src/a.ts', `import { join } from 'node:path'; import fastify from 'fastify'`],
      [
        'web/pwa/installable.mjs',
        `import { readFileSync } from 'node:fs'; import sharp from 'sharp'`,
      ],
    ],
  },
  {
    says: 'the rooms import each other in no circle',
    breaches: (sources) => circle(roomGraph(sources)),
    catches: [],
    passes: [
      ['ingest/src/a.ts', `import { commitBatch } from '@packboard/telemetry/write'`],
      ['server/src/a.ts', `import { startIngest } from '@packboard/ingest'`],
    ],
  },
  {
    says: 'only server/src/access, and tests, grant a scope',
    breaches: each(({ path, room, isTest, words }) => {
      const may = isTest || outside.includes(room) || path.startsWith('server/src/access/')
      const isDefinition = path === 'model/src/roles.ts'
      return may || isDefinition
        ? []
        : ['grantClientScope', 'grantPanelScope'].filter((grant) => words.has(grant))
    }),
    catches: [
      ['server/src/overview/routes.ts', `const scope = grantClientScope(7)`],
      ['telemetry/src/a.ts', `import { grantClientScope as trust } from '@packboard/model'`],
      ['ingest/src/a.ts', `model['grantClientScope'](7)`],
      ['server/src/panel/a.ts', `const scope = grantPanelScope({ reach: 'all' })`],
    ],
    passes: [
      ['server/src/access/clientScope.ts', `export const scope = () => grantClientScope(7)`],
      ['telemetry/src/a.test.ts', `const scope = grantClientScope(7)`],
      ['telemetry/src/a.ts', `/** grantClientScope is not for us. */ export const a = 1`],
    ],
  },
  {
    says: 'telemetry/store is opened in one place of the server; others know its types',
    breaches: (sources) => {
      const openers = sources.filter(
        ({ room, isTest, imports }) =>
          room === 'server' &&
          !isTest &&
          imports.some((one) => one.target === `${scope}telemetry/store` && !one.typeOnly),
      )
      return openers.slice(1).map(({ path }) => `${path}: after ${openers[0]?.path}`)
    },
    catches: [],
    passes: [
      ['server/src/start.ts', `import { openTelemetry } from '@packboard/telemetry/store'`],
      ['server/src/a.ts', `import type { Telemetry } from '@packboard/telemetry/store'`],
      ['server/src/a.test.ts', `import { openTelemetry } from '@packboard/telemetry/store'`],
    ],
  },
  {
    says: "only the engines and telemetry's clickhouse, write and store speak to ClickHouse",
    breaches: each(({ path, room, isTest, imports }) => {
      const may = /^(engines\/src|telemetry\/src\/(clickhouse|write|store))(\.ts$|\/)/.test(path)
      if (may || outside.includes(room) || (isTest && room === 'telemetry')) return []
      return imports
        .map(({ target }) => target)
        .filter((target) => /^(@clickhouse\/|chdb|@chdb\/|ffi-rs)/.test(target))
    }),
    catches: [
      ['telemetry/src/read/machineTotals.ts', `import { createClient } from '@clickhouse/client'`],
      ['telemetry/src/ledger/a.ts', `import type { ClickHouseClient } from '@clickhouse/client'`],
      ['server/src/a.ts', `import { Session } from 'chdb'`],
    ],
    passes: [
      ['telemetry/src/clickhouse/select.ts', `import { createClient } from '@clickhouse/client'`],
      ['telemetry/src/write/insert.ts', `import { createClient } from '@clickhouse/client'`],
    ],
  },
  {
    says: 'only web/src/api calls over the network, and what a browser runs beside the page',
    breaches: each(({ path, room, isTest, calls }) =>
      room !== 'web' || isTest || /^web\/(src\/api|pwa)\//.test(path)
        ? []
        : ['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket', 'sendBeacon'].filter((call) =>
            calls.has(call),
          ),
    ),
    catches: [
      ['web/src/overview/a.ts', `const answer = await fetch('/api/admin/machinesData')`],
      ['web/src/overview/a.tsx', `window.fetch('/api')`],
      ['web/src/overview/a.ts', `const stream = new EventSource('/api')`],
    ],
    passes: [
      ['web/src/api/call.ts', `export const call = () => fetch('/api')`],
      ['web/pwa/serviceWorker.js', `const page = await fetch(request)`],
      ['web/src/overview/a.ts', `query.refetch(); refetch(); const prefetch = { fetch: 1 }`],
    ],
  },
  {
    says: 'SQL is still text: a hole takes only another still text',
    breaches: (sources) => {
      const ours = sources.filter(({ room }) => room === 'telemetry' || room === 'management')
      const still = new Set(ours.flatMap(({ stillTexts }) => [...stillTexts]))
      return each(({ path, isTest, templates }) =>
        isTest || path.startsWith('engines/src/')
          ? []
          : templates
              .filter(
                (one) => sqlVerb.test(one.still) && one.holes.some((hole) => !still.has(hole)),
              )
              .map((one) => one.still.trim().split('\n')[0] ?? ''),
      )(ours)
    },
    catches: [
      [
        'telemetry/src/a.ts',
        `const q = (m: string) => \`SELECT 1 FROM s WHERE machine_id = \${m}\``,
      ],
      ['telemetry/src/a.ts', `const q = \`ALTER TABLE s DELETE WHERE \${parts.join()}\``],
      ['telemetry/src/a.ts', `const q = (m: string) => 'SELECT 1 FROM s WHERE m = ' + m`],
      ['management/src/a.ts', `const q = \`UPDATE machine SET line = \${line}\``],
    ],
    passes: [
      ['telemetry/src/durable.ts', `export const durable = 'SETTINGS fsync_after_insert = 1'`],
      ['telemetry/src/a.ts', `const sql = \`CREATE TABLE s (at DateTime64(3)) \${durable}\``],
      ['telemetry/src/b.ts', 'const sql = `SELECT {from:DateTime64(3)} ` + `FROM sample`'],
      ['telemetry/src/c.ts', `const message = \`The question \${name} failed\``],
    ],
  },
  {
    says: 'wire words stop at the door (D2)',
    breaches: each((source) => {
      const { path, room, isTest, words } = source
      const isDoor =
        room === 'contract' ||
        path.startsWith('web/src/api/') ||
        /wire[^/]*$/i.test(path) ||
        /^server\/src\/(routes\/\w+|.*\broutes)\.ts$/.test(path)
      return isTest || isDoor || !inHouse(source) ? [] : wireWords.filter((word) => words.has(word))
    }),
    catches: [
      ['model/src/a.ts', 'export const state = (record: { Recipe: number }) => record.Recipe'],
      ['web/src/overview/Card.tsx', 'const packs = <p>{machine.Total_Packs_Prod}</p>'],
      ['server/src/overview/answer.ts', `answer['@timestamp'] = at`],
      ['telemetry/src/a.ts', 'const { start_date } = filter'],
    ],
    passes: [
      ['server/src/overview/routes.ts', 'export const from = body.start_date'],
      ['server/src/overview/overviewWire.ts', 'export const Recipe = 10'],
      ['web/src/overview/liveCardWire.ts', 'export const state = record.Recipe'],
      ['model/src/a.ts', '/** `Recipe` on the wire. */ export const state = 10'],
    ],
  },
  {
    says: 'nothing goes around the compiler, the linter or a test',
    breaches: each(({ escapes }) => escapes),
    catches: [
      ['web/src/a.ts', 'export const card = (answer: any) => answer'],
      ['server/src/a.ts', 'const actor = request as unknown as Actor'],
      ['model/src/a.ts', '// @ts-expect-error: later\nexport const a: string = 1'],
      ['model/src/a.ts', '/* biome-ignore lint: later */ export const a = 1'],
      ['model/src/a.test.ts', `test.skip('adds up', () => {})`],
      ['model/src/a.ts', '// TODO later\nexport const a = 1'],
    ],
    passes: [
      ['model/src/a.ts', `// any answer is welcome\nexport const a = 'any' as const`],
      ['model/src/a.test.ts', `// @ts-expect-error: a number is no text\nconst a: string = 1`],
    ],
  },
]

const sqlVerb =
  /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|ALTER TABLE|CREATE (OR REPLACE )?TABLE|DROP TABLE|OPTIMIZE TABLE|TRUNCATE)\s/

const declaredCache = new Map<string, Set<string>>()

/** The packages that a room may use: its own, and the tools that the root brings for tests. */
function declaredBy(room: string): Set<string> {
  const known = declaredCache.get(room)
  if (known !== undefined) return known
  const files = mayImport[room] || outside.includes(room) ? [`${room}/package.json`] : []
  const declared = new Set(
    ['package.json', ...files].flatMap((file) => {
      const { dependencies = {}, devDependencies = {} } = manifest(file)
      return [...Object.keys(dependencies), ...Object.keys(devDependencies)]
    }),
  )
  declaredCache.set(room, declared)
  return declared
}

type Manifest = {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  workspaces?: string[]
  exports?: Record<string, string>
}

function manifest(file: string): Manifest {
  const read: Manifest = JSON.parse(readFileSync(join(root, file), 'utf8'))
  return read
}

/** Who imports whom, outside of tests. */
function roomGraph(sources: readonly Source[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const { room, isTest, imports } of sources) {
    if (isTest) continue
    for (const { target } of imports) {
      if (!target.startsWith(scope)) continue
      const to = target.slice(scope.length).split('/')[0] ?? ''
      if (to !== room) graph.set(room, (graph.get(room) ?? new Set()).add(to))
    }
  }
  return graph
}

function circle(graph: Map<string, Set<string>>): string[] {
  const walk = (room: string, way: readonly string[]): string[] => {
    if (way.includes(room)) return [[...way.slice(way.indexOf(room)), room].join(' → ')]
    return [...(graph.get(room) ?? [])].flatMap((next) => walk(next, [...way, room]))
  }
  return [...graph.keys()].flatMap((room) => walk(room, []))
}

const rooms = [...Object.keys(mayImport), ...outside]
const house = rooms.flatMap((room) => sourcesOf(root, room))
const read = (files: Rule['passes']) => files.map(([path, code]) => readSource(path, code))

describe.each(rules)('$says', ({ breaches, catches, passes }) => {
  test('in the whole house', () => {
    expect(breaches(house)).toEqual([])
  })

  test.each(catches)('and it would be seen in %s: %s', (path, code) => {
    expect(breaches(read([[path, code]]))).not.toEqual([])
  })

  test('and it does not cry for nothing', () => {
    expect(breaches(read(passes))).toEqual([])
  })
})

test('a circle of rooms would be seen, and so would a second opener of the store', () => {
  const ring = read([
    ['ingest/src/a.ts', `import '@packboard/server'`],
    ['server/src/a.ts', `import '@packboard/ingest'`],
  ])
  expect(circle(roomGraph(ring))).toContain('ingest → server → ingest')
  const openers = read([
    ['server/src/a.ts', `import { openTelemetry } from '@packboard/telemetry/store'`],
    ['server/src/b.ts', `import { openTelemetry } from '@packboard/telemetry/store'`],
  ])
  const opened = rules.find(({ says }) => says.startsWith('telemetry/store'))
  expect(opened?.breaches(openers)).toEqual(['server/src/b.ts: after server/src/a.ts'])
})

test('the table has no circle, and every door in it is one that its room opens', () => {
  const table = new Map(
    Object.entries(mayImport).map(([room, doors]) => [
      room,
      new Set(doors.map((door) => door.split('/')[0] ?? '')),
    ]),
  )
  expect(circle(table)).toEqual([])
  for (const door of new Set(Object.values(mayImport).flat())) {
    const [room = '', ...rest] = door.split('/')
    if (!house.some((source) => source.room === room)) continue
    const entrance = rest.length === 0 ? '.' : `./${rest.join('/')}`
    expect(Object.keys(manifest(`${room}/package.json`).exports ?? {})).toContain(entrance)
  }
})

test('every workspace is a room of the table or stands outside', () => {
  expect([...(manifest('package.json').workspaces ?? [])].sort()).toEqual([...rooms].sort())
})

/**
 * Folders, registry mirrors and notes of the place where it was built; written so that this line does not match itself.
 */
const ofOnePlace =
  /\/wor[k]\/|\/far[m]\/|\/tm[p]\/|registry\.np[m]|deb\.debia[n]|\.librar[y]\/|before-sto[p]|subagen[t]|DEVELOPER[S]\.md/

function linesOfOnePlace(path: string, content: string): string[] {
  return content
    .split('\n')
    .flatMap((line, index) => (ofOnePlace.test(line) ? [`${path}:${index + 1}`] : []))
}

test('no file speaks of the machine that it was written on', () => {
  const isText = /(^|\/)[^.]+$|\.(tsx?|[cm]?js|json|md|css|html|sql|ya?ml|sh|toml|txt|service)$/
  const found = filesBelow(root)
    .filter((path) => isText.test(path) && path !== 'package-lock.json')
    .flatMap((path) => linesOfOnePlace(path, readFileSync(join(root, path), 'utf8')))
  expect(found).toEqual([])
  expect(linesOfOnePlace('a.md', ['see', '/wor', 'k/shared'].join(''))).toEqual(['a.md:1'])
})
