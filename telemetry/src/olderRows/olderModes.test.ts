// @slow

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { grantClientScope } from '@packboard/model'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  anyAlarms,
  anyRule,
  anySamples,
  storyMinutes,
  storyStart,
} from '../../testing/anyRecords.ts'
import { type OlderMachine, olderStore } from '../../testing/olderStore.ts'
import { morning, sampleOf } from '../../testing/records.ts'
import { verifyLedger } from '../../testing/verifyLedger.ts'
import { emptyCarry } from '../ledger/fold/carry.ts'
import { foldStretch } from '../ledger/fold/foldStretch.ts'
import { hourMs } from '../ledger/fold/hour.ts'
import { bySampleOrder } from '../ledger/fold/ledgerRecords.ts'
import { defaultRule } from '../ledger/fold/ledgerRule.ts'
import { minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import { Ledger } from '../ledger/ledger.ts'
import { modeSpans } from '../read/modeSpans.ts'
import { openTelemetry, type Telemetry } from '../store.ts'

const monthMs = 31 * 86_400_000
const places = [
  { clientId: 1, back: 0 },
  { clientId: 2, back: 0 },
  { clientId: 1, back: monthMs },
  { clientId: 1, back: 2 * monthMs },
]

/** Its records say unit modes, its minutes do not know them. */
function olderMachine(machine: Omit<OlderMachine, 'minutes'>): OlderMachine {
  const { rule, samples, alarms } = machine
  const { minutes } = foldStretch({
    ...{ rule, alarms },
    samples: samples.map(({ unitMode: _, ...one }) => one),
    carry: emptyCarry(),
    from: minuteOf(Math.min(...samples.map(({ at }) => at))) - 2 * minuteMs,
    to: null,
  })
  return { ...machine, minutes }
}

const machines = fc
  .sample(fc.tuple(anySamples, anyAlarms, anyRule), { numRuns: places.length, seed: 4 })
  .map(([stories, alarms, rule], i): OlderMachine => {
    const { clientId = 1, back = 0 } = places[i] ?? {}
    return olderMachine({
      ...{ clientId, machineId: i + 1, rule },
      samples: stories
        .map((one) => ({ ...one, at: one.at - back, sourceAt: one.sourceAt - back }))
        .sort(bySampleOrder),
      alarms: alarms.map((one) => ({ ...one, raisedAt: one.raisedAt - back })),
    })
  })

const silent = { info: () => {}, warn: () => {}, error: () => {} }

let dataDir: string
let telemetry: Telemetry
const open = async () => {
  telemetry = await openTelemetry({ dataDir, log: silent, memoryBytes: 1_500_000_000 })
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packboard-older-'))
  await olderStore(dataDir, machines)
}, 60_000)
afterAll(async () => {
  await telemetry?.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

const differences = async () => (await verifyLedger(telemetry)).differences

const isDone = async () => {
  const answer = await telemetry.context.connection.writer().query({
    query: "SELECT count() AS done FROM ledger_position WHERE name = 'modes'",
    format: 'JSONEachRow',
  })
  const [found] = await answer.json<{ done: string }>()
  return Number(found?.done) === 1
}

function modesOf(clientId: number) {
  const period = {
    from: new Date(storyStart - 2 * monthMs - minuteMs),
    to: new Date(storyStart + (storyMinutes + 4) * minuteMs),
  }
  const machineIds = machines.map(({ machineId }) => machineId)
  return modeSpans(telemetry, grantClientScope(clientId), { machineIds, period })
}

test('minutes of before the ledger knew unit modes get them from the records, each machine its own; a stop in between is no harm', async () => {
  await open()
  expect(await isDone()).toBe(false)
  await telemetry.close()
  await open()
  await expect.poll(isDone, { timeout: 30_000 }).toBe(true)
  expect(await differences()).toEqual([])
  const sent = machines.filter(({ samples }) =>
    samples.some(({ unitMode }) => unitMode === 'Setup' || unitMode === 'Maintenance'),
  )
  expect(sent.length).toBe(places.length)
  expect([...(await modesOf(1)).keys()].sort()).toEqual([1, 3, 4])
  expect([...(await modesOf(2)).keys()]).toEqual([2])
}, 60_000)

test('they are computed in pieces: a question about them waits for one piece, not for a month', async () => {
  await telemetry.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  const hours = 60
  const samples = Array.from({ length: hours }, (_, hour) =>
    sampleOf({ machineId: 9, at: morning - (hours - hour) * hourMs, unitMode: 'Setup' }),
  )
  await olderStore(dataDir, [
    olderMachine({ clientId: 1, machineId: 9, rule: defaultRule, samples, alarms: [] }),
  ])
  const computed = vi.spyOn(Ledger.prototype, 'computeAnew')
  await open()
  await expect.poll(isDone, { timeout: 30_000 }).toBe(true)
  expect(computed.mock.calls.map(([extents]) => extents.length)).toEqual([48, 12])
  expect(await differences()).toEqual([])
}, 60_000)
