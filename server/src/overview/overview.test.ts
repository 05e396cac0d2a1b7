import {
  clientMachines,
  failure,
  type MachineRecordAnswer,
  machinesData,
} from '@packboard/contract'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
let token: string

/** A shift that ended a while ago: everything in it is settled. */
const base = Math.floor((Date.now() - 5 * 3_600_000) / 60_000) * 60_000
const at = (seconds: number) => base + seconds * 1_000
const products = ['Milk Bar 45 g', 'Nougat Bar 60 g']

/** Samples of a machine, a few seconds apart, with silences longer than its hold limit in between. */
function shift(serialNo: string, seed: number) {
  let random = seed
  const next = (below: number) => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
    return random % below
  }
  const records = []
  let packs = 100 * seed
  let second = next(20)
  for (let seq = 0; second < 3_500; seq++) {
    packs += next(30)
    records.push(
      factory.at(at(second) + next(1_000)).sample(serialNo, {
        seq,
        state: [10, 10, 10, 21, 8, 19, 9, 20, 77][next(9)],
        product: products[next(20) === 0 ? 1 : 0],
        tool: 'Former 45',
        user: 'J. Hughes',
        speed: 100 + next(90),
        packs: packs + next(4) / 4,
      }),
    )
    second += next(12) === 0 ? 150 : 3 + next(25)
  }
  return records
}

beforeAll(async () => {
  server = await openTestServer()
  token = (await server.signIn('user')).accessToken
  for (const [serialNo, seed] of [
    ['FW-101', 7],
    ['FW-102', 11],
    // The machine of another client works at the same time.
    ['FW-511', 13],
  ] as const) {
    const answer = await server.send(serialNo, shift(serialNo, seed))
    expect(answer.status).toBe(200)
  }
})
afterAll(() => server.close())

type Question = Partial<z.input<typeof machinesData.body>>

async function ask(from: number, to: number, question: Question = {}) {
  const answer = await server.ask('/api/admin/machinesData', {
    token,
    body: {
      start_date: new Date(from).toISOString(),
      end_date: new Date(to).toISOString(),
      clientId: 1,
      initialReq: 'yes',
      machinesIdArray: ['FW-101', 'FW-102'],
      ...question,
    },
  })
  expect(answer.status).toBe(200)
  return machinesData.answer.parse(await answer.json())
}

/** The merge of specification §4, as a page does it. */
function merge(card: MachineRecordAnswer, next: MachineRecordAnswer): MachineRecordAnswer {
  const same =
    card.Product === next.Product &&
    card.Recipe === next.Recipe &&
    card.User === next.User &&
    card.Tool === next.Tool
  const weight = card.totalDataCount + next.totalDataCount
  return {
    ...next,
    batchPacks: same ? card.batchPacks + next.batchPacks : next.batchPacks,
    Total_Packs_Prod: card.Total_Packs_Prod + next.Total_Packs_Prod,
    Run_Time_Prod: card.Run_Time_Prod + next.Run_Time_Prod,
    Alarm_Time: card.Alarm_Time + next.Alarm_Time,
    Idle_Time_Prod: card.Idle_Time_Prod + next.Idle_Time_Prod,
    ancillaryTime: card.ancillaryTime + next.ancillaryTime,
    unknownTime: card.unknownTime + next.unknownTime,
    offlineTime: card.offlineTime + next.offlineTime,
    Speed:
      weight === 0
        ? null
        : ((card.Speed ?? 0) * card.totalDataCount + (next.Speed ?? 0) * next.totalDataCount) /
          weight,
    totalDataCount: weight,
  }
}

const figures = (record: MachineRecordAnswer) => ({
  batchPacks: record.batchPacks,
  packs: record.Total_Packs_Prod,
  seconds: [
    record.Run_Time_Prod,
    record.Alarm_Time,
    record.Idle_Time_Prod,
    record.ancillaryTime,
    record.unknownTime,
    record.offlineTime,
    record.totalDataCount,
  ].map((value) => Math.round(value * 1_000)),
  state: [record.Status, record.Recipe, record.Product, record.Tool, record.User],
})

