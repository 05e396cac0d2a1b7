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
 * Files of ten seconds and more: properties, kills, processes and engines of their own, whole tables or pages, whose parts have
 * tests of their own. `npm test` takes a fifteenth of them a day, neighbours in this list, whose parts are of about the same length;
 * `npm run test:deep` has all of them, and so has a run without a depth, as when one file is run by its name.
 */
const byTurns = [
  'server/src/files/fileBombs.test.ts',
  'server/src/access/operatorNames.test.ts',
  'server/src/compare/earlierPeriod.test.ts',
  'telemetry/src/ledger/longHold.test.ts',
  'server/src/cluster/foreignTarget.test.ts',
  'server/src/main.test.ts',
  'telemetry/src/read/unplannedSpans.test.ts',
  'telemetry/src/read/intervals.test.ts',
  'telemetry/src/clickhouse/select.test.ts',
  'ingest/src/connectors/sparkplug/sparkplugHost.test.ts',
  'server/src/startup/plantBroker.test.ts',
  'server/src/cluster/kills.test.ts',
  'telemetry/src/ledger/fold/recompute.test.ts',
  'server/src/plan/labelledFigures.test.ts',
  'telemetry/src/ledger/rebuildMinutes.test.ts',
  'server/src/routes/operatorLink.test.ts',
  'telemetry/src/read/contextTotals.test.ts',
  'oracle/src/repair.test.ts',
  'telemetry/src/read/rowSteps.test.ts',
  'server/src/startup/matchStores.test.ts',
  'ingest/src/opcua/opcUaSecurity.test.ts',
  'web/src/admin/connection/connectionView.test.tsx',
  'plant/src/writeHistory.test.ts',
  'web/src/admin/panel/usersPanel.test.tsx',
  'telemetry/src/read/stopSteps.test.ts',
  'engines/src/postgres/startEngine.test.ts',
  'server/src/files/resume.test.ts',
  'server/src/edge/edgeApp.test.ts',
  'server/src/routes/wall.test.ts',
  'telemetry/src/ledger/store/backfilled.test.ts',
  'server/src/routes/erasure.test.ts',
  'server/src/startup/shutdown.test.ts',
  'server/src/structureBombs.test.ts',
  'telemetry/src/clickhouse/migrations/everySchema.test.ts',
  'server/src/explain/explain.test.ts',
  'telemetry/src/olderRows/olderModes.test.ts',
  'server/src/stopBook/stopBook.test.ts',
  'server/src/monitoring/watching.test.ts',
  'server/src/panel/pictures.test.ts',
  'server/src/backup/kills.test.ts',
  'management/src/migrations/killedSteps.test.ts',
  'telemetry/src/crash.test.ts',
  'server/src/compare/compare.test.ts',
  'server/src/routes/upgrades.test.ts',
  'server/src/routes/quarantine.test.ts',
  'server/src/edge/edgeRecorder.test.ts',
  'server/src/startup/npmStart.test.ts',
  'server/src/panel/networkWarnings.test.ts',
  'server/src/backup/rebuildCommand.test.ts',
  'plant/src/truth/truth.test.ts',
  'web/src/daySummary/DaySummaryScreen.test.tsx',
  'telemetry/src/read/anyContext.test.ts',
  'server/src/edge/edgePowerLoss.test.ts',
  'server/src/edge/edgeCommand.test.ts',
  'management/src/store.test.ts',
  'telemetry/src/retention/retention.test.ts',
  'server/src/support/supportBundle.test.ts',
  'telemetry/src/read/momentsAt.test.ts',
  'telemetry/src/damage/damage.test.ts',
  'web/src/admin/panel/panelTexts.test.tsx',
  'telemetry/src/check/checkTelemetry.test.ts',
  'telemetry/src/read/alarmStatistics.test.ts',
  'telemetry/src/read/stops.test.ts',
  'server/src/startup/certificateChange.test.ts',
  'server/src/panel/deleted.test.ts',
  'server/src/backup/underLoad.test.ts',
  'server/src/live/live.test.ts',
  'web/src/production/ProductionScreen.test.tsx',
  'server/src/app.test.ts',
  'server/src/cluster/cluster.test.ts',
  'server/src/plan/unitModes.test.ts',
  'server/src/access/rights.test.ts',
  'server/src/backup/restoreBackup.test.ts',
  'server/src/upgrade/upgrade.test.ts',
  'server/src/dataSources/dataSources.test.ts',
  'management/src/cells/cellLease.test.ts',
  'web/src/stops/stops.test.tsx',
  'server/src/files/recordFiles.test.ts',
  'server/src/changes/worseAfter.test.ts',
  'telemetry/src/damage/hourDamage.test.ts',
  'telemetry/src/ledger/store/recordCache.test.ts',
  'telemetry/src/clickhouse/migrations/killedSteps.test.ts',
  'web/src/shell/palette/palette.test.tsx',
  'ingest/src/broker/broker.test.ts',
  'telemetry/src/ledger/hours.test.ts',
  'telemetry/src/engine.test.ts',
  'telemetry/src/ledger/lateParts.test.ts',
  'management/src/migrations/migrate.test.ts',
  'telemetry/src/ledger/pieceCache.test.ts',
  'plant/src/truth/sameMinutes.test.ts',
  'server/src/stops/stops.test.ts',
  'telemetry/src/olderRows/olderRows.test.ts',
  'server/src/startup/sparkplug.test.ts',
  'server/src/export/export.test.ts',
  'server/src/accounts/accounts.test.ts',
  'telemetry/src/erasure/eraseNames.test.ts',
  'telemetry/src/ledger/gapRepair.test.ts',
  'ingest/src/opcua/opcUa.test.ts',
  'telemetry/src/ledger/anyArrival.test.ts',
  'telemetry/src/powerLoss.test.ts',
  'telemetry/src/read/stopLengths.test.ts',
  'telemetry/src/write/reopen.test.ts',
  'server/src/backup/backupFile.test.ts',
]
const today = partOf(byTurns, byTurns.length / 15)
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
