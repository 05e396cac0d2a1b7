// @slow

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordWire } from '@packboard/contract'
import { afterEach, expect, test } from 'vitest'
import { openRecordEndpoint } from '../testing/recordEndpoint.ts'
import { calendarsOf } from './calendar.ts'
import { PlantDiary } from './plantDiary.ts'
import type { Plant } from './plantLayout.ts'
import { factory } from './plants/factory.ts'
import { faultPlant } from './plants/faultPlant.ts'
import { startPlant } from './startPlant.ts'
import { writeHistory } from './writeHistory.ts'

const wholePlant = faultPlant()
/** One line of each client: enough for what concerns days and calls, not machines. */
const smallPlant: Plant = {
  ...wholePlant,
  clients: wholePlant.clients.map((client) => ({ ...client, lines: client.lines.slice(0, 1) })),
}
const until = new Date('2026-11-20T13:37:00Z')
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function start(options: {
  days: number
  plant?: Plant
  until?: Date
  dataDir?: string
  refuse?: number
}) {
  const { plant = smallPlant } = options
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'plant-')))
  if (!options.dataDir) closing.push(() => rm(dataDir, { recursive: true }))
  const endpoint = await openRecordEndpoint(options.refuse)
  closing.push(endpoint.close)
  const seed = 'one'
  const historyFrom = until.getTime() - options.days * 86_400_000
  const startedAt = until.getTime()
  const diary = await PlantDiary.open(dataDir, { seed, historyFrom, startedAt, plant: 'factory' })
  const write = (signal?: AbortSignal, onProgress?: (share: number) => void) =>
    writeHistory({
      httpUrl: endpoint.httpUrl,
      plant,
      calendars: calendarsOf(plant, {
        seed,
        historyFrom: diary.pages.historyFrom,
        isLive: diary.isLive,
      }),
      diary,
      days: options.days,
      until: options.until ?? until,
      password: 'packboard',
      ...(signal && { signal }),
      onProgress: ({ share }) => onProgress?.(share),
    })
  const lines = () => endpoint.calls.flatMap((call) => call.lines)
  return { endpoint, dataDir, write, lines }
}

test('every record is one that the contract knows, inside the time that was asked for', async () => {
  const { endpoint, write, lines } = await start({ days: 2, plant: wholePlant })
  const { records } = await write()
  expect(lines()).toHaveLength(records)
  expect(records).toBeGreaterThan(50_000)
  expect(endpoint.mostInFlight()).toBeLessThanOrEqual(8)
  const seen = new Set<string>()
  for (const call of endpoint.calls) {
    expect(call.lines.length).toBeLessThanOrEqual(10_000)
    expect(call.token).toMatch(/^gateway-[a-z-]+:packboard$/)
  }
  for (const line of lines()) {
    const record = recordWire.parse(JSON.parse(line))
    seen.add(record.kind)
    const at = Number(record.kind === 'alarm' ? record.raisedAt : record.time)
    if (at > until.getTime() + 3_000 || at < until.getTime() - 2 * 86_400_000 - 3_600_000) {
      throw new Error(`${line} is not of the last two days`)
    }
  }
  expect([...seen].sort()).toEqual(['alarm', 'audit', 'sample'])
})

test('the newest day comes first', async () => {
  const { endpoint, write } = await start({ days: 3 })
  const shares: number[] = []
  await write(undefined, (share) => shares.push(share))
  // It is known from the beginning on that a past is being written.
  expect([shares[0], shares.at(-1)]).toEqual([0, 1])
  const first = endpoint.calls.find(({ token }) => token.startsWith('gateway-northfield'))!
  const at = JSON.parse(first.lines[0]!).time
  expect(at).toBeGreaterThan(Date.parse('2026-11-20T05:00:00Z'))
})

test('a door that is busy or not there yet is asked again until it takes the records', async () => {
  const { write, lines } = await start({ days: 1, refuse: 3 })
  const { records } = await write()
  expect(lines()).toHaveLength(records)
})

test('stopped in the middle and started again, all is there, and what was there is not sent again', async () => {
  const whole = await start({ days: 9 })
  await whole.write()
  const first = await start({ days: 9 })
  const stop = new AbortController()
  await expect(first.write(stop.signal, (share) => share > 0.6 && stop.abort())).rejects.toThrow()
  const second = await start({ days: 9, dataDir: first.dataDir })
  await second.write()
  const both = new Set([...first.lines(), ...second.lines()])
  expect(both).toEqual(new Set(whole.lines()))
  expect(second.lines().length).toBeLessThan(whole.lines().length * 0.7)
  const third = await start({ days: 9, dataDir: first.dataDir })
  expect((await third.write()).records).toBe(0)
})

test('after three days without power the plant tells what happened meanwhile', async () => {
  const first = await start({ days: 2 })
  await first.write()
  const later = new Date(until.getTime() + 3 * 86_400_000)
  const second = await start({ days: 2, until: later, dataDir: first.dataDir })
  await second.write()
  const times = second
    .lines()
    .map((line) => JSON.parse(line))
    .filter(({ kind, serialNo }) => kind === 'sample' && serialNo === 'FW-101')
  // Requested for two days: older than that it stays a gap.
  expect(Math.min(...times.map(({ time }) => time))).toBeGreaterThanOrEqual(
    later.getTime() - 2 * 86_400_000,
  )
  expect(times.length).toBeGreaterThan(1_000)
})

test('a new machine has no history from before the first start, and all of it since then', async () => {
  const clients = factory().clients.filter(({ slug }) => slug === 'nova-snacks')
  const plant: Plant = {
    clients: clients.map((client) => ({ ...client, lines: client.lines.slice(1) })),
  }
  const serialsOf = (lines: readonly string[]) =>
    new Set(lines.map((line): string => JSON.parse(line).serialNo))
  const first = await start({ days: 1, plant })
  await first.write()
  expect(serialsOf(first.lines())).toEqual(new Set(['VF-621', 'VF-622']))
  const { dataDir } = first
  const later = new Date(until.getTime() + 6 * 3_600_000)
  const second = await start({ days: 1, plant, until: later, dataDir })
  await second.write()
  expect(serialsOf(second.lines())).toEqual(new Set(['VF-621', 'VF-622', 'VF-623']))
})

test('a data directory belongs to one plant', async () => {
  const { dataDir } = await start({ days: 1 })
  expect(await PlantDiary.plantIn(dataDir)).toBeUndefined()
  const fresh = { seed: 'one', historyFrom: 0, startedAt: 0, plant: 'faults' } as const
  await (await PlantDiary.open(dataDir, fresh)).save()
  expect(await PlantDiary.plantIn(dataDir)).toBe('faults')
  const wanted = { ...fresh, dataDir, plant: 'factory', days: 1, password: 'packboard' } as const
  const urls = { httpUrl: 'http://127.0.0.1:1', mqttUrl: 'mqtt://127.0.0.1:1' }
  await expect(startPlant({ ...wanted, ...urls })).rejects.toThrow('plant "faults"')
})
