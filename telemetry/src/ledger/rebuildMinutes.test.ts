import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourDifferences } from '../../testing/hourDifferences.ts'
import { createTestStore, type TestStore } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import { verifyLedger } from '../../testing/verifyLedger.ts'
import { machineTotals } from '../read/machineTotals.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import type { RebuildStep, RebuildWindow } from './rebuildMinutes.ts'

const hour = 3_600_000
const day = 24 * hour
/** The first and second day of the records; `morning` is not midnight. */
const midnight = morning - (morning % day)
const own = { clientId: 1, machineId: 11 }
const neighbour = { clientId: 2, machineId: 12 }

let store: TestStore
let telemetry: Telemetry
beforeAll(async () => {
  store = await createTestStore()
  telemetry = await store.open()
  for (const place of [own, neighbour]) {
    const samples = Array.from({ length: 96 }, (_, i) =>
      sampleOf({
        ...place,
        at: morning + i * 1_800_000,
        state: i % 5 === 0 ? 5 : 10,
        product: i % 7 === 0 ? 'B' : 'A',
        packCounter: i * 10,
      }),
    )
    await commitBatch(telemetry, batchOf({ samples }))
  }
  await settled()
}, 60_000)
afterAll(async () => {
  await telemetry?.close()
  await store?.remove()
})

const settled = async () => {
  await telemetry.settled()
  await telemetry.context.ledger.hoursSettled()
}

const command = (query: string) =>
  telemetry.context.connection.writer().command({
    query,
    clickhouse_settings: { wait_end_of_query: 1 },
  })

const packs = async (
  { clientId, machineId }: typeof own,
  from = morning - 90_000,
  to = Infinity,
) => {
  const [totals] = await machineTotals(telemetry, grantClientScope(clientId), {
    machineIds: [machineId],
    period: { from: new Date(from), to: new Date(Math.min(to, morning + 2 * day + 1)) },
  })
  return totals?.packs
}

/** What a hand in the engine may do: each minute of both machines says five packs more, and those of an hour are gone. */
async function spoil() {
  await telemetry.close()
  telemetry = await store.open()
  await command(`INSERT INTO minute_ledger
    SELECT * REPLACE (version + 1000000 AS version,
      arrayMap((packs, i) -> packs + if(i = 1, 5, 0), pieces.packs, arrayEnumerate(pieces.packs)) AS \`pieces.packs\`)
    FROM minute_ledger FINAL`)
  await command(`ALTER TABLE minute_ledger DELETE
    WHERE toHour(minute) = 13 SETTINGS mutations_sync = 2`)
  await telemetry.close()
  telemetry = await store.open()
  await settled()
}

const rebuild = (window: RebuildWindow = {}, stopAfter = Number.POSITIVE_INFINITY) => {
  const steps: RebuildStep[] = []
  const stop = new AbortController()
  const done = telemetry.rebuildMinutes(window, {
    signal: stop.signal,
    onProgress(step) {
      steps.push(step)
      if (steps.length === stopAfter) stop.abort(new Error('stopped'))
    },
  })
  return { done, steps }
}

test('rows that were changed by hand are as the records say again, those of hours too, and figures can be read meanwhile', async () => {
  const right = [await packs(own), await packs(neighbour)]
  expect(right).toEqual([950, 950])
  await spoil()
  expect(await packs(own)).not.toBe(950)
  expect((await verifyLedger(telemetry)).differences.length).toBeGreaterThan(100)
  const { done, steps } = rebuild()
  let read = 0
  let over = false
  const ended = done.finally(() => {
    over = true
  })
  while (!over) {
    await packs(neighbour)
    read += 1
  }
  expect(await ended).toEqual({ machines: 2, days: 6, resumed: false })
  expect(read).toBeGreaterThan(0)
  expect(steps.at(-1)).toMatchObject({ machine: 2, of: 2 })
  expect((await verifyLedger(telemetry)).differences).toEqual([])
  expect((await hourDifferences(telemetry.context)).alone).toEqual([])
  expect([await packs(own), await packs(neighbour)]).toEqual(right)
})

test('what a stop leaves, the next one goes on with, also after a restart; one that ended begins anew', async () => {
  await spoil()
  const first = rebuild({}, 2)
  await expect(first.done).rejects.toThrow('stopped')
  await telemetry.close()
  telemetry = await store.open()
  const other = rebuild({ machineIds: [neighbour.machineId], to: new Date(midnight + day) })
  expect(await other.done).toEqual({ machines: 1, days: 1, resumed: false })
  const second = rebuild()
  expect(await second.done).toEqual({ machines: 2, days: 4, resumed: true })
  expect(second.steps[0]?.until.getTime()).toBeGreaterThan(first.steps[1]?.until.getTime() ?? 0)
  expect((await verifyLedger(telemetry)).differences).toEqual([])
  expect(await rebuild().done).toEqual({ machines: 2, days: 6, resumed: false })
})

test('a window and a machine narrow it: what lies outside stays as it is', async () => {
  await spoil()
  const wrong = await packs(own, morning - 90_000, midnight + day)
  const window = { from: new Date(midnight + day), machineIds: [own.machineId] }
  expect(await rebuild(window).done).toMatchObject({ machines: 1, days: 2 })
  const { differences } = await verifyLedger(telemetry)
  const outside = differences.filter(
    ({ machineId, minute }) =>
      machineId === neighbour.machineId || minute.getTime() < midnight + day,
  )
  expect(differences.length).toBeGreaterThan(100)
  expect(outside).toEqual(differences)
  expect(await packs(own, morning - 90_000, midnight + day)).toBe(wrong)
  await rebuild().done
  expect((await verifyLedger(telemetry)).differences).toEqual([])
})
