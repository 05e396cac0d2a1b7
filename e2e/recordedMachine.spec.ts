// @slow walk

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { machineStates } from '@packboard/model'
import { expect, test } from '@playwright/test'
import mqtt from 'mqtt'
import { watchCards } from '../scripts/watchCards.mjs'
import { deep } from './depth.ts'
import { address, card, enter, openOverview } from './people.ts'

type Message = { readonly dt: number; readonly topic: string; readonly payload: string }

const folder = new URL('../ingest/src/connectors/packmlTags/recording/', import.meta.url)
const read = (name: string) => readFileSync(fileURLToPath(new URL(name, folder)), 'utf8')
const recording = read('plain.jsonl')
  .trim()
  .split('\n')
  .map((line): Message => JSON.parse(line))
const expected: { plain: { states: [string, string][] } } = JSON.parse(read('expected-plain.json'))

/** A state, when it was sent and when that was acknowledged. */
type Sent = { readonly name: string; readonly at: number; until: number }

/** Times are kept in whole milliseconds; a state comes up to three times. */
const roundingSeconds = 0.01

/** The names are those of PackML in the simulator; ours may differ (Held, Complete). */
const nameOf = (packml: string) => machineStates.find((state) => state.packml === packml)!.name
const codeOf = (packml: string) => machineStates.find((state) => state.packml === packml)!.code

/**
 * The messages carry no time: the time of arrival counts. They are sent ten times as fast as they were recorded, and at
 * the machine's own pace in the deep run of the journeys.
 */
const pace = deep ? 1 : 10

test('a recorded machine, played by a stock client, is told exactly and ends OFFLINE', async ({
  page,
}) => {
  test.setTimeout(600_000)
  await enter(page, 'admin')
  await openOverview(page, 'Recorded Packing')
  await expect(card(page, 'PML-801')).toContainText('OFFLINE')

  const seen: string[] = []
  await page.exposeFunction('cardSays', (_: string, state: string) => seen.push(state))
  await page.evaluate(watchCards)

  const from = new Date()
  const machine = await mqtt.connectAsync(process.env.PACKBOARD_E2E_MQTT!, {
    username: 'PML-801',
    password: 'packboard',
  })
  const sent: Sent[] = []
  const acknowledged: Promise<unknown>[] = []
  const statesSeen = () => seen.filter((state) => !/Unknown|OFFLINE/.test(state))
  let started = Date.now()
  for (const { dt, topic, payload } of recording) {
    const due = ((dt - recording[0]!.dt) * 1_000) / pace - (Date.now() - started)
    if (due > 0) await new Promise((done) => setTimeout(done, due))
    const isState = topic.endsWith('/StateCurrentStr')
    // At this pace a state lasts a third of a second: a busy page would miss it, so the test waits for it.
    if (isState && !deep) started += await waitedFor(() => statesSeen().length >= sent.length)
    const state = { name: payload, at: Date.now(), until: 0 }
    if (isState) sent.push(state)
    const taken = machine.publishAsync(topic, payload, { qos: 1 })
    acknowledged.push(
      taken.then(() => {
        state.until = Date.now()
      }),
    )
  }
  await Promise.all(acknowledged)
  if (!deep) await waitedFor(() => statesSeen().length >= sent.length)
  const ended = Date.now()
  await machine.endAsync()
  await expect(card(page, 'PML-801')).toContainText('OFFLINE')
  const gone = { name: 'OFFLINE', at: ended, until: Date.now() }

  // No flash of a mixed state: the card went through the simulator's states, each once, in their order.
  const states = expected.plain.states.map(([, name]) => nameOf(name))
  expect(statesSeen()).toEqual(states)

  // The answered end lies 2 s back.
  let record: WireRecord | undefined
  await expect
    .poll(async () => {
      record = (await machinesData(from))[0]
      return Date.parse(record?.strip.at(-1)?.to ?? '') >= ended && record?.Status
    })
    .toBe('OFFLINE')
  expect(record!.Total_Packs_Prod).toBeGreaterThan(153.9)
  expect(record!.Total_Packs_Prod).toBeLessThan(155.9)
  // A state began on the server after it was sent and before that was acknowledged, however busy the machine is.
  const shortest = new Map<string, number>()
  const longest = new Map<string, number>()
  const secondsSent = new Map<string, number>()
  const add = (sums: Map<string, number>, name: string, ms: number) =>
    sums.set(name, (sums.get(name) ?? 0) + ms / 1_000)
  sent.forEach(({ name, at, until }, index) => {
    const next = sent[index + 1] ?? gone
    add(shortest, name, next.at - until)
    add(longest, name, next.until - at)
    add(secondsSent, name, next.at - at)
  })
  let farthest = 0
  for (const [name, seconds] of secondsSent) {
    const reported = record!.strip
      .filter(({ code }) => code === codeOf(name))
      .reduce((sum, part) => sum + (Date.parse(part.to) - Date.parse(part.from)) / 1_000, 0)
    const said = `${name}: ${reported} s instead of ${seconds} s`
    expect(reported, said).toBeGreaterThan(shortest.get(name)! - roundingSeconds)
    expect(reported, said).toBeLessThan(longest.get(name)! + roundingSeconds)
    if (deep) expect(Math.abs(reported - seconds), said).toBeLessThan(1)
    farthest = Math.max(farthest, Math.abs(reported - seconds))
  }
  console.log(
    `recorded machine: no state is farther than ${farthest.toFixed(3)} s from what was sent, ` +
      `${record!.Total_Packs_Prod} packs`,
  )
})

/** Milliseconds that waiting for something took. */
async function waitedFor(isSo: () => boolean) {
  const from = Date.now()
  await expect.poll(isSo, { intervals: [20] }).toBe(true)
  return Date.now() - from
}

type WireRecord = {
  Status: string
  Total_Packs_Prod: number
  strip: { from: string; to: string; code: number }[]
}

/** The totals since `from`, as the server answers them to any signed-in caller. */
async function machinesData(from: Date): Promise<WireRecord[]> {
  const post = <Answer>(path: string, body: unknown, token = ''): Promise<Answer> =>
    fetch(address() + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { 'x-access-token': token }) },
      body: JSON.stringify(body),
    }).then(async (answer) => (await answer.json()) as Answer)
  const { accessToken } = await post<{ accessToken: string }>('/api/auth/packboard-signin', {
    username: 'admin',
    password: 'packboard',
  })
  const answer = await post<{ dataArray: WireRecord[] }>(
    '/api/admin/machinesData',
    {
      start_date: from.toISOString(),
      end_date: new Date().toISOString(),
      clientId: 80,
      initialReq: 'yes',
      machinesIdArray: ['PML-801'],
    },
    accessToken,
  )
  return answer.dataArray
}
