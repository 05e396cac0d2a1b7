// @slow

import { createHash } from 'node:crypto'
import { tables } from '@packboard/management/testing'
import { atDepth, partOf } from '@packboard/model/testing'
import { openTestServer, type TestServer } from '@packboard/server/testing/openTestServer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newReader, type Stage, stagePlants } from '../testing/stagePlants.ts'
import { callsOf } from './callsWire.ts'
import type { Query } from './callWire.ts'
import { randomCase } from './randomCase.ts'
import { rawPlant, requestedAt } from './rawPlant.ts'
import { knownPlant } from './referencePlant.ts'
import { dayAfter, dayAt } from './referenceWindow.ts'

/** 5,000 answers and more, each day some of them; plants without changes of their own and with twenty. */
const plantCount = 20
const casesOfPlant = 5
const numbersTo = (count: number) => Array.from({ length: count }, (_, i) => i)
const seeds = partOf(numbersTo(plantCount), atDepth({ deep: plantCount, daily: 1 }))
const leastAnswers = atDepth({ deep: 5_000, daily: 200 })

const plants = seeds.map((seed) => knownPlant(rawPlant(seed)))
let server: TestServer
let stage: Stage
let clock = Math.min(...plants.flatMap(({ arrivals }) => arrivals.map((one) => one.receivedAt)))

beforeAll(async () => {
  server = await openTestServer({ now: () => clock })
  stage = await stagePlants(server, plants, (now) => {
    clock = now
  })
  clock = requestedAt
}, 600_000)
afterAll(() => server?.close())

/** A call as it was sent, and its answer: the status and a hash of the text. */
type Answered = {
  readonly clientId: number
  readonly address: string
  readonly body: unknown
  readonly answer: string
}

test('a change that is valid from tomorrow moves no byte of what was answered before it', async () => {
  const before: Answered[] = []
  for (const plant of plants) before.push(...(await answersOf(plant)))
  expect(before.length).toBeGreaterThanOrEqual(leastAnswers)
  let entered = 0
  for (const plant of plants) entered += await changeFromTomorrow(plant)
  expect(entered).toBeGreaterThan(6 * plants.length)
  const moved: string[] = []
  for (const one of before) {
    const answer = await answerOf(one.clientId, one.address, one.body)
    if (answer !== one.answer) moved.push(`${one.address} ${JSON.stringify(one.body ?? '')}`)
  }
  console.log(
    `packboard: ${before.length} answers of ${plants.length} plants before and after ${entered} changes from tomorrow, ${moved.length} differ`,
  )
  expect(moved).toEqual([])
}, 1_200_000)

type Plant = (typeof plants)[number]

const clientOf = ({ seed }: Plant) => stage.clientIds.get(seed) ?? 0

/** Everything that screens request of a plant, with the windows that end before tomorrow. */
async function answersOf(plant: Plant): Promise<Answered[]> {
  const clientId = clientOf(plant)
  const labelIds = stage.labelIds.get(plant.seed) ?? []
  const answers: Answered[] = []
  const tomorrow = dayAfter(dayAt(requestedAt, plant.zone))
  for (let index = 0; index < casesOfPlant; index += 1) {
    const seed = plant.seed * casesOfPlant + index
    const requested = randomCase(plant, seed)
    if (requested.endDate >= tomorrow) continue
    for (const call of callsOf({ plant, clientId, requested, now: requestedAt, seed, labelIds })) {
      await call.ask(async (path, query, body) => {
        const address = addressOf(path, query)
        const { status, text } = await send(clientId, address, body)
        answers.push({ clientId, address, body, answer: hashOf(status, text) })
        return { status, body: JSON.parse(text) }
      })
    }
  }
  return answers
}

function addressOf(path: string, query: Query): string {
  const pairs = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])
  return `/api/${pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`}`
}

/** Without the number of the request, which a refusal bears. */
const hashOf = (status: number, text: string) => {
  const said = text.replace(/"requestId":"[^"]*"/, '')
  return `${status} ${createHash('sha256').update(said).digest('hex')}`
}

async function answerOf(clientId: number, address: string, body: unknown): Promise<string> {
  const { status, text } = await send(clientId, address, body)
  return hashOf(status, text)
}

const readers = new Map<number, string>()
let readerCount = 0

/** The clock of the server stands still: a person who has called too often is followed by another one. */
async function send(clientId: number, address: string, body: unknown) {
  for (;;) {
    const token =
      readers.get(clientId) ?? (await newReader(server, clientId, `tomorrow-${++readerCount}`))
    readers.set(clientId, token)
    const answer = await server.ask(address, { token, ...(body === undefined ? {} : { body }) })
    const text = await answer.text()
    if (answer.status !== 429) return { status: answer.status, text }
    readers.delete(clientId)
  }
}

/** One entry of each kind for each machine, and one of each kind for each machine type and product. */
async function changeFromTomorrow(plant: Plant): Promise<number> {
  const clientId = clientOf(plant)
  const dated = {
    validFrom: `${dayAfter(dayAt(requestedAt, plant.zone))} 00:00`,
    reason: 'Another data sheet',
  }
  const { accessToken: token } = await server.signIn('admin')
  const put = async (path: string, body: object) => {
    const answer = await server.ask(`/api/admin/${path}`, { method: 'PUT', token, body })
    expect([path, answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([
      path,
      200,
      '',
    ])
  }
  const machines = await tables(server.deps.management)
    .selectFrom('machine')
    .select(['id', 'serial_no as serialNo', 'machine_type_id as machineTypeId'])
    .where('client_id', '=', clientId)
    .execute()
  const settings = [
    { kind: 'designSpeed', value: 33.5, ...dated },
    { kind: 'holdLimit', value: 77, ...dated },
    { kind: 'stopThreshold', value: 17, ...dated },
    { kind: 'category', code: 10, value: 'alarm', ...dated },
    { kind: 'category', code: 20, value: 'idle', ...dated },
  ]
  const own = [...settings, { kind: 'targetSpeed', value: 41, ...dated }]
  for (const { id } of machines) await put(`machine/${id}/settings`, { settings: own })
  const types = [...new Set(machines.map(({ machineTypeId }) => machineTypeId))]
  for (const id of types) {
    await put(`machineTypes/${id}/settings`, { settings })
  }
  const products = [
    ...new Set(plant.known.flatMap(({ timeline }) => timeline.stretches.map((one) => one.product))),
  ].filter((product) => product !== '')
  const targets = products.flatMap((product) => [
    { product, ppm: 51, ...dated },
    ...types.map((machineTypeId) => ({ product, machineTypeId, ppm: 52, ...dated })),
    ...machines.map(({ serialNo }) => ({ product, machineId: serialNo, ppm: 53, ...dated })),
  ])
  if (targets.length > 0) await put(`products/${clientId}`, { targets })
  return own.length * machines.length + settings.length * types.length + targets.length
}
