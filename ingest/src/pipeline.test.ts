import { AppError } from '@packboard/model'
import type { Batch } from '@packboard/telemetry/write'
import { expect, test } from 'vitest'
import { createPipeline } from '../testing/conserved.ts'
import { scriptedStore } from '../testing/scriptedStore.ts'
import { createMachineDirectory } from './directory.ts'
import { silentLog } from './log.ts'
import { readWireRecord } from './wireRecord.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const machines = [
  { machineId: 1, clientId: 7, serialNo: 'FW-101', holdMs: 90_000, topics: [] },
  { machineId: 2, clientId: 9, serialNo: 'FW-611', holdMs: 90_000, topics: [] },
]
const sender = { userName: 'FW-101', clientId: 7, mayPublishFor: (id: number) => id === 1 }

function scripted(before?: (batch: Batch) => Promise<void>, mayStore = () => true, gatherMs = 5) {
  const store = scriptedStore()
  const directory = createMachineDirectory(
    { device: async () => null, deviceNow: () => null },
    machines,
  )
  const pipeline = createPipeline({
    directory,
    now: () => noon,
    log: silentLog,
    gatherMs,
    mayStore,
    async commit(batches) {
      for (const batch of batches) await before?.(batch)
      return store.commit(batches)
    },
  })
  return { pipeline, batches: store.batches, commits: store.commits }
}

const sample = (fields: object) =>
  readWireRecord({ kind: 'sample', serialNo: 'FW-101', time: noon, ...fields })
const reading = (...records: ReturnType<typeof sample>[]) =>
  ({ source: 'http', bytes: 100, records }) as const

test('a clock up to 5 s ahead is believed, further ahead gets the time of receipt, a day ahead is put aside', async () => {
  const { pipeline, batches } = scripted()
  const counts = await pipeline.accept(
    sender,
    reading(
      sample({ time: noon + 5_000 }),
      sample({ time: noon + 5_001 }),
      sample({ time: noon + 86_400_001 }),
      sample({ time: noon - 401 * 86_400_000 }),
    ),
    noon,
  )
  expect(counts).toMatchObject({
    ...{ accepted: 2, duplicate: 0, late: 0, quarantined: 2 },
    errors: [
      { index: 2, reason: 'tooFarAhead' },
      { index: 3, reason: 'tooOld' },
    ],
  })
  expect(batches[0]?.samples).toMatchObject([
    { at: noon + 5_000, sourceAt: noon + 5_000, flagged: false },
    { at: noon, sourceAt: noon + 5_001, flagged: true },
  ])
  expect(batches[0]?.quarantined.map(({ reason }) => reason)).toEqual(['tooFarAhead', 'tooOld'])
})

test('a time in another unit than milliseconds is refused with the unit that it looks like', async () => {
  const { pipeline } = scripted()
  const { errors } = await pipeline.accept(
    sender,
    reading(sample({ time: Math.round(noon / 1_000) }), sample({ time: noon * 1_000 })),
    noon,
  )
  expect(errors.map(({ reason, detail }) => [reason, detail.replace(/^\d+/, '…')])).toEqual([
    [
      'tooOld',
      '… days old: records are kept for 400 days; this looks like seconds, send milliseconds since 1970',
    ],
    ['tooFarAhead', '… s ahead: this looks like microseconds, send milliseconds since 1970'],
  ])
})

test('while the disk is full a call is refused at once, and a sender that cannot be refused waits for space (D70)', async () => {
  let full = true
  const { pipeline, batches } = scripted(undefined, () => !full)
  const waiting = pipeline.deliver(sender, reading(sample({ seq: 1 })), noon)
  await expect(pipeline.accept(sender, reading(sample({ seq: 2 })), noon)).rejects.toMatchObject({
    code: 'ingest.busy',
    retryAfter: 30,
  })
  expect(batches).toEqual([])
  full = false
  await waiting
  expect(batches.flatMap(({ samples }) => samples)).toMatchObject([{ sequence: 1 }])
})

