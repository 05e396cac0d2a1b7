import { cutIntoDays, grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, sampleOf } from '../../testing/records.ts'
import { minuteMs } from '../ledger/fold/minute.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { dayContextCount, dayContexts } from './dayContexts.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const billion = 1_000_000_000n

test('a run over midnight is split at the edge of the local day; packs belong to the day of the later sample', async () => {
  // Lord Howe is 11 hours ahead in summer: its 21st begins at 13:00 UTC on the 20th.
  const midnight = Date.UTC(2026, 10, 20, 13)
  const at = (minutes: number) => midnight + minutes * minuteMs
  const samples = [-3, -2, -1, -0.25, 0.75, 1.75, 2.75].flatMap((minute, i) => {
    const reported = { at: at(minute), packCounter: 100 + 10 * i, product: i < 6 ? 'A' : 'B' }
    return [
      sampleOf({ ...reported, machineId: 1, state: i === 1 ? 5 : 10 }),
      sampleOf({ ...reported, machineId: 2, clientId: 2 }),
    ]
  })
  await commitBatch(telemetry, batchOf({ samples }))
  const period = { from: new Date(at(-3) + 500), to: new Date(at(3)) }
  const days = cutIntoDays(period, 'Australia/Lord_Howe')
  const question = { machineIds: [1, 2], period, filter: {}, days, most: 3 }
  const expected = [
    {
      ...{ date: '2026-11-20', machineId: 1, product: 'A', tool: '' },
      ...{ run: 119_500, idle: 60_000, observed: 179_500, packs: 30n * billion, packsAfterGap: 0n },
    },
    {
      ...{ date: '2026-11-21', machineId: 1, product: 'A', tool: '' },
      ...{ run: 165_000, idle: 0, observed: 165_000, packs: 30n * billion, packsAfterGap: 0n },
    },
    {
      ...{ date: '2026-11-21', machineId: 1, product: 'B', tool: '' },
      ...{ run: 15_000, idle: 0, observed: 15_000, packs: 0n, packsAfterGap: 0n },
    },
  ]
  const ask = async (filter: object) => {
    const found = await dayContexts(telemetry, scope, { ...question, filter })
    return found.sort((a, b) => (a.date + a.product < b.date + b.product ? -1 : 1))
  }
  expect(await ask({})).toEqual(expected)
  await telemetry.settled()
  expect(await ask({})).toEqual(expected)
  expect(await ask({ product: 'B' })).toEqual(expected.slice(2))
  expect(await ask({ state: 5 })).toMatchObject([{ run: 0, idle: 60_000, packs: 10n * billion }])
  expect(await dayContexts(telemetry, scope, { ...question, days: [] })).toEqual([])
  expect(await dayContextCount(telemetry, scope, { ...question, most: 10 })).toBe(3)
  expect(await dayContextCount(telemetry, scope, { ...question, most: 2 })).toBe(2)
  const tooMany = { code: 'answer.tooManyRows' }
  await expect(dayContexts(telemetry, scope, { ...question, most: 2 })).rejects.toMatchObject(
    tooMany,
  )
})
