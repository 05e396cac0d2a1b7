import { defineConfig } from '@playwright/test'
import { daily, partOf } from './depth.ts'

/**
 * The suggestions of the address bar are two pages that each new window loads, and no journey shows an address bar: two
 * fifths of Chromium's processor time. Of several lists Chromium reads the last one, so Playwright's own is repeated here.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Chromium as root and without a network: no sandbox, nothing fetched in the background. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures.join(',')}`,
]

/**
 * Journeys that lead through one form or one promise of their own: three a day. Long ones stand between short
 * ones, so that no day is much longer than another.
 */
const forms = [
  'app',
  'longTexts',
  'invitation',
  'preferences',
  'panelProducts',
  'panelDistributors',
  'auditLog',
  'panelUsers',
  'help',
  'panelMachines',
  'panelDevices',
  'connection',
  'phone',
  'panelClients',
  'quarantine',
  'installations',
  'erasure',
  'presets',
  'colours',
  'panelMachineTypes',
  'plan',
  'stopBook',
  'operator',
  'recordFiles',
  'palette',
  'savedViews',
  'print',
  'questions',
]
/** Ways through the charts of a machine and between machines: two a day. */
const ways = [
  'zoom',
  'changes',
  'compare',
  'timeline',
  'documentation',
  'earlier',
  'stops',
  'overviewDensity',
]
/** Long ones that cross many screens: a sixth of them a day. */
const walks = ['keyboard', 'wall', 'texts', 'timeZones', 'accounts', 'recordedMachine']
/** axe on every page and dialog: a fifth a day. */
const accessibility = [
  'accessibilityAccounts',
  'accessibilityEntry',
  'accessibilityMachines',
  'accessibilityPanel',
  'accessibilityScreens',
]
const today = [
  ...partOf(forms, 3),
  ...partOf(ways, 2),
  ...partOf(walks, 1),
  ...partOf(accessibility, 1),
]

/**
 * What the run of a day leaves for another day; what everybody does every day (sign in, look at machines, filter, read a
 * day) is in each. A run without a depth, as when one journey is run by its name, has all of them.
 */
const notToday = daily
  ? [...forms, ...ways, ...walks, ...accessibility].filter((name) => !today.includes(name))
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
