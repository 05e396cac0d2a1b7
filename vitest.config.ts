import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { partOf, testSeed } from './model/testing/depth.ts'

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
  'plant',
  'oracle',
  'bench',
]
const testsOf = (names: readonly string[]) => names.map((room) => `${room}/**/*.test.ts`)
/** What is waited for comes late on a busy machine; vitest's own second made tests red that had nothing to do with time. */
const waits = { poll: { timeout: 15_000 } }

/**
 * Files that start processes and engines of their own, or lead through whole tables or pages, and whose parts have tests of
 * their own: `npm test` takes a third of them a day. The longest stand between shorter ones, so that no day is much longer than
 * another. A run without a depth, as when one file is run by its name, has all of them.
 */
const byTurns = [
  'telemetry/src/damage/damage.test.ts',
  'server/src/edge/edgeCommand.test.ts',
  'server/src/live/live.test.ts',
  'management/src/migrations/killedSteps.test.ts',
  'server/src/backup/restoreBackup.test.ts',
  'telemetry/src/read/rowSteps.test.ts',
  'server/src/cluster/kills.test.ts',
  'server/src/startup/npmStart.test.ts',
  'telemetry/src/clickhouse/migrations/everySchema.test.ts',
  'web/src/admin/panel/panelTexts.test.tsx',
  'server/src/files/recordFiles.test.ts',
  'telemetry/src/damage/hourDamage.test.ts',
  'server/src/edge/edgeRecorder.test.ts',
  'server/src/export/export.test.ts',
  'engines/src/postgres/startEngine.test.ts',
  'server/src/edge/edgePowerLoss.test.ts',
  'server/src/compare/compare.test.ts',
  'server/src/backup/kills.test.ts',
  'telemetry/src/read/contextTotals.test.ts',
  'server/src/explain/explain.test.ts',
  'server/src/main.test.ts',
  'telemetry/src/clickhouse/migrations/killedSteps.test.ts',
  'server/src/cluster/cluster.test.ts',
  'server/src/backup/underLoad.test.ts',
  'telemetry/src/ledger/hours.test.ts',
  'server/src/startup/shutdown.test.ts',
  'server/src/support/supportBundle.test.ts',
  'plant/src/truth/truth.test.ts',
  'server/src/startup/plantBroker.test.ts',
  'server/src/upgrade/upgrade.test.ts',
]
const today = partOf(byTurns, byTurns.length / 3)
const exclude = [
  ...configDefaults.exclude,
  ...(process.env.PACKBOARD_TEST_DEPTH === 'daily'
    ? byTurns.filter((file) => !today.includes(file))
    : []),
]

/**
 * A test of the screens gets a DOM, whose making costs every file time, when it is a `.tsx` or its first line asks for it.
 * One that touches a DOM and does not ask is red: there is no `window`.
 */
const webTests = readdirSync(join(import.meta.dirname, 'web/src'), { recursive: true })
  .map((path) => join('web/src', String(path)))
  .filter((path) => /\.test\.tsx?$/.test(path))
const asksForDom = (path: string) =>
  path.endsWith('.tsx') ||
  readFileSync(join(import.meta.dirname, path), 'utf8').startsWith('// @vitest-environment jsdom\n')

export default defineConfig({
  test: {
    // Engines are child processes and leave their marks on a process; forks keep the two workers apart.
    pool: 'forks',
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'rooms',
          environment: 'node',
          isolate: false,
          setupFiles: ['model/testing/ownModules.ts'],
          globalSetup: ['server/testing/sharedEngines.ts'],
          include: testsOf(rooms),
          exclude,
          testTimeout: 60_000,
          expect: waits,
          // A store starts its engine here, the first time on an empty directory.
          hookTimeout: 120_000,
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
