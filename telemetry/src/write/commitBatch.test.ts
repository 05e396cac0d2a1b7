import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { alarmOf, auditOf, batchOf, morning, sampleOf } from '../../testing/records.ts'
import { select } from '../clickhouse/select.ts'
import type { Committed } from '../context.ts'
import type { Quarantined, StoredSample } from '../records.ts'
import { commitBatch, commitBatches, putMachineRules } from '../write.ts'

let telemetry: Awaited<ReturnType<typeof openTestTelemetry>>
/** Every test has a machine of its own, and a neighbour tenant whose records look the same. */
let machineId = 100
const neighbour = { clientId: 2, machineId: 7 }

beforeAll(async () => {
  telemetry = await openTestTelemetry({ now: () => morning })
  await commitBatch(
    telemetry,
    batchOf({
      samples: [sampleOf({ ...neighbour, state: 5 }), sampleOf({ ...neighbour, at: morning + 1 })],
      alarms: [alarmOf(neighbour)],
      audits: [auditOf(neighbour)],
    }),
  )
})
afterAll(() => telemetry?.close())
beforeEach(() => {
  machineId += 1
})

const mine = (reported: Partial<StoredSample> = {}) => sampleOf({ machineId, ...reported })
const commit = (samples: StoredSample[]) => commitBatch(telemetry, batchOf({ samples }))
const counted = (reported: object) => [
  {
    machineId,
    accepted: 0,
    duplicate: 0,
    late: 0,
    backFill: 0,
    resets: 0,
    quarantined: 0,
    conflicting: 0,
    alive: 0,
    ...reported,
  },
]

const storedRow = z.object({
  at: z.coerce.date().transform((date) => date.getTime()),
  state: z.number().nullable(),
  batch: z.coerce.number(),
})

function stored(of = machineId) {
  return select(telemetry.context, {
    name: 'test.stored',
    sql: `SELECT at, state, batch FROM sample
      WHERE machine_id = {machineId:UInt32} ORDER BY at, source_at, sequence, batch`,
    params: { machineId: of },
    row: storedRow,
  })
}

const sentRecord = fc.record({
  second: fc.integer({ min: 0, max: 6 }),
  sequence: fc.integer({ min: 0, max: 1 }),
  state: fc.constantFrom(5, 10),
})
const wrongOf = (machineId: number): Quarantined => ({
  clientId: 1,
  machineId,
  serialNo: 'FW-101',
  reason: 'implausible',
  detail: 'state',
  receivedAt: morning,
  source: 'http',
  raw: '{}',
})
const sentCalls = fc.array(
  fc.record({ records: fc.array(sentRecord, { maxLength: 5 }), wrong: fc.nat(2) }),
  { minLength: 1, maxLength: 6 },
)

test('calls in one commit are counted and stored as if each had come by itself', async () => {
  let next = 10_000
  await fc.assert(
    fc.asyncProperty(sentCalls, async (calls) => {
      next += 2
      const [together, apart] = [next, next + 1]
      const batchesOf = (machineId: number) =>
        calls.map(({ records, wrong }) =>
          batchOf({
            samples: records.map(({ second, sequence, state }) => {
              const at = morning + second * 1_000
              return sampleOf({ machineId, at, sourceAt: at, sequence, state })
            }),
            quarantined: Array.from({ length: wrong }, () => wrongOf(machineId)),
          }),
        )
      const joined = await commitBatches(telemetry, batchesOf(together))
      const single = []
      for (const batch of batchesOf(apart)) single.push(await commitBatch(telemetry, batch))
      const nameless = (counts: typeof joined) =>
        counts.map((call) => call.map(({ machineId: _, ...count }) => count))
      expect(nameless(joined)).toEqual(nameless(single))
      const [a, b] = await Promise.all([stored(together), stored(apart)])
      const content = (rows: typeof a) => rows.map(({ batch: _, ...row }) => row)
      expect(content(a)).toEqual(content(b))
    }),
    { numRuns: 25 },
  )
})

