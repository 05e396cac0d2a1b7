import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
 * Journeys of each kind that a day takes; what everybody does (sign in, look at machines, filter, read a day) has no kind and is
 * in each. A run without a depth, as when one journey is run by its name, has all of them.
 */
const aDay = {
  // Through one form or one promise of their own.
  form: 3,
  // Through the charts of a machine and between machines.
  way: 2,
  // Long ones, across many screens.
  walk: 1,
  // axe on every page and dialog.
  axe: 1,
}

/** The kind of a journey is in its first line: `// @slow form`. */
const ofKind = (kind: string) =>
  readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.spec.ts'))
    .sort()
    .filter((name) =>
      readFileSync(join(import.meta.dirname, name), 'utf8').startsWith(`// @slow ${kind}\n`),
    )

const notToday = Object.entries(aDay).flatMap(([kind, amount]) => {
  const all = ofKind(kind)
  const today = daily ? partOf(all, amount) : all
  return all.filter((name) => !today.includes(name))
})

export default defineConfig({
  testDir: '.',
  testIgnore: notToday.map((name) => `**/${name}`),
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