test('records of a clock that is ahead keep their source time and sequence: their identity and their order', async () => {
  const { pipeline, batches } = scripted()
  const ahead = reading(
    sample({ time: noon + 60_000, seq: 3, state: 9 }),
    sample({ time: noon + 61_000, seq: 1, state: 10 }),
  )
  await pipeline.accept(sender, ahead, noon)
  expect(batches[0]?.samples).toMatchObject([
    { at: noon, sourceAt: noon + 60_000, sequence: 3 },
    { at: noon, sourceAt: noon + 61_000, sequence: 1 },
  ])
})

test('an alarm of a clock that is ahead keeps the time that it was first given', async () => {
  const { pipeline, batches } = scripted()
  const alarm = (fields: object) =>
    readWireRecord({
      kind: 'alarm',
      serialNo: 'FW-101',
      raisedAt: noon + 60_000,
      group: 'Film',
      description: 'Film snap',
      ...fields,
    })
  await pipeline.accept(sender, reading(alarm({})), noon)
  await pipeline.accept(sender, reading(alarm({ clearedAt: noon + 90_000 })), noon + 30_000)
  // Sent again after its own time is past: still the same alarm.
  await pipeline.accept(sender, reading(alarm({ clearedAt: noon + 90_000 })), noon + 120_000)
  expect(batches.flatMap(({ alarms }) => alarms)).toMatchObject([
    { raisedAt: noon },
    { raisedAt: noon, clearedAt: noon + 30_000 },
    { raisedAt: noon, clearedAt: noon + 90_000 },
  ])
})

test('what a stranger sends for a machine is kept under the client of the stranger, and the machine is not named', async () => {
  const { pipeline, batches } = scripted()
  await pipeline.accept(sender, reading(sample({ serialNo: 'FW-611', state: 10 })), noon)
  await pipeline.accept(sender, reading(sample({ serialNo: 'FW-999' })), noon)
  expect(batches.flatMap(({ samples }) => samples)).toEqual([])
  expect(batches.flatMap(({ quarantined }) => quarantined)).toMatchObject([
    { clientId: 7, machineId: null, serialNo: 'FW-611', reason: 'unknownMachine' },
    { clientId: 7, machineId: null, serialNo: 'FW-999', reason: 'unknownMachine' },
  ])
})

test('numbers that no machine can mean are put aside whole, with the reason', async () => {
  const { pipeline, batches } = scripted()
  const odd = [
    { speed: -1 },
    { speed: 1e9 },
    { packs: 1e308 },
    { state: 10.5 },
    { packs: '12,5' },
    { packs: null },
    { state: 'Dancing' },
    { state: 99_999 },
    { time: 'yesterday' },
    { seq: -1 },
  ]
  await pipeline.accept(sender, reading(...odd.map(sample)), noon)
  expect(batches[0]?.samples).toEqual([])
  expect(batches[0]?.quarantined.map(({ reason }) => reason)).toEqual([
    'implausible',
    'implausible',
    'implausible',
    'malformed',
    'malformed',
    'malformed',
    'malformed',
    'implausible',
    'malformed',
    'implausible',
  ])
  expect(JSON.parse(batches[0]?.quarantined[0]?.raw ?? '')).toMatchObject({
    speed: -1,
    serialNo: 'FW-101',
  })
})

test('calls that arrive together are written together, and each gets the counts of its own records', async () => {
  const { pipeline, commits } = scripted()
  await Promise.all(
    [1, 2, 3].map((seq) => pipeline.deliver(sender, reading(sample({ seq })), noon)),
  )
  expect(commits.map(({ length }) => length)).toEqual([3])
  const counts = await Promise.all([
    pipeline.accept(sender, reading(sample({ seq: 4 }), sample({ speed: -1 })), noon),
    pipeline.accept(sender, reading(sample({ seq: 5 })), noon),
    pipeline.accept(sender, reading(sample({ seq: 5 }), sample({ seq: 6 })), noon),
  ])
  expect(
    counts.map(({ accepted, duplicate, quarantined }) => [accepted, duplicate, quarantined]),
  ).toEqual([
    [1, 0, 1],
    [1, 0, 0],
    [1, 1, 0],
  ])
  expect(commits.map(({ length }) => length)).toEqual([3, 3])
})

