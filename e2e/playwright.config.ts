import { defineConfig } from '@playwright/test'
import { daily, partOf } from './depth.ts'

/** Chromium as root and without a network: no sandbox, nothing fetched in the background. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Journeys that lead through one form or one promise of their own: a third of them a day. */
const forms = [
  'app',
  'auditLog',
  'help',
  'panelClients',
  'panelDevices',
  'panelProducts',
  'erasure',
  'panelMachines',
  'panelMachineTypes',
  'presets',
  'quarantine',
  'invitation',
  'longTexts',
  'panelDistributors',
  'panelUsers',
  'preferences',
]
/** Long ones that cross many screens: half of them a day. */
const walks = ['accounts', 'wall', 'texts', 'keyboard', 'timeZones', 'recordedMachine']
/** axe on every page and dialog: a quarter a day. */
const accessibility = [
  'accessibilityEntry',
  'accessibilityMachines',
  'accessibilityPanel',
  'accessibilityScreens',
]
const today = [...partOf(forms, 5), ...partOf(walks, 3), ...partOf(accessibility, 1)]

/**
 * What the run of a day leaves for another day; what everybody does every day (sign in, look at machines, filter, read a
 * day) is in each. A run without a depth, as when one journey is run by its name, has all of them.
 */
const notToday = daily
  ? [...forms, ...walks, ...accessibility].filter((name) => !today.includes(name))
  : []

export default defineConfig({
  testDir: '.',
  testIgnore: notToday.map((name) => `**/${name}.spec.ts`),
  globalSetup: './startDemo.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 2,
  // Limits, not measurements: a slow machine makes no journey fail.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Europe/London',
    locale: 'en-GB',
    // The particles are drawn by the processor here, which the journeys need for themselves.
    contextOptions: { reducedMotion: 'reduce' },
    // Answers that a journey puts in place of the server's would pass it by; its own journey has it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: flags,
    },
  },
})
