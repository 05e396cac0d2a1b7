import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { giveUpReserve, reserveLimits, withReserve } from './diskReserve.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packboard-reserve-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const reserve = () => stat(join(dataDir, 'reserve')).catch(() => undefined)

test('room is kept while the disk has space, given up when nothing else is left, and kept again', async () => {
  const { log, lines } = capturedLog()
  const total = 100e9
  let freeBytes = 50e9
  const look = withReserve(async () => ({ freeBytes, totalBytes: total }), dataDir, log)

  expect(await look()).toEqual({ freeBytes, totalBytes: total })
  const made = await reserve()
  expect(made?.size).toBe(reserveLimits.bytes)
  // It takes up what it says: nothing of it is a hole.
  expect((made?.blocks ?? 0) * 512).toBeGreaterThanOrEqual(reserveLimits.bytes)

  // Full for records, but not for sign-ins.
  freeBytes = 500e6
  await look()
  expect((await reserve())?.size).toBe(reserveLimits.bytes)
  freeBytes = reserveLimits.giveUpBytes - 1
  await look()
  await look()
  expect(await reserve()).toBeUndefined()
  expect(lines.filter((line) => line.includes('kept for sign-ins'))).toHaveLength(1)

  // Not at once: the disk is still nearly full.
  freeBytes = 1.5e9
  await look()
  expect(await reserve()).toBeUndefined()
  freeBytes = 50e9
  await look()
  expect((await reserve())?.size).toBe(reserveLimits.bytes)
  expect([await giveUpReserve(dataDir), await giveUpReserve(dataDir)]).toEqual([true, false])
})

test('a place that cannot be written is said, and the free space is known all the same', async () => {
  const { log, lines } = capturedLog()
  const space = { freeBytes: 50e9, totalBytes: 100e9 }
  const look = withReserve(async () => space, join(dataDir, 'nowhere'), log)
  expect(await look()).toEqual(space)
  expect(lines.join('')).toContain('could not be kept')
})