test('who sends alone is answered at once, again after each answer; what comes beside others is collected', async () => {
  const minute = 60_000
  const { pipeline, commits } = scripted(undefined, undefined, minute)
  for (const seq of [1, 2, 3]) {
    await pipeline.accept(sender, reading(sample({ seq })), noon)
  }
  expect(commits.map(({ length }) => length)).toEqual([1, 1, 1])
  const other = { ...sender, userName: 'FW-102', mayPublishFor: () => false }
  const collected = pipeline.deliver(other, reading(sample({ seq: 4 })), noon)
  const joined = pipeline.deliver(other, reading(sample({ seq: 5 })), noon)
  await expect.poll(() => pipeline.figures().queuedRecords).toBe(2)
  expect(commits).toHaveLength(3)
  await pipeline.close(minute)
  await Promise.all([collected, joined])
  expect(commits.map(({ length }) => length)).toEqual([1, 1, 1, 2])
})

test('a store that cannot write refuses an HTTP call at once, and a device waits until it can', async () => {
  let broken = true
  const { pipeline, batches } = scripted(async () => {
    if (broken) throw new AppError('ingest.busy')
  })
  const refused = pipeline.accept(sender, reading(sample({ seq: 1 })), noon)
  await expect(refused).rejects.toMatchObject({ code: 'ingest.busy', status: 503, retryAfter: 2 })
  expect(pipeline.health().ok).toBe(false)
  const waiting = pipeline.deliver(sender, reading(sample({ seq: 2 })), noon)
  await expect.poll(() => pipeline.figures().failures).toBeGreaterThan(1)
  broken = false
  await waiting
  expect(batches.flatMap(({ samples }) => samples.map(({ sequence }) => sequence))).toEqual([2])
  expect(pipeline.health().ok).toBe(true)
})

test('one call that the store cannot digest does not take the others with it', async () => {
  const { pipeline, batches } = scripted(async ({ samples }) => {
    if (samples.some(({ product }) => product === 'poison')) throw new Error('cannot digest')
  })
  const good = pipeline.deliver(sender, reading(sample({ seq: 1 })), noon)
  const bad = pipeline.deliver(sender, reading(sample({ seq: 2, product: 'poison' })), noon)
  const alsoGood = pipeline.deliver(sender, reading(sample({ seq: 3 })), noon)
  await expect(bad).rejects.toMatchObject({ code: 'ingest.busy' })
  await Promise.all([good, alsoGood])
  expect(batches.flatMap(({ samples }) => samples.map(({ sequence }) => sequence))).toEqual([1, 3])
})

