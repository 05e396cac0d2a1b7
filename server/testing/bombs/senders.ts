import { cancelRecordFile } from '@packboard/contract'
import mqtt, { type MqttClient } from 'mqtt'
import { filesOf } from '../sendFile.ts'
import type { BombedServer } from './bombedServer.ts'
import { sparkplugBombs } from './sparkplugBombs.ts'

/** Ways in. Each returns what was said of the input, as text. */

/** Of an answer: its status, its message, and the first reasons for which records or lines are refused. */
export function wordsOf(answer: string): string {
  const status = answer.slice(0, 3)
  const body: {
    readonly message?: string
    readonly errors?: readonly { readonly detail: string }[]
    readonly refused?: readonly { readonly message: string }[]
  } = JSON.parse(answer.slice(4) || '{}')
  const details = (body.errors ?? []).slice(0, 2).map(({ detail }) => detail)
  const lines = (body.refused ?? []).slice(0, 2).map(({ message }) => message)
  return [status, body.message, ...details, ...lines].filter(Boolean).join(': ')
}

async function connectMqtt(
  server: BombedServer,
  serialNo: string,
  connection = '',
): Promise<MqttClient> {
  const clientId = `bombs ${serialNo} ${connection}`
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    ...{ username: serialNo, password: 'packboard', clientId, reconnectPeriod: 0 },
  })
  // Some are ended by the server.
  client.on('error', () => undefined)
  return client
}

type Message = { readonly topic: string; readonly payload: Buffer }

/** Publishes, waits for the acknowledgements, and returns why the newest new record is in quarantine. */
export async function publish(
  server: BombedServer,
  serialNo: string,
  messages: readonly Message[],
): Promise<string> {
  const before = await server.quarantined(serialNo)
  const client = await connectMqtt(server, serialNo)
  try {
    for (const { topic, payload } of messages) {
      await client.publishAsync(topic, payload, { qos: 1 })
    }
  } finally {
    await client.endAsync(true)
  }
  const after = await server.quarantined(serialNo)
  const known = new Set(before.map(({ id }) => id))
  return after.find(({ id }) => !known.has(id))?.text ?? 'nothing was refused'
}

/** Of a device, and messages of each that wait for their acknowledgement. */
const connections = 4
const underWay = 16

/**
 * Births of devices that do not exist, under an edge node that has a machine; returns how many were acknowledged in this
 * time. 700 of them would fill the heap if they were kept.
 */
export async function publishBirths(
  server: BombedServer,
  serialNo: string,
  { births, forMs }: { readonly births: number; readonly forMs: number },
): Promise<number> {
  const until = Date.now() + forMs
  let [sent, acknowledged] = [0, 0]

  async function bearOn(client: MqttClient) {
    const { node, device } = sparkplugBombs('Bombs', 'Node')
    const isOver = new Promise<void>((resolve) => {
      client.once('close', () => resolve())
      setTimeout(resolve, forMs)
    })
    async function publishInTurn() {
      while (client.connected && Date.now() < until && sent < births) {
        const { topic, payload } = device(`x${sent}`, 5_000)
        sent += 1
        await client.publishAsync(topic, payload, { qos: 1 })
        acknowledged += 1
      }
    }
    const { topic, payload } = node()
    const all = client
      .publishAsync(topic, payload, { qos: 1 })
      .then(() => Promise.all(Array.from({ length: underWay }, publishInTurn)))
    // What waits when its time is over ends with its connection.
    await Promise.race([all.catch(() => undefined), isOver])
    client.end(true)
  }

  const clients = await Promise.all(
    Array.from({ length: connections }, (_, index) => connectMqtt(server, serialNo, `${index}`)),
  )
  await Promise.all(clients.map(bearOn))
  return acknowledged
}

/** Publishes what ends the connection. */
export async function publishTooMuch(
  server: BombedServer,
  serialNo: string,
  { topic, payload }: Message,
): Promise<string> {
  const client = await connectMqtt(server, serialNo)
  const closed = new Promise<string>((resolve) =>
    client.once('close', () => resolve('the connection was ended')),
  )
  client.publish(topic, payload, { qos: 1 })
  const answer = await closed
  client.end(true)
  return answer
}

/** Uploads a file, looks at it and imports it, as far as it gets; returns why it is refused. */
export async function importFile(
  server: BombedServer,
  name: string,
  content: Buffer,
): Promise<string> {
  const token = await server.tokenOf('engineer')
  const files = filesOf(server, token)
  const refusal = await readFile(files, name, content)
  const [newest] = (await files.list()).files
  if (!newest) return refusal
  const { fault, state, lines } = await files.status(newest.id)
  const [line] = lines
  if (state !== 'failed' && state !== 'done') {
    await server.ask(files.at(cancelRecordFile.path, newest.id), {
      ...{ method: cancelRecordFile.method, token },
    })
  }
  return [refusal, state, fault, line?.code, line?.detail].filter(Boolean).join(' · ')
}

async function readFile(files: ReturnType<typeof filesOf>, name: string, content: Buffer) {
  const machine = 'FW-101'
  try {
    const id = await files.upload(name, new Uint8Array(content))
    const { mapping } = await files.look(id, { machine })
    const { time, state } = mapping.columns
    // What nothing was found for is said, so that the file is opened.
    const fixed = {
      ...mapping.fixed,
      ...(!time && { time: '2026-11-01T00:00:00Z' }),
      ...(!state && { state: 'Execute' }),
    }
    const whole = { ...mapping, fixed }
    await files.start(id, whole, { machine })
    await files.ended(id)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
