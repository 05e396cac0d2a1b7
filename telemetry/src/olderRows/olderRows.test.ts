// @slow

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyAlarms, anyRule, anySamples, storyStart } from '../../testing/anyRecords.ts'
import { type OlderMachine, olderStore } from '../../testing/olderStore.ts'
import { batchOf, sampleOf } from '../../testing/records.ts'
import { verifyLedger } from '../../testing/verifyLedger.ts'
import { emptyCarry } from '../ledger/fold/carry.ts'
import { foldStretch } from '../ledger/fold/foldStretch.ts'
import { bySampleOrder } from '../ledger/fold/ledgerRecords.ts'
import { minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import { packCarry } from '../ledger/store/packedCarry.ts'
import { openTelemetry, type Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'

const monthMs = 31 * 86_400_000
const machinesOfMonth = 8

/** Stories of any kind, in three months, of a client and its neighbour. Their records say no unit mode: rows of that time did not know it (olderModes.test.ts). */
const machines = fc
  .sample(fc.tuple(anySamples, anyAlarms, anyRule), { numRuns: 3 * machinesOfMonth, seed: 10 })
  .map(([samples, alarms, rule], i): OlderMachine => {
    const back = Math.floor(i / machinesOfMonth) * monthMs
    const story = {
      rule,
      samples: samples
        .map(({ unitMode: _, ...one }) => ({
          ...one,
          at: one.at - back,
          sourceAt: one.sourceAt - back,
        }))
        .sort(bySampleOrder),
      alarms: alarms.map((one) => ({ ...one, raisedAt: one.raisedAt - back })),
    }
    const from = minuteOf(storyStart) - back - minuteMs
    const { minutes } = foldStretch({ ...story, carry: emptyCarry(), from, to: null })
    return { clientId: 1 + (i % 2), machineId: i + 1, ...story, minutes }
  })

let dataDir: string
let telemetry: Telemetry
const said: unknown[] = []
const log = {
  info: (fields: object, message: string) => void said.push({ ...fields, message }),
  warn: () => {},
  error: () => {},
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packboard-older-'))
  await olderStore(dataDir, machines)
  // The engine knows to the second when a part was written; what is as old as the step is not older.
  await sleep(1_100)
  telemetry = await openTelemetry({ dataDir, log, memoryBytes: 1_500_000_000 })
}, 60_000)
afterAll(async () => {
  await telemetry?.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

async function rows<Row>(query: string): Promise<Row[]> {
  const answer = await telemetry.context.connection.writer().query({ query, format: 'JSONEachRow' })
  return answer.json<Row>()
}
const left = () => telemetry.metrics().olderMonthsToRewrite
const forms = async () => {
  const found = await rows<{ form: number; minutes: string }>(
    'SELECT carry_form AS form, count() AS minutes FROM minute_ledger GROUP BY form',
  )
  return new Map(found.map(({ form, minutes }) => [form, Number(minutes)]))
}

/** Compares every row of the ledger with the fold of the raw records, its carry included. */
async function expectAllRight() {
  const { differences, minutes } = await verifyLedger(telemetry)
  expect(differences).toEqual([])
  expect(minutes).toBe(machines.reduce((sum, one) => sum + one.minutes.length, 0))
}

test('rows of an older schema say the same before, while and after they are packed, a kill of the engine in between included', async () => {
  expect((await forms()).get(0)).toBeGreaterThan(100)
  await expectAllRight()
  await expect.poll(left).toBeLessThan(6)
  const engine = telemetry.enginePid()
  if (engine === undefined) throw new Error('No engine')
  process.kill(engine, 'SIGKILL')
  await expect.poll(async () => (await telemetry.health()).ok).toBe(true)
  let looks = 0
  do {
    await expectAllRight()
    looks += 1
  } while (left() > 0)
  expect(looks).toBeGreaterThan(1)
  const after = await forms()
  expect(after.get(0) ?? 0).toBe(0)
  expect(after.get(1)).toBeGreaterThan(100)
  expect(after.get(2)).toBeGreaterThan(0)
  expect(said).toContainEqual({
    table: 'minute_ledger',
    month: 202611,
    months: 6,
    message: 'Older rows are being brought up to date',
  })
}, 120_000)

test('the engine packs a row as we do', async () => {
  const packed = await rows<Record<string, unknown>>(
    `SELECT machine_id, toUnixTimestamp(minute) AS start, carry_form AS form, carry_user AS user, carry_back AS back,
      toString(carry_speed) AS speed, toString(carry_packs) AS packs, toString(carry_rejects) AS rejects, carry AS rest,
      arraySum(pieces.speed_ms) AS doubled
    FROM minute_ledger FINAL ORDER BY machine_id, minute`,
  )
  const expected = machines.flatMap(({ machineId, minutes }) =>
    minutes.map(({ minute, carry }) => {
      const { speed, packs, rejects, ...columns } = packCarry(carry, minute)
      return {
        ...{ machine_id: machineId, start: minute / 1_000, ...columns, doubled: 0 },
        ...{ speed: String(speed), packs: String(packs), rejects: String(rejects) },
      }
    }),
  )
  expect(packed).toEqual(expected)
})

test('late records are computed on from packed rows, and the next start finds nothing to do', async () => {
  const late = machines.map(({ clientId, machineId, minutes }, i) =>
    sampleOf({
      ...{ clientId, machineId, at: (minutes[0]?.minute ?? storyStart) + 61_003 },
      ...{ sequence: 7, state: 10, product: i % 2 ? 'C' : 'A', packCounter: i },
    }),
  )
  await commitBatch(telemetry, batchOf({ samples: late }))
  expect((await verifyLedger(telemetry)).differences).toEqual([])
  await telemetry.close()
  said.length = 0
  telemetry = await openTelemetry({ dataDir, log, memoryBytes: 1_500_000_000 })
  await expect.poll(left).toBe(0)
  expect(said).not.toContainEqual(
    expect.objectContaining({ message: 'Older rows are being brought up to date' }),
  )
  expect((await verifyLedger(telemetry)).differences).toEqual([])
}, 60_000)