test('a full queue refuses HTTP, makes devices wait, and loses nobody', async () => {
  let open: () => void = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const { pipeline, batches } = scripted(() => gate)
  const big = (first: number) =>
    reading(...Array.from({ length: 10_000 }, (_, index) => sample({ seq: first + index })))
  const devices = Array.from({ length: 12 }, (_, index) =>
    pipeline.deliver(sender, big(index * 10_000), noon),
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(pipeline.figures().queuedRecords).toBeLessThanOrEqual(100_000)
  const refused = pipeline.accept(sender, reading(sample({ seq: 999_999 })), noon)
  await expect(refused).rejects.toMatchObject({ code: 'ingest.busy' })
  open()
  await Promise.all(devices)
  expect(batches.reduce((sum, { samples }) => sum + samples.length, 0)).toBe(120_000)
  expect(pipeline.figures()).toMatchObject({ queuedRecords: 0, queuedBytes: 0, refused: 1 })
})

test('a death comes after everything that the machine had said, even with a clock that is a little ahead', async () => {
  const { pipeline, batches } = scripted()
  await pipeline.deliver(sender, reading(sample({ time: noon + 3_000, seq: 4, state: 10 })), noon)
  await pipeline.deaths([1], 'mqtt', noon + 1_000)
  expect(batches[1]?.samples).toMatchObject([{ at: noon + 3_000, sequence: 5, death: true }])
})

test('a death that was late on its way stays before what the next session has sent since', async () => {
  const { pipeline, batches } = scripted()
  await pipeline.deliver(sender, reading(sample({ time: noon, seq: 4, state: 10 })), noon)
  // Received by another process, in another session, before the end of the first one arrived here.
  const next = noon + 12_000
  await pipeline.deliver(sender, reading(sample({ time: next, seq: 5, state: 10 })), next)
  await pipeline.deaths([1], 'mqtt', noon + 1_000)
  expect(batches[2]?.samples).toMatchObject([{ at: noon + 1_000, death: true }])
})

test('closing writes what was taken in and takes in nothing more', async () => {
  const { pipeline, batches } = scripted()
  const last = pipeline.deliver(sender, reading(sample({ seq: 1 })), noon)
  await pipeline.close(1_000)
  await last
  expect(batches).toHaveLength(1)
  const late = pipeline.deliver(sender, reading(sample({ seq: 2 })), noon)
  await expect(late).rejects.toMatchObject({ code: 'ingest.busy' })
})

test('an empty sample stands where the session stamps its samples, and none is written of a clock that is not known (D117)', async () => {
  const store = scriptedStore()
  const topics = (connector: 'sparkplug' | 'packmlTags') =>
    [{ connector, prefix: 'a/b/c', dictionary: 'iso-tr88', origin: 'ownBroker' }] as const
  const list = ['behind', 'ahead', 'silent', 'timeless', 'tags'].map((serialNo, index) => ({
    ...{ machineId: index + 1, clientId: index === 0 ? 9 : 7, serialNo, holdMs: 90_000 },
    topics: topics(serialNo === 'tags' ? 'packmlTags' : 'sparkplug'),
  }))
  const pipeline = createPipeline({
    directory: createMachineDirectory({ device: async () => null, deviceNow: () => null }, list),
    ...{ now: () => noon, log: silentLog, gatherMs: 5 },
    commit: (batches) => store.commit(batches),
  })
  const anyone = { userName: 'broker', clientId: null, mayPublishFor: () => true }
  const days = 8 * 86_400_000
  const say = (serialNo: string, time: number, timeless = false) => {
    const read = readWireRecord({ kind: 'sample', serialNo, time, state: 10 })
    const record = { ...read, timeless }
    return pipeline.deliver(anyone, { source: 'sparkplug', bytes: 100, records: [record] }, noon)
  }
  await say('behind', noon - days)
  await say('ahead', noon + 60_000)
  await say('timeless', noon, true)
  await pipeline.stillAlive([1, 2, 3, 4, 5], 'mqtt', noon + 30_000)
  const alive = () =>
    store.batches
      .flatMap(({ samples }) => samples)
      .filter((sample) => sample.alive)
      .map(({ machineId, at, sourceAt }) => [machineId, at - noon, sourceAt - noon])
  const expected = [
    [1, 30_000 - days, 30_000 - days],
    [2, 30_000, 30_000],
    [4, 30_000, 30_000],
    [5, 30_000, 30_000],
  ]
  expect(alive()).toEqual(expected)
  // The end of a session stands at its receipt (D11), and the next one has to say its time first.
  await pipeline.deaths([1], 'mqtt', noon + 40_000)
  await pipeline.stillAlive([1, 3], 'mqtt', noon + 60_000)
  expect(alive()).toEqual(expected)
  expect(store.batches.flatMap(({ samples }) => samples).at(-1)).toMatchObject({
    machineId: 1,
    at: noon + 40_000,
  })
})
