import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { daySummary, ingestRecords, speedPerMinute } from '@packboard/contract'
import mqtt from 'mqtt'
import { type Flood, many } from './flood.ts'
import { ingest } from './packboardCalls.ts'
import { structureFloods } from './structureFloods.ts'

const dayMs = 86_400_000
const megabyte = 1024 * 1024

const daySummaries: Flood = ({ url, accounts: [token = ''] }, running) =>
  many(8, running, () => get(url, yearOf(daySummary.path), token, running))

const speedCharts: Flood = ({ url, accounts: [token = ''] }, running) =>
  many(8, running, () => get(url, yearOf(speedPerMinute.path), token, running))

const threeAccounts: Flood = async ({ url, accounts }, running) => {
  const each = accounts.map((token) =>
    many(8, running, async () => {
      await get(url, yearOf(daySummary.path), token, running)
      await get(url, yearOf(speedPerMinute.path), token, running)
    }),
  )
  await Promise.all(each)
}

const wrongSignIns: Flood = (target, running) =>
  many(100, running, async () => {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${target.mqttPort}`, {
      username: 'FW-511',
      password: `guess ${Math.random()}`,
      reconnectPeriod: 0,
      connectTimeout: 3_000,
    })
    await client.endAsync(true)
  })

/** Records that cannot be accepted over HTTP, and texts that are none over MQTT, for a device that subscribes to itself. */
const quarantined: Flood = async (target, running) => {
  const raw = 'x'.repeat(1_000)
  const wrong = Array.from({ length: 1_000 }, () => ({
    ...{ kind: 'sample', serialNo: 'FW-102', time: Date.now(), speed: -1, note: raw },
  }))
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${target.mqttPort}`, {
    ...{ username: 'FW-102', password: 'packboard', clientId: 'flood', clean: false },
    reconnectPeriod: 100,
  })
  client.on('error', () => undefined)
  await client.subscribeAsync('packboard/FW-102/sample', { qos: 1 })
  const text = 'y'.repeat(150_000)
  await Promise.all([
    many(4, running, () => ingest(target.url, 'FW-102', wrong)),
    many(4, running, () =>
      Promise.race([
        client.publishAsync('packboard/FW-102/sample', text, { qos: 1 }),
        pause(2_000),
      ]),
    ),
  ])
  client.end(true)
}

/** Bodies of 8 MiB whose last byte does not come, all by one token. */
const withheldBodies: Flood = async ({ url }, running) => {
  const { port } = new URL(url)
  const body = Buffer.alloc(8 * megabyte - 1, 32)
  const head = [
    `POST ${ingestRecords.path} HTTP/1.1`,
    ...['host: packboard', 'x-access-token: FW-102:packboard', 'content-type: application/json'],
    `content-length: ${body.length + 1}`,
  ].join('\r\n')
  const sockets = Array.from({ length: 120 }, () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    socket.write(`${head}\r\n\r\n`)
    socket.write(body)
    return socket
  })
  while (!running.aborted) await pause(50)
  for (const socket of sockets) socket.destroy()
}

/** The scenarios of the attack, by the number of its finding. */
export const floods: Readonly<Record<string, Flood>> = {
  'S2a 8 day summaries of 364 days': daySummaries,
  'S2b 8 speed charts of a year': speedCharts,
  'S2c 3 accounts, 24 at once': threeAccounts,
  'S3 wrong MQTT sign-ins': wrongSignIns,
  'S5 quarantined records': quarantined,
  'S6 120 withheld bodies': withheldBodies,
  ...structureFloods,
}

function yearOf(path: string): string {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const query = new URLSearchParams({
    clientId: '1',
    start_date: day(Date.now() - 363 * dayMs),
    end_date: day(Date.now()),
  })
  return `${path}?${query}`
}

async function get(url: string, path: string, token: string, signal: AbortSignal) {
  const answer = await fetch(url + path, { headers: { 'x-access-token': token }, signal })
  await answer.arrayBuffer()
}
