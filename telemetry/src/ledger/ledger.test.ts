import { grantClientScope } from '@packboard/model'
import { atDepth } from '@packboard/model/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  createTestStore,
  openTestTelemetry,
  type TestStore,
} from '../../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, morning, sampleOf } from '../../testing/records.ts'
import { storedRows, verifyLedger } from '../../testing/verifyLedger.ts'
import { stopsInTheLedger } from '../clickhouse/migrations/0003-stops-in-the-ledger.ts'
import { settledFigures } from '../clickhouse/migrations/0006-settled-figures.ts'
import { fewerBytes } from '../clickhouse/migrations/0010-fewer-bytes.ts'
import { unitModes } from '../clickhouse/migrations/0013-unit-modes.ts'
import { select } from '../clickhouse/select.ts'
import { machineTotals } from '../read/machineTotals.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch, putMachineRules } from '../write.ts'
import { defaultRule } from './fold/ledgerRule.ts'
import { minuteMs } from './fold/minute.ts'

const scope = grantClientScope(1)
let store: TestStore
let telemetry: Telemetry

beforeAll(async () => {
  store = await createTestStore()
  telemetry = await store.open()
}, 60_000)
afterAll(async () => {
  await telemetry?.close()
  await store?.remove()
})

const at = (minutes: number) => morning + minutes * minuteMs
const everyMinute = (machineId: number, count: number, reported: object = {}) =>
  Array.from({ length: count }, (_, i) => sampleOf({ machineId, at: at(i), ...reported }))
const totals = async (machineId: number, minutes: number, of: Telemetry = telemetry) => {
  const period = { from: new Date(morning), to: new Date(at(minutes)) }
  const [sum] = await machineTotals(of, scope, { machineIds: [machineId], period })
  return sum!
}

async function expectTrueLedger(of: Telemetry = telemetry) {
  const check = await verifyLedger(of)
  expect(check.differences).toEqual([])
}

test('a rule that comes while older ones are read is the one in force', async () => {
  const place = { clientId: 1, machineId: 29 }
  const ledger = telemetry.context.ledger
  await commitBatch(telemetry, batchOf({ samples: everyMinute(29, 1) }))
  for (let holdMs = 1_000; holdMs < 41_000; holdMs += 2_000) {
    await putMachineRules(telemetry, [{ ...defaultRule, ...place, holdMs }])
    const reads = telemetry.settled()
    await putMachineRules(telemetry, [{ ...defaultRule, ...place, holdMs: holdMs + 1_000 }])
    await reads
    expect(ledger.ruleOf(29).holdMs).toBe(holdMs + 1_000)
  }
}, 60_000)

test('of two contents of one identity the last arrival counts, also when the ledger knew the first', async () => {
  const neighbour = sampleOf({ clientId: 2, machineId: 12, state: 5 })
  await commitBatch(telemetry, batchOf({ samples: [...everyMinute(11, 3), neighbour] }))
  await telemetry.settled()
  expect(await totals(11, 3)).toMatchObject({ run: 3 * minuteMs })
  const second = sampleOf({ machineId: 11, at: at(1), state: 5 })
  await commitBatch(telemetry, batchOf({ samples: [second] }))
  expect(await totals(11, 3)).toMatchObject({ run: 2 * minuteMs, idle: minuteMs })
  await telemetry.settled()
  expect(await totals(11, 3)).toMatchObject({ run: 2 * minuteMs, idle: minuteMs })
  await expectTrueLedger()
}, 30_000)

test('another rule of a machine counts its whole past anew', async () => {
  await commitBatch(telemetry, batchOf({ samples: everyMinute(21, 4, { state: 6 }) }))
  await telemetry.settled()
  expect(await totals(21, 4)).toMatchObject({ ancillary: 4 * minuteMs, run: 0 })
  const rule = { ...defaultRule, clientId: 1, machineId: 21, categories: { 6: 'run' as const } }
  await putMachineRules(telemetry, [{ ...rule, holdMs: 30_000 }])
  expect(await totals(21, 4)).toMatchObject({ run: 2 * minuteMs, offline: 2 * minuteMs })
  await telemetry.settled()
  expect(await totals(21, 4)).toMatchObject({ run: 2 * minuteMs, offline: 2 * minuteMs })
  await expectTrueLedger()
}, 30_000)