describe('samples', () => {
  test('a record is stored as it came, with every field and to the millisecond', async () => {
    const whole = mine({
      sourceAt: morning + 123,
      at: morning + 123,
      receivedAt: morning + 456,
      sequence: 4_000_000_000,
      state: 21,
      product: 'Käse & Brötchen 500 g "extra"',
      tool: '',
      user: "O'Brien\t\\",
      speedPpm: 119.99999999999999,
      packCounter: 4_294_967_295.125,
      batchCounter: 0,
      rejectCounter: 3,
      setSpeedPpm: 120,
      unitMode: 'Production',
      stateTimes: '10:86400000',
    })
    await commit([whole])
    const rows = await select(telemetry.context, {
      name: 'test.whole',
      sql: 'SELECT * FROM sample WHERE machine_id = {machineId:UInt32}',
      params: { machineId },
      row: z.looseObject({}),
    })
    expect(rows).toEqual([
      {
        client_id: 1,
        machine_id: machineId,
        at: '2026-11-20T06:00:00.123Z',
        source_at: '2026-11-20T06:00:00.123Z',
        sequence: 4_000_000_000,
        received_at: '2026-11-20T06:00:00.456Z',
        batch: expect.any(String),
        flagged: false,
        death: false,
        imported: false,
        alive: false,
        state: 21,
        product: 'Käse & Brötchen 500 g "extra"',
        tool: '',
        user: "O'Brien\t\\",
        speed_ppm: 119.99999999999999,
        pack_counter: 4_294_967_295.125,
        batch_counter: 0,
        reject_counter: 3,
        set_speed_ppm: 120,
        unit_mode: 'Production',
        state_times: '10:86400000',
      },
    ])
  })

  test('what a record leaves out stays unknown, and is not stored as nothing or zero', async () => {
    await commit([
      {
        clientId: 1,
        machineId,
        at: morning,
        sourceAt: morning,
        receivedAt: morning,
        sequence: 0,
        flagged: false,
      },
    ])
    const rows = await select(telemetry.context, {
      name: 'test.absent',
      sql: `SELECT state, product, speed_ppm, pack_counter, unit_mode FROM sample
        WHERE machine_id = {machineId:UInt32}`,
      params: { machineId },
      row: z.looseObject({}),
    })
    expect(rows).toEqual([
      { state: null, product: null, speed_ppm: null, pack_counter: null, unit_mode: null },
    ])
  })

  test('sending a batch twice changes nothing', async () => {
    const batch = [mine(), mine({ at: morning + 1_000 }), mine({ at: morning + 2_000 })]
    expect(await commit(batch)).toEqual(counted({ accepted: 3 }))
    const before = await stored()
    expect(await commit(batch)).toEqual(counted({ duplicate: 3 }))
    expect(await stored()).toEqual(before)
  })

  test('a repeat inside one batch is a duplicate', async () => {
    expect(await commit([mine(), mine()])).toEqual(counted({ accepted: 1, duplicate: 1 }))
    expect(await stored()).toHaveLength(1)
  })

  test('the same identity with other content is kept, and the last arrival has the highest batch', async () => {
    await commit([mine({ state: 10 })])
    expect(await commit([mine({ state: 5 })])).toEqual(counted({ accepted: 1, conflicting: 1 }))
    expect((await stored()).map(({ state }) => state)).toEqual([10, 5])
  })

  test('two versions in one batch are both kept, the later one with the higher batch', async () => {
    const answer = await commit([mine({ state: 10 }), mine({ state: 5 }), mine({ state: 10 })])
    expect(answer).toEqual(counted({ accepted: 2, conflicting: 1, duplicate: 1 }))
    const rows = await stored()
    expect(rows.map(({ state }) => state)).toEqual([10, 5])
    expect(rows[1]?.batch).toBeGreaterThan(rows[0]?.batch ?? Number.NaN)
  })

  test('a repeat of the first version after the second one does not bring it back', async () => {
    await commit([mine({ state: 10 })])
    await commit([mine({ state: 5 })])
    expect(await commit([mine({ state: 10 })])).toEqual(counted({ duplicate: 1 }))
    expect((await stored()).at(-1)?.state).toBe(5)
  })

  test('the sequence number tells samples of the same millisecond apart', async () => {
    await commit([mine({ sequence: 1 })])
    expect(await commit([mine({ sequence: 2 })])).toEqual(counted({ accepted: 1 }))
    expect(await stored()).toHaveLength(2)
  })

  test('older than the newest of its machine is late, and stored', async () => {
    await commit([mine({ at: morning + 10_000 })])
    expect(await commit([mine({ at: morning + 5_000 })])).toEqual(counted({ accepted: 1, late: 1 }))
    expect(await commit([mine({ at: morning + 20_000 }), mine({ at: morning + 15_000 })])).toEqual(
      counted({ accepted: 2, late: 1 }),
    )
    expect(await stored()).toHaveLength(4)
  })

  test("a neighbour's record of the same time is no duplicate of mine", async () => {
    expect(await commit([mine()])).toEqual(counted({ accepted: 1 }))
    expect(
      await commitBatch(telemetry, batchOf({ samples: [sampleOf({ ...neighbour, state: 5 })] })),
    ).toMatchObject([{ machineId: neighbour.machineId, duplicate: 1, accepted: 0 }])
  })

  test('a record that was ahead of the clock is known again when it is sent again later', async () => {
    const ahead = { sourceAt: morning + 20_000, state: 8 }
    await commit([mine({ ...ahead, at: morning, receivedAt: morning, flagged: true })])
    expect(await commit([mine(ahead)])).toEqual(counted({ duplicate: 1 }))
    expect(
      await commit([mine({ ...ahead, at: morning + 3, receivedAt: morning + 3, flagged: true })]),
    ).toEqual(counted({ duplicate: 1 }))
    expect(await stored()).toHaveLength(1)
  })

  test('a new version of a record that was ahead lies where the first one lay', async () => {
    const ahead = { sourceAt: morning + 20_000 }
    await commit([mine({ ...ahead, at: morning, receivedAt: morning, flagged: true, state: 8 })])
    expect(await commit([mine({ ...ahead, state: 9 })])).toEqual(
      counted({ accepted: 1, conflicting: 1 }),
    )
    expect((await stored()).map(({ at, state }) => ({ at, state }))).toEqual([
      { at: morning, state: 8 },
      { at: morning, state: 9 },
    ])
  })

  test('records of a machine that was silent for a year are still known', async () => {
    const longAgo = morning - 365 * 86_400_000
    await commit([mine({ at: longAgo })])
    expect(await commit([mine({ at: longAgo })])).toEqual(counted({ duplicate: 1 }))
  })

  test('history that is told from its end to its beginning is new, and known when it is told again', async () => {
    const hour = 3_600_000
    const reported = (from: number) =>
      Array.from({ length: 5 }, (_, i) => mine({ at: morning - from * hour + i * 30_000 }))
    await commit([mine({ at: morning })])
    for (const from of [1, 30, 31, 300]) {
      expect(await commit(reported(from))).toEqual(counted({ accepted: 5, late: 5, backFill: 5 }))
    }
    for (const from of [300, 31, 1]) {
      expect(await commit(reported(from))).toEqual(counted({ duplicate: 5 }))
    }
    const other = { ...reported(30)[2]!, state: 5 }
    expect(await commit([other])).toEqual(
      counted({ accepted: 1, late: 1, backFill: 1, conflicting: 1 }),
    )
    expect(await stored()).toHaveLength(22)
  })

  test('a record that was ahead of the clock over midnight is known by its own day', async () => {
    const midnight = Date.UTC(2026, 10, 18)
    const ahead = { sourceAt: midnight + 60_000, state: 8 }
    await commit([mine({ ...ahead, at: midnight - 60_000, flagged: true })])
    await commit([mine({ at: morning })])
    expect(await commit([mine(ahead)])).toEqual(counted({ duplicate: 1 }))
  })

  test('a death is stored as one', async () => {
    const { state: _, ...bare } = mine()
    await commit([{ ...bare, death: true }])
    const rows = await select(telemetry.context, {
      name: 'test.death',
      sql: 'SELECT death FROM sample WHERE machine_id = {machineId:UInt32}',
      params: { machineId },
      row: z.object({ death: z.boolean() }),
    })
    expect(rows).toEqual([{ death: true }])
  })
})

