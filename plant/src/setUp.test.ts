import { createServer } from 'node:http'
import { setLineFlow, setPlan, setReasons } from '@packboard/contract'
import { demoPlant } from '@packboard/demo/plant'
import { findPlanFault, plannedSpans, planOfLine } from '@packboard/model'
import { afterEach, expect, test } from 'vitest'
import { simulateLine } from './line/simulateLine.ts'
import { type MachineDay, pieceAt } from './machine/machineDay.ts'
import { poweredOff } from './machine/states.ts'
import { linesOf } from './plantLayout.ts'
import { factory } from './plants/factory.ts'
import { enterSetUp, planOf } from './setUp.ts'
import { productionDays } from './shift/shifts.ts'

const minute = 60_000
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const plans = demoPlant.map((client) => ({ client, plan: planOf(client, '2026-01-01') }))

test('every plan can be stored, and a line that rests has a week of its own', () => {
  for (const { client, plan } of plans) expect(findPlanFault(plan), client.slug).toBeNull()
  expect(plans.map(({ plan }) => plan.weeks.map(({ line }) => line))).toEqual([
    [null, 'Line 4'],
    [null],
    [null],
    [null],
  ])
})

/** Two weeks each, from a Monday on: none, the end of summer time, its beginning. */
const fortnights = ['2026-11-09', '2026-10-19', '2026-03-23']

test.each(fortnights)('plan and plant agree at any hour of two weeks from %s on', (monday) => {
  const [from, to] = [Date.parse(monday), Date.parse(monday) + 14 * 24 * 60 * minute]
  // A repair that goes on over the end of a shift ends with a few packs.
  const inClosed = { looked: 0, ran: 0 }
  for (const line of linesOf(factory())) {
    const { client, plan } = plans.find((one) => one.client.slug === line.client)!
    const days = productionDays(line.zone, from, to)
    const played = days.flatMap((day) => simulateLine(line, day, { seed: 'packboard', live: true }))
    const [begin, end] = [days[0]!.from, days.at(-1)!.to]
    const spans = plannedSpans(planOfLine(plan, line.name), begin, end, client.zone)
    for (const { machine } of played.slice(0, line.machines.length)) {
      const own = played.filter((day) => day.machine.serialNo === machine.serialNo)
      const at = (instant: number) => pieceOf(own, instant)
      let ran = 0
      let planned = 0
      for (const span of spans) {
        const length = span.to - span.from
        const says = `${machine.serialNo} ${span.kind} ${new Date(span.from).toISOString()}`
        for (let instant = span.from + minute; instant < span.to; instant += 20 * minute) {
          if (span.kind !== 'production') continue
          expect(at(instant).state, says).not.toBe(poweredOff)
          planned += 1
          if (at(instant).paceTenths > 0) ran += 1
        }
        // A warning of the film or a repair may reach some minutes into it.
        if (span.kind === 'break' && length > 20 * minute) {
          expect(at(span.from + 15 * minute).paceTenths, says).toBe(0)
        }
        if (span.kind === 'closed') {
          inClosed.looked += 1
          if (at(span.from + 12 * minute).paceTenths > 0) inClosed.ran += 1
          if (length > 60 * minute) {
            expect(at(span.from + length / 2).state, says).toBe(poweredOff)
          }
        }
      }
      expect(ran / planned, machine.serialNo).toBeGreaterThan(0.5)
    }
  }
  expect(inClosed.ran / inClosed.looked).toBeLessThan(0.01)
})

function pieceOf(days: readonly MachineDay[], instant: number) {
  const day = days.find(({ from, to }) => from <= instant && instant < to)!
  return day.pieces[pieceAt(day, instant)]!
}

/** A product that knows nobody's plan yet, or that of a person who was there before. */
async function product(version: number) {
  const put: { path: string; token: string | undefined; body: unknown }[] = []
  const templates = [{ key: 'general', machineTypes: [], reasons: [] }]
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const path = request.url ?? ''
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    if (request.method === 'PUT') {
      put.push({ path, token: String(request.headers['x-access-token']), body })
    }
    response.setHeader('content-type', 'application/json')
    if (path.endsWith('-signin')) {
      const { username } = JSON.parse(text)
      response.end(JSON.stringify({ accessToken: username }))
    } else if (path.endsWith('/templates')) response.end(JSON.stringify({ templates }))
    else if (path.includes('/plan/')) {
      const nothing = { lines: [], weeks: [], exceptions: [], unitModes: [] }
      response.end(JSON.stringify({ ...nothing, timezone: 'Europe/London', version }))
    } else if (path.includes('/line-flow/')) {
      const nothing = { lineNames: [], lines: [], history: [] }
      response.end(JSON.stringify({ ...nothing, timezone: 'Europe/Oslo', version }))
    } else response.end(JSON.stringify({ reasons: [], version, message: 'Success!' }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return { url: `http://127.0.0.1:${address.port}`, put }
}

test('plans, flows and reasons are entered by the people whose they are', async () => {
  const { url, put } = await product(0)
  await enterSetUp(url, new Date('2026-10-30T12:00:00Z'))
  const plansPut = put.filter(({ path }) => path.includes('/plan/'))
  expect(plansPut.map(({ path, token }) => [path.at(-1), token])).toEqual([
    ['1', 'clientadmin'],
    ['2', 'admin'],
    ['3', 'admin'],
    ['4', 'admin'],
  ])
  for (const { body } of plansPut) {
    const { weeks } = setPlan.body.parse(body)
    expect(weeks.map(({ validFrom }) => validFrom)).toContain('2026-10-30')
  }
  const flowsPut = put.filter(({ path }) => path.includes('/line-flow/'))
  expect(flowsPut.map(({ path, token }) => [path.at(-1), token])).toEqual([['2', 'admin']])
  const { lines } = setLineFlow.body.parse(flowsPut[0]?.body)
  expect(
    lines.map(({ lineName, validFrom, stations }) => [lineName, validFrom, stations.length]),
  ).toEqual([['Line 3', null, 4]])
  const [reasons, ...more] = put.filter(({ path }) => path.includes('/reasons/'))
  expect(setReasons.body.parse(reasons?.body)).toEqual({ reasons: [], version: 0 })
  expect([reasons?.token, more]).toEqual(['clientadmin', []])
})

test('what a person has changed stays', async () => {
  const { url, put } = await product(3)
  await enterSetUp(url, new Date('2026-10-30T12:00:00Z'))
  expect(put).toEqual([])
})
