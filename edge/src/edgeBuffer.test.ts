import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { keptRefused } from './bufferFile.ts'
import { EdgeBuffer } from './edgeBuffer.ts'

const folders: string[] = []
const buffers: EdgeBuffer[] = []
afterEach(() => {
  for (const buffer of buffers.splice(0)) buffer.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'packboard-edge-'))
  folders.push(folder)
  return folder
}

function open(folder = newFolder(), maxBytes = 10_000_000) {
  const lines: string[] = []
  const buffer = new EdgeBuffer({ folder, maxBytes, log: { warn: (_, text) => lines.push(text) } })
  buffers.push(buffer)
  return { buffer, folder, lines }
}

const entry = (n: number) => ({ serialNo: 'FW-101', receivedAt: n, line: `{"n":${n}}` })
const entries = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => entry(from + index))
const add = (buffer: EdgeBuffer, from: number, to: number) =>
  buffer.add({ entries: entries(from, to), refused: [], seen: [] })
const numbers = (rows: readonly { line: string }[]) =>
  rows.map(({ line }) => Number(JSON.parse(line).n)).sort((a, b) => a - b)
const all = { records: 100_000, bytes: 100_000_000 }

test('what was acknowledged is there after the process ended in any way', async () => {
  const { buffer, folder } = open()
  await add(buffer, 0, 100)
  // As it lies on the disk while the buffer is still open.
  const copy = newFolder()
  cpSync(folder, copy, { recursive: true })
  const again = open(copy)
  expect(numbers(again.buffer.next(all))).toEqual(numbers(entries(0, 100)))
  expect(again.buffer.figures()).toMatchObject({ received: 100, queuedRecords: 100 })
  expect(again.lines).toEqual([])
})

test('a torn last entry is dropped and logged, and what was before it is whole', async () => {
  const { buffer, folder } = open()
  await add(buffer, 0, 50)
  await add(buffer, 50, 60)
  const copy = newFolder()
  cpSync(folder, copy, { recursive: true })
  const wal = join(copy, 'buffer.sqlite-wal')
  truncateSync(wal, statSync(wal).size - 100)
  const again = open(copy)
  expect(numbers(again.buffer.next(all))).toEqual(numbers(entries(0, 50)))
  expect(again.buffer.figures()).toMatchObject({ received: 50, queuedRecords: 50 })
  expect(again.lines).toEqual([
    'The last entry of the buffer was torn and is dropped; it was not acknowledged',
  ])
})

test('a damaged file is kept under another name, and a new one begins', async () => {
  const { buffer, folder } = open()
  await add(buffer, 0, 50)
  buffer.close()
  writeFileSync(join(folder, 'buffer.sqlite'), Buffer.alloc(8_192, 7))
  const again = open(folder)
  await add(again.buffer, 0, 1)
  expect(again.lines).toEqual(['The buffer is damaged; it is kept under another name'])
  expect(readdirSync(folder).some((name) => name.includes('.damaged-'))).toBe(true)
  expect(again.buffer.figures()).toMatchObject({ received: 1, queuedRecords: 1 })
})

test('a full buffer refuses whole calls and keeps what it has', async () => {
  const { buffer } = open(newFolder(), 5_000)
  await add(buffer, 0, 40)
  await expect(add(buffer, 40, 140)).rejects.toMatchObject({ code: 'ingest.busy', retryAfter: 60 })
  expect(numbers(buffer.next(all))).toEqual(numbers(entries(0, 40)))
  expect(buffer.figures()).toMatchObject({ received: 40, queuedRecords: 40 })
  expect(buffer.isFull()).toBe(false)
  // Calls that wait for the same commit are counted against the bound, too.
  const both = await Promise.allSettled([add(buffer, 40, 75), add(buffer, 75, 110)])
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})

test('the newest go first, the oldest fill the rest of the call', async () => {
  const { buffer } = open()
  await add(buffer, 0, 100)
  const next = buffer.next({ records: 10, bytes: 100_000 })
  expect(numbers(next)).toEqual([0, 1, 2, 3, 4, 95, 96, 97, 98, 99])
  expect(JSON.parse(next[0]?.line ?? '')).toEqual({ n: 99 })
  // However large it is, one record goes.
  expect(buffer.next({ records: 10, bytes: 1 })).toHaveLength(1)
})