test('another rule counts the time after the newest sample anew, too', async () => {
  const [last] = everyMinute(24, 1)
  await commitBatch(telemetry, batchOf({ samples: [{ ...last!, at: at(0) + 50_000 }] }))
  await telemetry.settled()
  expect(await totals(24, 5)).toMatchObject({ run: 90_000 })
  await putMachineRules(telemetry, [{ ...defaultRule, clientId: 1, machineId: 24, holdMs: 30_000 }])
  await telemetry.settled()
  expect(await totals(24, 5)).toMatchObject({ run: 30_000 })
  await expectTrueLedger()
}, 30_000)

test('another target of a product computes its warnings anew, and nothing else (D60)', async () => {
  const place = { clientId: 1, machineId: 22 }
  const product = (minute: number) => (minute < 120 ? 'A' : minute < 240 ? 'B' : 'C')
  const samples = Array.from({ length: 360 }, (_, i) =>
    sampleOf({
      ...{ ...place, at: at(i), packCounter: i, product: product(i) },
      state: i % 60 === 30 ? 20 : 10,
    }),
  )
  const neighbour = samples.map((sample) => ({ ...sample, clientId: 2, machineId: 23 }))
  await commitBatch(telemetry, batchOf({ samples: [...samples, ...neighbour] }))
  const rule = { ...defaultRule, ...place, targetPpm: 60 }
  await putMachineRules(telemetry, [rule])
  await telemetry.settled()
  const versions = async () => {
    const rows = await select(telemetry.context, {
      name: 'test.versions',
      sql: `SELECT toString(minute) AS minute, toString(version) AS version FROM minute_ledger FINAL
        WHERE client_id = 1 AND machine_id = 22 ORDER BY minute_ledger.minute`,
      params: {},
      row: z.object({ minute: z.string(), version: z.string() }),
    })
    return rows.map(({ version }) => version)
  }
  const before = await versions()
  expect(await totals(22, 360)).toMatchObject({ run: 354 * minuteMs + 6 * 10_000 })

  // Faster than 18 ppm, every target gives the same 10 s.
  await putMachineRules(telemetry, [{ ...rule, targetPpm: 50, recipePpm: new Map([['A', 20]]) }])
  await telemetry.settled()
  expect(await versions()).toEqual(before)

  await putMachineRules(telemetry, [{ ...rule, recipePpm: new Map([['B', 6]]) }])
  expect(await totals(22, 360)).toMatchObject({ run: 354 * minuteMs + 4 * 10_000 + 2 * 30_000 })
  await telemetry.settled()
  const written = (await versions()).flatMap((version, i) => (version === before[i] ? [] : [i]))
  // The stop that began earlier or later ends in the minute after.
  expect([written[0], written.at(-1)]).toEqual([150, 211])
  await expectTrueLedger()
}, 30_000)

test('a late alarm names the whole stop, and a late run in its middle takes the name away again', async () => {
  const stop = Array.from({ length: 40 }, (_, i) =>
    sampleOf({ machineId: 31, at: at(i), state: i === 0 || i === 39 ? 10 : 5 }),
  )
  await commitBatch(telemetry, batchOf({ samples: stop }))
  await telemetry.settled()
  const alarm = alarmOf({ machineId: 31, raisedAt: at(30) + 5, description: 'Film snap' })
  await commitBatch(telemetry, batchOf({ alarms: [alarm] }))
  await telemetry.settled()
  const causes = async () => {
    const rows = await storedRows(telemetry.context, { clientId: 1, machineId: 31 })
    return [...rows.values()].map((row) => row.includes('"Film","Film snap",')).slice(0, 39)
  }
  expect(await causes()).toEqual([false, ...Array(38).fill(true)])
  await commitBatch(
    telemetry,
    batchOf({ samples: [sampleOf({ machineId: 31, at: at(20) + 1, state: 10 })] }),
  )
  await telemetry.settled()
  expect(await causes()).toEqual([...Array(21).fill(false), ...Array(18).fill(true)])
  await expectTrueLedger()
}, 30_000)

