// @slow form

import { expect, type Page, test } from '@playwright/test'
import { partOf } from './depth.ts'
import { enter } from './people.ts'

/**
 * What the date-range presets send, at a frozen moment at which the four zones are on different days: Saturday
 * 21-11-2026 20:10 UTC is 20:10 in London, 01:40 of Sunday in Kolkata, 16:40 in St John's, 07:10 of Sunday on Lord Howe.
 */
const moment = new Date('2026-11-21T20:10:00Z')

/** zone → preset → start day, start time, end day, end time. */
const expected: Record<string, Record<string, readonly [string, string, string, string]>> = {
  'Europe/London': {
    'Last 8 hours': ['2026-11-21', '12:10', '2026-11-21', '20:10'],
    'Last 16 hours': ['2026-11-21', '04:10', '2026-11-21', '20:10'],
    'Last 24 hours': ['2026-11-20', '20:10', '2026-11-21', '20:10'],
    Today: ['2026-11-21', '00:00', '2026-11-21', '23:59'],
    Yesterday: ['2026-11-20', '00:00', '2026-11-20', '23:59'],
    'Last 7 Days': ['2026-11-15', '00:00', '2026-11-21', '23:59'],
    'Last 30 Days': ['2026-10-23', '00:00', '2026-11-21', '23:59'],
    'This Month': ['2026-11-01', '00:00', '2026-11-30', '23:59'],
    'Last Month': ['2026-10-01', '00:00', '2026-10-31', '23:59'],
    'This Year': ['2026-01-01', '00:00', '2026-12-31', '23:59'],
    'Last Year': ['2025-01-01', '00:00', '2025-12-31', '23:59'],
  },
  'Asia/Kolkata': {
    'Last 8 hours': ['2026-11-21', '17:40', '2026-11-22', '01:40'],
    'Last 24 hours': ['2026-11-21', '01:40', '2026-11-22', '01:40'],
    Today: ['2026-11-22', '00:00', '2026-11-22', '23:59'],
    Yesterday: ['2026-11-21', '00:00', '2026-11-21', '23:59'],
    'Last 7 Days': ['2026-11-16', '00:00', '2026-11-22', '23:59'],
    'This Month': ['2026-11-01', '00:00', '2026-11-30', '23:59'],
  },
  'America/St_Johns': {
    'Last 16 hours': ['2026-11-21', '00:40', '2026-11-21', '16:40'],
    Today: ['2026-11-21', '00:00', '2026-11-21', '23:59'],
    'Last 30 Days': ['2026-10-23', '00:00', '2026-11-21', '23:59'],
    'Last Month': ['2026-10-01', '00:00', '2026-10-31', '23:59'],
  },
  'Australia/Lord_Howe': {
    'Last 8 hours': ['2026-11-21', '23:10', '2026-11-22', '07:10'],
    Today: ['2026-11-22', '00:00', '2026-11-22', '23:59'],
    Yesterday: ['2026-11-21', '00:00', '2026-11-21', '23:59'],
    'This Year': ['2026-01-01', '00:00', '2026-12-31', '23:59'],
  },
}

/** Stops the browser's clock and, since the page keeps the server's time, the `Date` header of the server. */
async function freeze(page: Page) {
  await page.route('**/api/**', async (route) => {
    if (route.request().url().includes('/machines-live/')) return route.abort()
    const response = await route.fetch()
    const headers = { ...response.headers(), date: moment.toUTCString() }
    return route.fulfill({ status: response.status(), headers, body: await response.body() })
  })
  await page.clock.setFixedTime(moment)
}

// The whole table is computed for every zone in web/src/filter/presetWindow.test.ts; here the browser has one zone.
for (const [zone, presets] of partOf(Object.entries(expected), 1)) {
  test.describe(zone, () => {
    test.use({ timezoneId: zone })
    test(`the presets of the date range, as they are asked for in ${zone}`, async ({ page }) => {
      await freeze(page)
      await enter(page, 'admin', '/admin/productionData/1/FW-102')
      // A browser may know a zone by its older name (Asia/Calcutta).
      const named = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
      for (const [preset, [from, start, to, end]] of Object.entries(presets)) {
        await page.getByRole('button', { name: /^Time Period/ }).click()
        await page
          .getByRole('list', { name: 'Presets' })
          .getByRole('button', { name: preset, exact: true })
          .click()
        const requested = page.waitForRequest(
          (request) =>
            request.url().includes('/api/admin/machine-state-bar-chart') &&
            request.url().includes(`start_date=${from}`),
        )
        await page.getByRole('button', { name: 'Apply' }).click()
        const query = new URL((await requested).url()).searchParams
        expect([
          preset,
          ...['start_date', 'start_time', 'end_date', 'end_time', 'timezone'].map((key) =>
            query.get(key),
          ),
        ]).toEqual([preset, from, start, to, end, named])
        await page.getByRole('button', { name: 'Clear', exact: true }).click()
      }
      // A request that is still running when the page closes is no failure.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  })
}