test('of refused records the newest are kept, all are counted', async () => {
  const { buffer } = open()
  await buffer.add({
    entries: [],
    refused: entries(0, keptRefused + 5).map((one) => ({ ...one, reason: 'not bound' })),
    seen: [],
  })
  expect(buffer.refused(all.records)).toHaveLength(keptRefused)
  expect(buffer.refused(1)).toMatchObject([
    { line: `{"n":${keptRefused + 4}}`, reason: 'not bound' },
  ])
  expect(buffer.figures()).toMatchObject({
    received: keptRefused + 5,
    quarantined: keptRefused + 5,
    queuedRecords: 0,
  })
})

test('what a sample leaves out keeps its last value; an older one changes nothing', async () => {
  const { buffer } = open()
  const see = (at: number, state: number | null, packs: number | null) =>
    buffer.add({
      entries: [entry(at)],
      refused: [],
      seen: [{ serialNo: 'FW-101', at, state, speedPpm: null, packs }],
    })
  await see(1_000, 10, 5)
  await see(2_000, null, 6)
  await see(1_500, 3, 4)
  expect(buffer.machines()).toEqual([
    { serialNo: 'FW-101', at: 2_000, state: 10, speedPpm: null, packs: 6 },
  ])
})

test('a machine that was silent for 30 days is not shown after the next start', async () => {
  const { buffer, folder } = open()
  const see = (serialNo: string, at: number) => ({
    ...{ serialNo, at, state: 10, speedPpm: null, packs: null },
  })
  const day = 86_400_000
  const seen = [see('FW-101', Date.now() - 31 * day), see('FW-102', Date.now() - 29 * day)]
  await buffer.add({ entries: [entry(1)], refused: [], seen })
  expect(buffer.machines()).toHaveLength(2)
  buffer.close()
  expect(
    open(folder)
      .buffer.machines()
      .map(({ serialNo }) => serialNo),
  ).toEqual(['FW-102'])
})

test('whatever comes and goes: received = accepted + duplicate + quarantined + queued, also after it is opened again', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ kind: fc.constant('send' as const), count: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ kind: fc.constant('refuse' as const), count: fc.constant(1) }),
    fc.record({ kind: fc.constant('reopen' as const), count: fc.constant(1) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const folder = newFolder()
      let { buffer } = open(folder)
      let n = 0
      const queued = new Set<number>()
      for (const { kind, count } of steps) {
        if (kind === 'add') {
          await add(buffer, n, n + count)
          for (let i = n; i < n + count; i += 1) queued.add(i)
          n += count
        } else if (kind === 'reopen') {
          buffer.close()
          buffer = open(folder).buffer
        } else {
          const rows = buffer.next({ records: count, bytes: 1_000_000 })
          const [first] = rows
          if (kind === 'refuse' && first) buffer.refuse(first, 'no record')
          else buffer.delivered(rows, { accepted: rows.length, duplicate: 0, quarantined: 0 })
          for (const gone of numbers(kind === 'refuse' ? rows.slice(0, 1) : rows))
            queued.delete(gone)
        }
        const { received, accepted, duplicate, quarantined, queuedRecords } = buffer.figures()
        expect(received).toBe(accepted + duplicate + quarantined + queuedRecords)
        expect(received).toBe(n)
      }
      expect(numbers(buffer.next(all))).toEqual([...queued].sort((a, b) => a - b))
      const bytes = buffer.next(all).reduce((sum, { size }) => sum + size, 0)
      expect(buffer.figures().queuedBytes).toBe(bytes)
      buffer.close()
    }),
    runsOfProperty({ deep: 200, daily: 15 }),
  )
})

test('only one recorder has a folder', () => {
  const { folder } = open()
  expect(existsSync(join(folder, 'buffer.sqlite'))).toBe(true)
  expect(() => open(folder)).toThrow(/locked/)
}, 20_000)