test('a death that shortens a hold removes the minutes that were painted too far', async () => {
  await commitBatch(telemetry, batchOf({ samples: [sampleOf({ machineId: 41, at: at(0) })] }))
  await telemetry.settled()
  expect(await totals(41, 5)).toMatchObject({ run: 90_000 })
  const { state: _, ...silent } = sampleOf({ machineId: 41, at: at(0) + 20_000 })
  await commitBatch(telemetry, batchOf({ samples: [{ ...silent, death: true }] }))
  await telemetry.settled()
  expect(await totals(41, 5)).toMatchObject({ run: 20_000, offline: 5 * minuteMs - 20_000 })
  await expectTrueLedger()
}, 30_000)

test('what the ledger had not reached when Packboard ended is computed at the next start', async () => {
  await commitBatch(telemetry, batchOf({ samples: everyMinute(51, 30, { packCounter: 5 }) }))
  await telemetry.settled()
  const late = everyMinute(51, 200, { packCounter: 7 }).slice(20)
  await commitBatch(
    telemetry,
    batchOf({ samples: [...late, sampleOf({ clientId: 2, machineId: 52, state: 8 })] }),
  )
  await telemetry.close()
  telemetry = await store.open()
  expect(await totals(51, 200)).toMatchObject({ run: 200 * minuteMs, packs: 2 })
  await expectTrueLedger()
}, 60_000)

test('a store whose ledger had another shape makes it anew from raw', async () => {
  await telemetry.settled()
  const place = { clientId: 1, machineId: 51 }
  const rows = await storedRows(telemetry.context, place)
  expect(rows.size).toBe(201)
  const shapes = [stopsInTheLedger, fewerBytes, unitModes].flatMap((step) => [...step.statements])
  for (const query of shapes) {
    await telemetry.context.connection.writer().command({ query })
  }
  expect(await storedRows(telemetry.context, place)).toEqual(new Map())
  await telemetry.close()
  telemetry = await store.open()
  expect(await totals(51, 200)).toMatchObject({ run: 200 * minuteMs, packs: 2 })
  await expectTrueLedger()
  expect(await storedRows(telemetry.context, place)).toEqual(rows)
}, 60_000)

test('rows of an earlier fold are computed anew after an update, and never read meanwhile (D60, D63)', async () => {
  const place = { clientId: 1, machineId: 51 }
  const rows = await storedRows(telemetry.context, place)
  const earlier = [
    `ALTER TABLE minute_ledger UPDATE "pieces.category" = arrayMap(c -> 'alarm', pieces.category)
      WHERE client_id = 1 AND machine_id = 51 SETTINGS mutations_sync = 2`,
    ...settledFigures.statements,
  ]
  for (const query of earlier) await telemetry.context.connection.writer().command({ query })
  expect(await storedRows(telemetry.context, place)).not.toEqual(rows)
  await telemetry.close()
  telemetry = await store.open()
  expect(await totals(51, 200)).toMatchObject({ run: 200 * minuteMs, alarm: 0, packs: 2 })
  await expectTrueLedger()
  expect(await storedRows(telemetry.context, place)).toEqual(rows)
}, 60_000)

test('an engine that was killed under way leaves no wrong minute behind', async () => {
  const own = await openTestTelemetry({ embedded: true })
  try {
    const rounds = atDepth({ deep: 3, daily: 1 })
    for (let round = 0; round < rounds; round++) {
      const samples = everyMinute(61, 300, { packCounter: round + 1, sequence: round })
      await commitBatch(own, batchOf({ samples }))
      const settling = own.settled()
      const pid = own.enginePid()
      if (pid === undefined) throw new Error('No engine of its own')
      process.kill(pid, 'SIGKILL')
      await settling
    }
    await expect.poll(() => own.metrics().engineRestarts).toBe(rounds)
    await expectTrueLedger(own)
    expect(await totals(61, 300, own)).toMatchObject({ run: 300 * minuteMs })
  } finally {
    await own.close()
  }
}, 120_000)
