import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { machineStates } from '@packboard/model'
import { expect, test } from '@playwright/test'
import mqtt from 'mqtt'
import { watchCards } from '../scripts/watchCards.mjs'
import { address, card, openOverview, signIn } from './people.ts'

type Message = { readonly dt: number; readonly topic: string; readonly payload: string }

const folder = new URL('../ingest/src/connectors/packmlTags/recording/', import.meta.url)
const read = (name: string) => readFileSync(fileURLToPath(new URL(name, folder)), 'utf8')
const recording = read('plain.jsonl')
  .trim()
  .split('\n')
  .map((line): Message => JSON.parse(line))
const expected: {
  plain: { states: [string, string][]; seconds_per_state: Record<string, number> }
} = JSON.parse(read('expected-plain.json'))

/** The simulator's names are those of PackML; ours may differ (Held, Complete). */
const nameOf = (packml: string) => machineStates.find((state) => state.packml === packml)!.name
const codeOf = (packml: string) => machineStates.find((state) => state.packml === packml)!.code

test('a recorded machine, played at its own pace by a stock client, is told exactly and ends OFFLINE', async ({
  page,
}) => {
  test.setTimeout(420_000)
  await signIn(page, 'admin')
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
  const sent: { name: string; at: number }[] = []
  const acknowledged: Promise<unknown>[] = []
  const started = Date.now()
  for (const { dt, topic, payload } of recording) {
    const due = (dt - recording[0]!.dt) * 1_000 - (Date.now() - started)
    if (due > 0) await new Promise((done) => setTimeout(done, due))
    if (topic.endsWith('/StateCurrentStr')) sent.push({ name: payload, at: Date.now() })
    acknowledged.push(machine.publishAsync(topic, payload, { qos: 1 }))
  }
  await Promise.all(acknowledged)
  const ended = Date.now()
  await machine.endAsync()
  await expect(card(page, 'PML-801')).toContainText('OFFLINE')

  // No flash of a mixed state: the card went through the simulator's states, each once, in their order.
  const states = expected.plain.states.map(([, name]) => nameOf(name))
  expect(seen.filter((state) => !/Unknown|OFFLINE/.test(state))).toEqual(states)

  await page.waitForTimeout(3_000) // the answered end lies 2 s back
  const [record] = await machinesData(from)
  expect(record!.Total_Packs_Prod).toBeGreaterThan(153.9)
  expect(record!.Total_Packs_Prod).toBeLessThan(155.9)
  expect(record!.Status).toBe('OFFLINE')
  // A busy machine may send late; what counts is when a state was really sent.
  const secondsSent = new Map<string, number>()
  sent.forEach(({ name, at }, index) => {
    const seconds = ((sent[index + 1]?.at ?? ended) - at) / 1_000
    secondsSent.set(name, (secondsSent.get(name) ?? 0) + seconds)
  })
  let farthest = 0
  for (const [name, seconds] of secondsSent) {
    const told = record!.strip
      .filter(({ code }) => code === codeOf(name))
      .reduce((sum, part) => sum + (Date.parse(part.to) - Date.parse(part.from)) / 1_000, 0)
    expect(Math.abs(told - seconds), `${name}: ${told} s instead of ${seconds} s`).toBeLessThan(1)
    const recorded = expected.plain.seconds_per_state[name] ?? 0
    farthest = Math.max(farthest, Math.abs(told - recorded))
  }
  console.log(
    `recorded machine: no state is farther than ${farthest.toFixed(3)} s from the recording's, ` +
      `${record!.Total_Packs_Prod} packs`,
  )
})

type WireRecord = {
  Status: string
  Total_Packs_Prod: number
  strip: { from: string; to: string; code: number }[]
}

/** The totals since `from`, as the server tells them to anybody who may ask. */
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