describe('alarms and audit records', () => {
  test('an alarm that clears later is a second row, and no conflict', async () => {
    const raised = alarmOf({ machineId })
    const cleared = { ...raised, clearedAt: morning + 60_000 }
    await commitBatch(telemetry, batchOf({ alarms: [raised] }))
    expect(await commitBatch(telemetry, batchOf({ alarms: [cleared] }))).toEqual(
      counted({ accepted: 1 }),
    )
    expect(await commitBatch(telemetry, batchOf({ alarms: [raised, cleared] }))).toEqual(
      counted({ duplicate: 2 }),
    )
    const later = { ...cleared, clearedAt: morning + 90_000 }
    expect(await commitBatch(telemetry, batchOf({ alarms: [later] }))).toEqual(
      counted({ accepted: 1, conflicting: 1 }),
    )
  })

  test('two audit records of the same instant are two, and a repeat is none', async () => {
    const audits = [auditOf({ machineId }), auditOf({ machineId, valueAfter: '210' })]
    expect(await commitBatch(telemetry, batchOf({ audits }))).toEqual(counted({ accepted: 2 }))
    expect(await commitBatch(telemetry, batchOf({ audits }))).toEqual(counted({ duplicate: 2 }))
  })

  test('received is accepted plus duplicate plus quarantined', async () => {
    const sample = mine()
    const answer = await commitBatch(
      telemetry,
      batchOf({
        samples: [sample, sample],
        alarms: [alarmOf({ machineId })],
        audits: [auditOf({ machineId })],
        quarantined: [
          {
            clientId: 1,
            machineId,
            serialNo: 'FW-101',
            reason: 'implausible',
            detail: 'speed 1e9',
            receivedAt: morning,
            source: 'http',
            raw: '{"speed":1e9}',
          },
          {
            clientId: null,
            machineId: null,
            serialNo: 'nobody',
            reason: 'unknownMachine',
            detail: '',
            receivedAt: morning,
            source: 'mqttJson',
            raw: '{}',
          },
        ],
      }),
    )
    expect(answer).toEqual([
      ...counted({ accepted: 3, duplicate: 1, quarantined: 1 }),
      {
        machineId: null,
        accepted: 0,
        duplicate: 0,
        late: 0,
        backFill: 0,
        resets: 0,
        quarantined: 1,
        conflicting: 0,
        alive: 0,
      },
    ])
  })

  test('counts are added up per machine and hour', async () => {
    await commit([mine()])
    await telemetry.commits.flushCounts()
    await commit([mine(), mine({ at: morning + 1 })])
    // Written by Packboard itself, so in no other count (D58).
    const { state: _, ...empty } = mine({ at: morning + 2, sequence: 7 })
    expect(await commit([{ ...empty, alive: true }])).toEqual(counted({ alive: 1 }))
    // The end of a session is Packboard's own record, too, and in no count.
    expect(
      await commit([{ ...empty, at: empty.at + 1, sourceAt: empty.at + 1, death: true }]),
    ).toEqual(counted({}))
    await telemetry.commits.flushCounts()
    const rows = await select(telemetry.context, {
      name: 'test.counts',
      sql: `SELECT hour, sum(accepted) AS accepted, sum(duplicate) AS duplicate,
        sum(alive) AS alive FROM ingest_count WHERE machine_id = {machineId:UInt32} GROUP BY hour`,
      params: { machineId },
      row: z.object({
        hour: z.string(),
        accepted: z.coerce.number(),
        duplicate: z.coerce.number(),
        alive: z.coerce.number(),
      }),
    })
    expect(rows).toEqual([{ hour: '2026-11-20T06:00:00Z', accepted: 2, duplicate: 1, alive: 1 }])
    // Merging adds up the counts, and keeps up to which batch they reach.
    await telemetry.context.connection
      .writer()
      .command({ query: 'OPTIMIZE TABLE ingest_count FINAL' })
    const reached = await select(telemetry.context, {
      name: 'test.reached',
      sql: 'SELECT max(upto) AS upto FROM ingest_count',
      params: {},
      row: z.object({ upto: z.coerce.bigint() }),
    })
    expect(reached).toEqual([{ upto: telemetry.metrics().revision }])
  })
})

