import { openTestTelemetry } from '@packboard/telemetry/testing'
import { expect, test } from 'vitest'
import { dataLeft, isUpdating } from './dataLeft.ts'

test('of a store at rest nothing waits, and nothing is said', async () => {
  const telemetry = await openTestTelemetry()
  try {
    await expect
      .poll(() => dataLeft(telemetry), { timeout: 20_000 })
      .toEqual({ months: 0, hours: 0 })
    expect(isUpdating(dataLeft(telemetry))).toBe(false)
  } finally {
    await telemetry.close()
  }
}, 60_000)

test('months that wait are said, and hours beyond those that always wait for a moment', () => {
  expect(isUpdating({ months: 1, hours: 0 })).toBe(true)
  expect(isUpdating({ months: 0, hours: 900 })).toBe(false)
  expect(isUpdating({ months: 0, hours: 1_001 })).toBe(true)
})
