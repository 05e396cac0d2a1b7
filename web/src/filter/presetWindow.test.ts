import { dateRangePresets, filterPeriod, periodSeconds } from '@packboard/model'
import { expect, test } from 'vitest'
import { presetOfWindow, presetWindow } from './presetWindow.ts'

/** 14:32:08 UTC on a Saturday. */
const now = new Date('2026-11-21T14:32:08Z')

/** What the calls get for a preset at that moment. */
const sent: Record<string, Record<string, string>> = {
  'Europe/London': {
    'Last 8 hours': '2026-11-21 06:33 – 2026-11-21 14:33',
    'Last 16 hours': '2026-11-20 22:33 – 2026-11-21 14:33',
    'Last 24 hours': '2026-11-20 14:33 – 2026-11-21 14:33',
    Today: '2026-11-21 00:00 – 2026-11-21 23:59',
    Yesterday: '2026-11-20 00:00 – 2026-11-20 23:59',
    'Last 7 Days': '2026-11-15 00:00 – 2026-11-21 23:59',
    'Last 30 Days': '2026-10-23 00:00 – 2026-11-21 23:59',
    'This Month': '2026-11-01 00:00 – 2026-11-30 23:59',
    'Last Month': '2026-10-01 00:00 – 2026-10-31 23:59',
    'This Year': '2026-01-01 00:00 – 2026-12-31 23:59',
    'Last Year': '2025-01-01 00:00 – 2025-12-31 23:59',
  },
  'Asia/Kolkata': {
    'Last 8 hours': '2026-11-21 12:03 – 2026-11-21 20:03',
    'Last 16 hours': '2026-11-21 04:03 – 2026-11-21 20:03',
    'Last 24 hours': '2026-11-20 20:03 – 2026-11-21 20:03',
    Today: '2026-11-21 00:00 – 2026-11-21 23:59',
    Yesterday: '2026-11-20 00:00 – 2026-11-20 23:59',
  },
  'America/St_Johns': {
    'Last 8 hours': '2026-11-21 03:03 – 2026-11-21 11:03',
    'Last 16 hours': '2026-11-20 19:03 – 2026-11-21 11:03',
    'Last 24 hours': '2026-11-20 11:03 – 2026-11-21 11:03',
    Today: '2026-11-21 00:00 – 2026-11-21 23:59',
    'Last 30 Days': '2026-10-23 00:00 – 2026-11-21 23:59',
  },
  // Already tomorrow there.
  'Australia/Lord_Howe': {
    'Last 8 hours': '2026-11-21 17:33 – 2026-11-22 01:33',
    'Last 16 hours': '2026-11-21 09:33 – 2026-11-22 01:33',
    'Last 24 hours': '2026-11-21 01:33 – 2026-11-22 01:33',
    Today: '2026-11-22 00:00 – 2026-11-22 23:59',
    Yesterday: '2026-11-21 00:00 – 2026-11-21 23:59',
    'Last 7 Days': '2026-11-16 00:00 – 2026-11-22 23:59',
  },
}

test.each(
  Object.entries(sent).flatMap(([zone, presets]) =>
    Object.entries(presets).map(([preset, window]) => [preset, zone, window] as const),
  ),
)('%s in %s is %s', (name, zone, window) => {
  const preset = dateRangePresets.find((each) => each === name)!
  const { startDate, startTime, endDate, endTime } = presetWindow(preset, now, zone)
  expect(`${startDate} ${startTime} – ${endDate} ${endTime}`).toBe(window)
})

test.each(Object.keys(sent))(
  'in %s the last hours are exactly as long as they are named',
  (zone) => {
    for (const hours of [8, 16, 24] as const) {
      const window = presetWindow(`Last ${hours} hours`, now, zone)
      expect(periodSeconds(filterPeriod(window))).toBe(hours * 3_600)
      expect(filterPeriod(window).to.getTime()).toBeGreaterThanOrEqual(now.getTime())
    }
  },
)

test('the list marks the preset that the window is, and none for another window', () => {
  const week = presetWindow('Last 7 Days', now, 'Europe/London')
  expect(presetOfWindow(week, now)).toBe('Last 7 Days')
  expect(presetOfWindow({ ...week, startTime: '06:00' }, now)).toBeUndefined()
})