test('totals are what the machine did: states fill the window, packs and speed are there', async () => {
  const { dataArray, ...rest } = await ask(at(0), at(3_600))
  expect(rest).toMatchObject({
    start_date: new Date(at(0)),
    end_date: new Date(at(3_600)),
    graphInterval: 600,
    olderDataChanged: false,
  })
  expect(dataArray.map(({ machineId }) => machineId)).toEqual(['FW-101', 'FW-102'])
  for (const record of dataArray) {
    const { seconds } = figures(record)
    expect(seconds.slice(0, 6).reduce((sum, ms) => sum + ms)).toBe(3_600_000)
    expect(record.Run_Time_Prod).toBeGreaterThan(200)
    expect(record.unknownTime).toBeGreaterThan(0)
    expect(record.offlineTime).toBeGreaterThan(0)
    expect(record.Total_Packs_Prod).toBeGreaterThan(500)
    expect(record.Speed).toBeGreaterThan(100)
    expect(record.initialReqKey).toBe('yes')
    expect(record.Machine_ID).toBe(record.machineId)
    expect(record.img).toMatch(/^\/api\/images\/.+\.png$/)
    expect(record.graphData.x).toHaveLength(record.graphData.y.length)
    expect(record.graphData.x.every((x) => x.getTime() % 600_000 === 0)).toBe(true)
    expect(record.strip.length).toBeGreaterThan(10)
    for (const part of record.strip) expect(part.to.getTime()).toBeGreaterThan(part.from.getTime())
  }
})

test('increments over any cuts of the window add up to its totals, to the last digit', async () => {
  const totals = await ask(at(0), at(3_600))
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 3_599_999 }), {
    minLength: 1,
    maxLength: 5,
  })
  await fc.assert(
    fc.asyncProperty(cuts, async (offsets) => {
      const instants = [...offsets.sort((a, b) => a - b).map((ms) => base + ms), at(3_600)]
      let answer = await ask(at(0), instants[0] ?? 0)
      let cards = answer.dataArray
      for (const instant of instants.slice(1)) {
        answer = await ask(answer.end_date.getTime(), instant, {
          initialReq: 'no',
          revision: answer.revision,
        })
        expect(answer.olderDataChanged).toBe(false)
        const { dataArray } = answer
        cards = cards.map((card, index) => merge(card, dataArray[index] ?? card))
      }
      expect(cards.map(figures)).toEqual(totals.dataArray.map(figures))
      cards.forEach((card, index) => {
        expect(card.Speed).toBeCloseTo(totals.dataArray[index]?.Speed ?? 0, 9)
      })
    }),
    runsOfProperty({ deep: 12, daily: 2 }),
  )
}, 120_000)

test('increments redraw the ten minutes they begin in, so that a point never has half its data', async () => {
  const whole = await ask(at(0), at(3_600))
  const part = await ask(at(1_500), at(3_600), { initialReq: 'no' })
  for (const [index, record] of part.dataArray.entries()) {
    const all = whole.dataArray[index]?.graphData
    const first = record.graphData.x[0]?.getTime() ?? 0
    expect(first).toBeLessThanOrEqual(at(1_500))
    const from = all?.x.findIndex((x) => x.getTime() === first) ?? -1
    expect(record.graphData.y).toEqual(all?.y.slice(from))
  }
})

test('records that arrive late for an answered time are told of, and only to whom they concern', async () => {
  const first = await ask(at(0), at(1_000))
  const quiet = await ask(at(1_000), at(2_000), { initialReq: 'no', revision: first.revision })
  expect(quiet.olderDataChanged).toBe(false)

  const late = (serialNo: string) =>
    factory.at(at(500) + 7).sample(serialNo, { seq: 9_999, state: 13 })
  expect((await server.send('FW-511', [late('FW-511')])).status).toBe(200)
  const neighbours = await ask(at(2_000), at(2_500), { initialReq: 'no', revision: quiet.revision })
  expect(neighbours.olderDataChanged).toBe(false)

  const counts = await (await server.send('FW-102', [late('FW-102')])).json()
  expect(counts).toMatchObject({ accepted: 1, late: 1 })
  const reported = await ask(at(2_500), at(3_000), {
    initialReq: 'no',
    revision: neighbours.revision,
  })
  expect(reported.olderDataChanged).toBe(true)
  const again = await ask(at(0), at(3_000))
  expect(
    (await ask(at(3_000), at(3_100), { initialReq: 'no', revision: again.revision }))
      .olderDataChanged,
  ).toBe(false)
})

