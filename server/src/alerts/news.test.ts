// @slow

import { setHooks, setShifts, shiftPage } from '@packboard/contract'
import { runSql } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { startAlertWatch } from './alertWatch.ts'

/** News of stops and shifts: 13:40 in London, a shift ends at 14:00. */
const begin = Date.UTC(2026, 3, 10, 12, 40)
const minute = 60_000
let now = begin
let server: TestServer
let tokens: Map<string, string>
const closers: (() => Promise<void> | void)[] = []
beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  tokens = await server.people('admin')
  const shifts = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
    { weekday, start: '06:00', name: 'Early' },
    { weekday, start: '14:00', name: 'Late' },
  ])
  const hook = { kind: 'hook', name: 'Board', enabled: true, template: 'packboard' }
  const url = 'https://receiver.invalid/in'
  const events = ['stop.opened', 'stop.closed', 'shift.closed']
  for (const [clientId, wanted] of [
    [1, events],
    [2, ['alert.opened']],
  ] as const) {
    await put(setShifts.path, clientId, { shifts })
    await put(setHooks.path, clientId, { mails: [], hooks: [{ ...hook, url, events: wanted }] })
  }
})
afterAll(async () => {
  for (const close of closers) await close()
  await server?.close()
})

async function put(path: string, clientId: number, body: object) {
  const token = tokens.get('admin')
  const url = path.replace(':clientId', `${clientId}`)
  const answer = await server.ask(url, { method: 'PUT', token, body })
  expect([answer.status, await answer.text()]).toEqual([200, expect.anything()])
}

/** Each machine sends each 30 s until a minute after the begin. */
async function goesOn(until: number, states: Record<string, number>) {
  while (now < begin + until * minute) {
    now += minute
    for (const [serialNo, state] of Object.entries(states)) {
      const samples = [now - 30_000, now].map((at) =>
        factory.at(at).sample(serialNo, { state, packs: (at - begin) / 3_000, speed: 20 }),
      )
      expect((await server.send(serialNo, samples)).status).toBe(200)
    }
    await server.deps.alertWatch?.settled()
  }
}

type Stop = { machineId: string; startsAt: string; endsAt: string | null; seconds: number }
async function news() {
  const rows = await runSql(
    server.deps.management,
    `select event, client_id, about, content from outbox where kind = 'news' order by id`,
  )
  return rows as { event: string; client_id: number; about: string; content: { stop?: Stop } }[]
}
const after = (at: string | null | undefined) =>
  at == null ? null : (Date.parse(at) - begin) / minute
const stops = async () =>
  (await news()).flatMap(({ event, content: { stop } }) =>
    stop ? [[event, stop.machineId, after(stop.startsAt), after(stop.endsAt), stop.seconds]] : [],
  )

test('a stop is news once when it is longer than the threshold, and once when it is over', async () => {
  await goesOn(2, { 'FW-101': 10, 'FW-102': 10, 'FW-511': 10 })
  // FW-102 stops for a minute and a half: a micro-stop.
  await goesOn(3, { 'FW-101': 21, 'FW-102': 21, 'FW-511': 21 })
  await goesOn(4, { 'FW-101': 21, 'FW-102': 10, 'FW-511': 21 })
  expect(await stops()).toEqual([])
  await goesOn(6, { 'FW-101': 21, 'FW-102': 10, 'FW-511': 21 })
  const opened = ['stop.opened', 'FW-101', 2.5, null, expect.anything()]
  expect(await stops()).toEqual([opened])
  // Another process takes over: it repeats nothing, and says the end.
  const { management, telemetry, backups, log, outbox } = server.deps
  const all = { management, telemetry, backups, log, outbox, now: () => now, lease: undefined }
  const second = startAlertWatch(all, closers)
  await second.settled()
  expect(await stops()).toEqual([opened])
  await goesOn(9, { 'FW-101': 10, 'FW-102': 10, 'FW-511': 10 })
  await second.settled()
  expect(await stops()).toEqual([opened, ['stop.closed', 'FW-101', 2.5, 6.5, 240]])
})

test('what was over when it came to be known is no news', async () => {
  const known = await stops()
  // Ten minutes of FW-201 come together; in them it stood for four.
  await goesOn(12, { 'FW-101': 10 })
  const history = Array.from({ length: 20 }, (_, step) =>
    factory.at(begin + (1 + step / 2) * minute).sample('FW-201', {
      ...{ state: step > 2 && step < 11 ? 21 : 10, packs: step, speed: 20 },
    }),
  )
  expect((await server.send('FW-201', history)).status).toBe(200)
  await server.deps.alertWatch?.settled()
  await goesOn(15, { 'FW-201': 10 })
  expect(await stops()).toEqual(known)
})

test('the end of a shift is news once, with the figures of its page', async () => {
  await goesOn(25, { 'FW-101': 10 })
  const path = `${shiftPage.path.replace(':clientId', '1')}?start=2026-04-10T05:00:00Z`
  const page = await server.ask(path, { token: tokens.get('admin') })
  const { figures } = shiftPage.answer.parse(await page.json())
  const { made, due, metrics, stopSeconds } = figures
  expect(stopSeconds).toBeGreaterThan(0)
  const found = (await news()).filter(({ event }) => event === 'shift.closed')
  expect(found).toMatchObject([
    {
      ...{ client_id: 1, about: 'Early' },
      content: {
        shift: {
          ...{ name: 'Early', startsAt: '2026-04-10T05:00:00.000Z' },
          ...{ endsAt: '2026-04-10T13:00:00.000Z', made, due, oeee: metrics.OEEE, stopSeconds },
        },
      },
    },
  ])
  const { management, telemetry, backups, log, outbox } = server.deps
  const all = { management, telemetry, backups, log, outbox, now: () => now, lease: undefined }
  await startAlertWatch(all, closers).settled()
  const again = (await news()).filter(({ event }) => event === 'shift.closed')
  expect(again).toEqual(found)
  expect((await news()).filter(({ client_id: client }) => client !== 1)).toEqual([])
})
