import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { testSeed } from './model/testing/depth.ts'

/**
 * The machine's own time zone must not matter to any figure. Every run takes one out of the ordinary, another one each
 * day, unless TZ names one.
 */
const zones = ['America/St_Johns', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC']
process.env.TZ ||= zones[Math.floor(Date.now() / 86_400_000) % zones.length]

/** One seed for a run, also when a day ends in it. */
process.env.PACKBOARD_TEST_SEED = String(testSeed)

/** They need no engine, so a run of them alone starts none. */
const roomsWithoutEngines = ['house', 'model', 'contract']
const rooms = [
  'engines',
  'ingest',
  'telemetry',
  'management',
  'demo',
  'server',
  'edge',
  'plant',
  'oracle',
  'bench',
]
const testsOf = (names: readonly string[]) => names.map((room) => `${room}/**/*.test.ts`)
const testFiles = [...rooms, 'web'].flatMap((room) =>
  readdirSync(join(import.meta.dirname, room), { recursive: true })
    .map((path) => join(room, String(path)))
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules'))
    .sort(),
)
const firstLineOf = (path: string) =>
  readFileSync(join(import.meta.dirname, path), 'utf8').split('\n', 1)[0]
/** What is waited for comes late on a busy machine; vitest's own second made tests red that had nothing to do with time. */
const waits = { poll: { timeout: 15_000 } }

/**
 * A test of the screens gets a DOM, whose making costs every file time, when it is a `.tsx` or its first line asks for it.
 * One that touches a DOM and does not ask is red: there is no `window`.
 */
const webTests = testFiles.filter((path) => path.startsWith('web/'))
const asksForDom = (path: string) =>
  path.endsWith('.tsx') || firstLineOf(path) === '// @vitest-environment jsdom'

/**
 * A file of ten seconds and more says `// @slow` in its first line: properties, kills, processes and engines of their own, whole
 * tables or pages, whose parts have tests of their own. `npm test` takes a fifteenth of them a day; `npm run test:deep` has all of
 * them, and so has a run without a depth, as when one file is run by its name. What measures processor time says
 * `// @slow alone`, and no other file runs meanwhile.
 */
const slow = testFiles.filter((path) => firstLineOf(path)?.startsWith('// @slow'))
const alone = slow.filter((path) => firstLineOf(path) === '// @slow alone')
const days = 15
const exclude = [
  ...configDefaults.exclude,
  ...(process.env.PACKBOARD_TEST_DEPTH === 'daily'
    ? slow.filter((_, place) => place % days !== testSeed % days)
    : []),
]

const onEngines = {
  environment: 'node',
  isolate: false,
  setupFiles: ['model/testing/ownModules.ts'],
  globalSetup: ['server/testing/sharedEngines.ts'],
  testTimeout: 60_000,
  expect: waits,
  // A store starts its engine here, the first time on an empty directory.
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    // Engines are child processes and leave their marks on a process; forks keep the two workers apart.
    pool: 'forks',
    // At depth deep the engine that the tests share has work for a processor of its own.
    maxWorkers: process.env.PACKBOARD_TEST_DEPTH === 'deep' ? 2 : 3,
    projects: [
      {
        test: {
          name: 'rooms',
          ...onEngines,
          include: testsOf(rooms),
          exclude: [...exclude, ...alone],
        },
      },
      {
        test: {
          name: 'rooms alone',
          ...onEngines,
          include: alone,
          exclude,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'rooms without engines',
          environment: 'node',
          isolate: false,
          setupFiles: ['model/testing/ownModules.ts'],
          include: testsOf(roomsWithoutEngines),
          testTimeout: 60_000,
          expect: waits,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          isolate: false,
          include: webTests.filter(asksForDom),
          exclude,
          setupFiles: [
            'model/testing/ownModules.ts',
            'web/testing/allTexts.ts',
            'web/testing/setup.ts',
          ],
          testTimeout: 60_000,
          expect: waits,
        },
      },
      {
        test: {
          name: 'web without DOM',
          environment: 'node',
          isolate: false,
          include: webTests.filter((path) => !asksForDom(path)),
          setupFiles: ['model/testing/ownModules.ts', 'web/testing/allTexts.ts'],
          testTimeout: 60_000,
          expect: waits,
        },
      },
    ],
  },
})