test('an end in the future is answered up to two seconds ago, and says so', async () => {
  const before = Date.now()
  const { end_date: end } = await ask(at(3_000), Date.now() + 3_600_000)
  expect(end.getTime()).toBeGreaterThanOrEqual(before - 2_000)
  expect(end.getTime()).toBeLessThanOrEqual(Date.now() - 2_000)
})

test('a machine that never spoke is OFFLINE all the time, with nothing counted', async () => {
  const { dataArray } = await ask(at(0), at(60), { machinesIdArray: ['FW-202'] })
  expect(dataArray).toMatchObject([
    { Status: 'OFFLINE', Recipe: -1, offlineTime: 60, Total_Packs_Prod: 0, Speed: null, strip: [] },
  ])
})

test.each([
  ['an end before the start', { end_date: new Date(at(-1)).toISOString() }, 'end_date'],
  ['an end at the start', { end_date: new Date(at(0)).toISOString() }, 'end_date'],
  ['32 days', { start_date: new Date(at(0) - 32 * 86_400_000).toISOString() }, 'start_date'],
  ['no instant', { start_date: 'yesterday' }, 'start_date'],
  ['a local time', { start_date: '2026-11-20T06:00:00' }, 'start_date'],
  ['an unknown word', { initialReq: 'maybe' }, 'initialReq'],
  ['a strange revision', { revision: '1 OR 1=1' }, 'revision'],
  ['a huge revision', { revision: '99999999999999999999' }, 'revision'],
])('%s is refused and the field named', async (_what, change, field) => {
  const answer = await server.ask('/api/admin/machinesData', {
    token,
    body: {
      start_date: new Date(at(0)).toISOString(),
      end_date: new Date(at(60)).toISOString(),
      clientId: 1,
      initialReq: 'yes',
      machinesIdArray: [],
      ...change,
    },
  })
  expect(answer.status).toBe(400)
  expect(failure.parse(await answer.json()).errors).toMatchObject([{ field }])
})

test('the machines of a client come in the order of their lines', async () => {
  const answer = await server.ask('/api/admin/client_machines/1', { token })
  expect(await answer.json()).toEqual({
    machines: [
      ['FW-101', 'Flow Wrapper FW-3', 'Line 1'],
      ['FW-102', 'Flow Wrapper FW-3', 'Line 1'],
      ['FW-201', 'Flow Wrapper FW-3', 'Line 2'],
      ['FW-202', 'Flow Wrapper FW-3', 'Line 2'],
      ['FW-301', 'Flow Wrapper FW-5 twin', 'Line 3'],
      ['FW-302', 'Flow Wrapper FW-5 twin', 'Line 3'],
      ['VF-401', 'VFFS V-240', 'Line 4'],
      ['VF-402', 'VFFS V-240', 'Line 4'],
    ].map(([machineId, label, lineName]) => ({
      machineId,
      machineType: { label, imagePath: expect.stringMatching(/^\/api\/images\//) },
      lineName,
    })),
  })
})

test('targets come only on request: each of the product that the machine packs now, by the rule of the figures', async () => {
  const answer = await server.ask('/api/admin/client_machines/1?targets=yes', { token })
  const { machines } = clientMachines.answer.parse(await answer.json())
  const targetOf = (serialNo: string) =>
    machines.find(({ machineId }) => machineId === serialNo)?.target
  const [recent] = (await ask(at(0), Date.now(), { machinesIdArray: ['FW-101'] })).dataArray
  expect(targetOf('FW-101')?.product).toBe(recent?.Product)
  expect(products).toContain(recent?.Product)
  expect(targetOf('FW-101')?.source).not.toBeNull()
  expect(targetOf('FW-101')?.ppm).toBeGreaterThan(0)
  // Never heard of: the design speed of its type, of no product.
  expect(targetOf('FW-302')).toMatchObject({ product: '', source: 'machineType' })
  expect(machines.every(({ target }) => target !== undefined)).toBe(true)
})
