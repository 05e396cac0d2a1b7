import { expect, test } from 'vitest'
import { createPipeline } from '../testing/conserved.ts'
import { scriptedStore } from '../testing/scriptedStore.ts'
import { createMachineDirectory, type DirectoryMachine } from './directory.ts'
import { silentLog } from './log.ts'
import { createNumberLookUp, lookUpLimits } from './numberLookUp.ts'
import { readWireRecord } from './wireRecord.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const machine = (machineId: number, clientId: number, serialNo: string): DirectoryMachine => {
  return { machineId, clientId, serialNo, holdMs: 90_000, topics: [] }
}

/** A store that has more machines than the directory knows, and what was looked up in it. */
function behind(inStore: readonly DirectoryMachine[], known: readonly DirectoryMachine[] = []) {
  const clock = { now: noon }
  const queries: { clientId: number | null; serialNos: readonly string[] }[] = []
  const fails = { next: false }
  let wait = Promise.resolve()
  const bound = new Set(known.map(({ machineId }) => machineId))
  const lookUp = createNumberLookUp({
    async find(clientId, serialNos) {
      queries.push({ clientId, serialNos })
      await wait
      if (fails.next) throw new Error('the store is away')
      const hits = inStore.filter(
        (one) =>
          serialNos.includes(one.serialNo) && (clientId === null || one.clientId === clientId),
      )
      if (hits.length === 0) return
      for (const { machineId } of inStore) bound.add(machineId)
      directory.replace(inStore)
    },
    now: () => clock.now,
    log: silentLog,
  })
  const device = () => {
    const machineIds = new Set(bound)
    return { deviceId: 1, userName: 'gateway', clientId: 7, machineIds, credential: 'gateway' }
  }
  const directory = createMachineDirectory(
    { device: async () => device(), deviceNow: () => device() },
    known,
    lookUp,
  )
  const store = scriptedStore()
  const pipeline = createPipeline({
    ...{ directory, now: () => clock.now, log: silentLog, gatherMs: 5 },
    commit: (batches) => store.commit(batches),
  })
  const sender = (clientId: number) => {
    const of = new Set(bound)
    const mayPublishFor = (id: number) => of.has(id)
    return { userName: 'gateway', clientId, mayPublishFor, credential: 'gateway' }
  }
  const send = (serialNo: string, clientId = 7, seq = 1) => {
    const record = readWireRecord({ kind: 'sample', serialNo, time: noon, seq, state: 10 })
    const reading = { source: 'http', bytes: 100, records: [record] } as const
    return pipeline.accept(sender(clientId), reading, clock.now)
  }
  return {
    ...{ clock, queries, fails, send, lookUp },
    hold(until: Promise<void>) {
      wait = until
    },
  }
}

const fresh = machine(1, 7, 'FW-201')
const neighbours = machine(2, 9, 'FW-611')

test('a record of a machine that is in the store, and not in the directory yet, is stored', async () => {
  const { send, queries } = behind([fresh, neighbours])
  expect(await send('FW-201')).toMatchObject({ accepted: 1, quarantined: 0 })
  expect(queries).toEqual([{ clientId: 7, serialNos: ['FW-201'] }])
  expect(await send('FW-201', 7, 2)).toMatchObject({ accepted: 1 })
  expect(queries).toHaveLength(1)
})

test('a number is looked up once a second, and what comes while it is looked up waits for that', async () => {
  const { send, queries, clock, hold } = behind([])
  const gate = Promise.withResolvers<void>()
  hold(gate.promise)
  const both = Promise.all([send('FW-900'), send('FW-900', 7, 2)])
  gate.resolve()
  for (const answer of await both) {
    expect(answer).toMatchObject({ quarantined: 1, errors: [{ reason: 'unknownMachine' }] })
  }
  clock.now += lookUpLimits.everyMs - 1
  await send('FW-900', 7, 3)
  expect(queries).toHaveLength(1)
  clock.now += 1
  await send('FW-900', 7, 4)
  expect(queries).toHaveLength(2)
})

test("another client's number is looked up and answered like one that nobody has (D66), known or not", async () => {
  const { send, queries } = behind([fresh, neighbours], [neighbours])
  const known = await send('FW-611')
  const unknown = await send('FW-900')
  expect(queries).toEqual([
    { clientId: 7, serialNos: ['FW-611'] },
    { clientId: 7, serialNos: ['FW-900'] },
  ])
  const [reason] = known.errors
  expect(unknown.errors).toEqual([{ ...reason, serialNo: 'FW-900' }])
  expect(reason?.reason).toBe('unknownMachine')
})

test('the table of a client is bounded, and a full one leaves the others theirs', async () => {
  const { lookUp, queries, clock } = behind([])
  const many = Array.from({ length: lookUpLimits.numbers + 5 }, (_, one) => `X-${one}`)
  await lookUp(9, many)
  expect(queries[0]?.serialNos).toHaveLength(lookUpLimits.numbers)
  expect(lookUp(9, ['X-1004', 'Y-1'])).toBeUndefined()
  await lookUp(7, ['Y-1'])
  expect(queries).toHaveLength(2)
  clock.now += lookUpLimits.everyMs
  await lookUp(9, ['Y-1'])
  expect(queries).toHaveLength(3)
})

test('numbers that come while a query runs are one query after it', async () => {
  const { lookUp, queries, hold } = behind([])
  const gate = Promise.withResolvers<void>()
  hold(gate.promise)
  const first = lookUp(7, ['A'])
  await expect.poll(() => queries.length).toBe(1)
  const rest = ['B', 'C', 'D'].map((serialNo) => lookUp(7, [serialNo]))
  gate.resolve()
  await Promise.all([first, ...rest])
  expect(queries.map(({ serialNos }) => serialNos)).toEqual([['A'], ['B', 'C', 'D']])
})

test('while the store is away a record is quarantined as before', async () => {
  const { send, fails } = behind([fresh])
  fails.next = true
  expect(await send('FW-201')).toMatchObject({ quarantined: 1 })
})