test('listeners are told what was really added, once it is durable', async () => {
  const reported: Committed[] = []
  const listen = (committed: Committed) => reported.push(committed)
  telemetry.context.events.on('committed', listen)
  const sample = mine()
  await commit([sample, sample])
  await commit([sample])
  telemetry.context.events.off('committed', listen)
  expect(reported.map(({ samples }) => samples)).toEqual([[sample]])
  expect(telemetry.metrics().revision).toBe(reported[0]?.batch)
})

test('a listener that fails does not fail the commit', async () => {
  const listen = () => {
    throw new Error('listener')
  }
  telemetry.context.events.on('committed', listen)
  expect(await commit([mine()])).toEqual(counted({ accepted: 1 }))
  telemetry.context.events.off('committed', listen)
})

test('machine rules are versioned, and unchanged ones are not written again', async () => {
  const rule = {
    clientId: 1,
    machineId,
    holdMs: 90_000,
    targetPpm: 180,
    designPpm: null,
    recipePpm: new Map(),
    categories: { 20: 'alarm', 13: 'idle' },
  } as const
  const versions = async () => {
    const [row] = await select(telemetry.context, {
      name: 'test.rules',
      sql: 'SELECT count() AS n FROM machine_rule WHERE machine_id = {machineId:UInt32}',
      params: { machineId },
      row: z.object({ n: z.coerce.number() }),
    })
    return row?.n
  }
  await putMachineRules(telemetry, [rule])
  await putMachineRules(telemetry, [{ ...rule, categories: { 13: 'idle', 20: 'alarm' } }])
  expect(await versions()).toBe(1)
  await putMachineRules(telemetry, [{ ...rule, holdMs: 120_000 }])
  expect(await versions()).toBe(2)
  const inForce = (await telemetry.commits.rules()).find((one) => one.machineId === machineId)
  expect(inForce).toEqual({ ...rule, holdMs: 120_000 })
})
