import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { liveMachines } from '@packboard/contract'
import { createSession, openManagement } from '@packboard/management'
import { runSql } from '@packboard/management/testing'
import type { RunningPackboard } from '../../scripts/demo.mjs'
import { manyClient, seedManyMachines, sendEachSecond } from './manyMachines.ts'
import { load, quantile, serve } from './measure.ts'
import { eachLine } from './packboardCalls.ts'
import { cpuSeconds } from './processes.ts'

const machineCount = 50
/** Streams that one person may hold open. */
const streamsPerPerson = 6
const people = 'watcher'
const states = [10, 13] as const
const changeEverySeconds = 7
const settleMs = 10_000
/** As many persons may come at one moment; the server refuses more for its load, and pages come again. */
const openedAtOnce = 4
const mostAttempts = 30
const path = liveMachines.path.replace(':clientId', String(manyClient.id))

/**
 * From the moment before a state change is published over MQTT to the moment at which each of `counts` open streams has it, without a
 * browser: 50 machines at one sample a second. The streams are read by this process, which takes its own part of the time.
 */
export async function main([seconds = '30', ...counts]: string[]) {
  const wanted = (counts.length > 0 ? counts : ['1', '50', '1000']).map(Number)
  const persons = Math.ceil(Math.max(...wanted) / streamsPerPerson)
  await using server = await serve('streams', {
    prepare: async (dataDir) => ({
      serialNos: await seedManyMachines(dataDir, machineCount),
      tokens: await addPeople(dataDir, persons),
    }),
  })
  const { serialNos, tokens } = server.prepared
  const published = new Map<string, number>()
  await using _ = await sendEachSecond(server.mqttPort, serialNos, (serialNo, second) => {
    const state = states[Math.floor(second / changeEverySeconds) % 2] ?? states[0]
    if (second % changeEverySeconds === 0) {
      published.delete(`${serialNo} ${states.find((other) => other !== state)}`)
      published.set(`${serialNo} ${state}`, Date.now())
    }
    return { state }
  })
  for (const count of wanted) {
    await sleep(settleMs)
    console.log(await measure(server, { count, tokens, seconds: Number(seconds), published }))
  }
}

type Server = RunningPackboard
type Question = {
  readonly count: number
  readonly tokens: readonly string[]
  readonly seconds: number
  readonly published: Map<string, number>
}

async function measure(server: Server, { count, tokens, seconds, published }: Question) {
  const latencies: number[] = []
  let isMeasured = false
  const seen = (key: string) => {
    const at = published.get(key)
    if (isMeasured && at !== undefined) latencies.push(Date.now() - at)
  }
  const streams: Stream[] = []
  for (let i = 0; i < count; i += openedAtOnce) {
    const some = Array.from({ length: Math.min(openedAtOnce, count - i) }, (_, n) =>
      open(server.url, tokens[Math.floor((i + n) / streamsPerPerson)] ?? '', seen),
    )
    streams.push(...(await Promise.all(some)))
  }
  await sleep(settleMs)
  published.clear()
  isMeasured = true
  const before = cpuSeconds(server.server.pid ?? 0)
  await sleep(seconds * 1_000)
  const share = (cpuSeconds(server.server.pid ?? 0) - before) / seconds
  isMeasured = false
  const whole = streams.filter((stream) => stream.isOpen()).length
  for (const stream of streams) stream.close()
  const at = (part: number) => quantile(latencies, part)
  return (
    `${String(count).padStart(5)} streams (${whole} open at the end): ${latencies.length} changes seen of about ${expected(count, seconds)}, p50 ${at(0.5)} p95 ${at(0.95)} p99 ${at(0.99)} ms, ` +
    `server ${(share * 100).toFixed(0)} % of a core (${load()})`
  )
}

const expected = (count: number, seconds: number) =>
  Math.round((count * machineCount * seconds) / changeEverySeconds)

type Stream = { readonly isOpen: () => boolean; readonly close: () => void }

/** Opens a stream, again after a refusal for the load; `seen` gets a machine and its state when that is another one than before. */
async function open(url: string, token: string, seen: (key: string) => void): Promise<Stream> {
  for (let attempt = 0; ; attempt += 1) {
    const request = get(`${url}${path}`, { headers: { 'x-access-token': token } })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    if (answer.statusCode === 200) return read(request, answer, seen)
    request.destroy()
    if (answer.statusCode !== 503 || attempt === mostAttempts) {
      throw new Error(`${path}: ${answer.statusCode}`)
    }
    await sleep(1_000)
  }
}

function read(
  request: ClientRequest,
  answer: IncomingMessage,
  seen: (key: string) => void,
): Stream {
  const states = new Map<string, number>()
  let isOpen = true
  request.on('close', () => {
    isOpen = false
  })
  request.on('error', () => undefined)
  eachLine(answer, (line) => {
    const found = /^data: .*"machineId":"([^"]+)".*"Recipe":(-?\d+)/.exec(line)
    if (!found) return
    const [, serialNo = '', state = ''] = found
    if (states.get(serialNo) === Number(state)) return
    states.set(serialNo, Number(state))
    seen(`${serialNo} ${state}`)
  })
  return { isOpen: () => isOpen, close: () => request.destroy() }
}

/** Accounts like that of the demo's admin, because one person may hold few streams; returns a token of each. */
async function addPeople(dataDir: string, count: number): Promise<string[]> {
  const management = await openManagement({ dataDir })
  const added = await runSql<{ id: number }>(
    management,
    `insert into user_account (username, email, first_name, last_name, contact_number, password_hash, group_id)
     select '${people}' || n, '${people}' || n || '@demo.example', first_name, last_name, contact_number, password_hash, group_id
     from user_account, generate_series(0, $1::int - 1) as n where username = 'admin'
     returning id`,
    [count],
  )
  const tokens: string[] = []
  for (const { id } of added) {
    tokens.push(
      await createSession(management, {
        userId: id,
        role: 'admin',
        browserSaved: true,
        way: 'password',
        confirmedAt: null,
      }),
    )
  }
  await management.close()
  return tokens
}
