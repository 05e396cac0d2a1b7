import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { testSeed } from './model/testing/depth.ts'

/**
 * The machine's own time zone must not matter to any figure. Every run takes one out of the ordinary, another one each
 * day, unless TZ names one.
 */
const zones = ['America/St_Johns', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC']
process.env.TZ ||= zones[Math.floor(Date.now() / 86_400_000) % zones.length]

/** One seed for a run, also when a day ends in it. */
process.env.PACKBOARD_TEST_SEED = String(testSeed)

const rooms = [
  'house',
  'model',
  'contract',
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
/** What is waited for comes late on a busy machine; vitest's own second made tests red that had nothing to do with time. */
const waits = { poll: { timeout: 15_000 } }
const webSetup = 'web/testing/setup.ts'

export default defineConfig({
  test: {
    // Engines are child processes and leave their marks on a process; forks keep the tests apart.
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'rooms',
          environment: 'node',
          globalSetup: ['server/testing/sharedEngines.ts'],
          include: rooms.map((room) => `${room}/**/*.test.ts`),
          testTimeout: 60_000,
          expect: waits,
          // A store starts its engine here, the first time on an empty directory.
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: existsSync(new URL(webSetup, import.meta.url)) ? [webSetup] : [],
          testTimeout: 60_000,
          expect: waits,
        },
      },
    ],
  },
})
