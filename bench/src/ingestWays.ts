import { once } from 'node:events'
import { createConnection } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ingestCounts, ingestRecords } from '@packboard/contract'
import { manyClient } from './manyMachines.ts'

const connect = 0x10
const publishAtLeastOnce = 0x32
const acknowledged = 0x40
const protocolLevel = 4
const cleanWithUserAndPassword = 0xc2
/** Without a limit: a connection of the measurement may be silent while another way sends. */
const keepAliveSeconds = 0
/** Packet identifiers have 16 bits; 0 is none. */
const identifiers = 65_535

/**
 * One connection that publishes at QoS 1, written to the socket by ourselves: a client library takes longer for a message
 * than the broker that is measured. Only what the measurement needs: no answer but CONNACK and PUBACK is read.
 */
type MqttConnection = {
  /** Resolves when this message was acknowledged; rejects when the connection ended before. */
  publish(topic: string, text: string): Promise<void>
  close(): void
}

export async function openMqttConnection(options: {
  readonly port: number
  readonly userName: string
  readonly password: string
  /** The user name, unless one device has several connections: each needs an id of its own then. */
  readonly clientId?: string
}): Promise<MqttConnection> {
  const socket = createConnection({ port: options.port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  let failed: Error | undefined
  let next = 0
  let left: Buffer = Buffer.alloc(0)
  const signedIn = Promise.withResolvers<void>()
  socket.on('data', (chunk) => {
    // CONNACK and PUBACK have four bytes each.
    left = left.length > 0 ? Buffer.concat([left, chunk]) : chunk
    let at = 0
    for (; at + 4 <= left.length; at += 4) {
      if (left[at] === acknowledged) {
        const id = left.readUInt16BE(at + 2)
        waiting.get(id)?.resolve()
        waiting.delete(id)
      } else if (left[at + 3] === 0) signedIn.resolve()
      else signedIn.reject(new Error(`${options.userName} was refused: ${left[at + 3]}`))
    }
    left = left.subarray(at)
  })
  socket.on('error', (error) => {
    failed = error
  })
  // The server may end a connection without an error: what waits is not acknowledged any more.
  socket.on('close', () => {
    const error = failed ?? new Error('the connection was closed')
    failed = error
    signedIn.reject(error)
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  })

  const { userName, password, clientId = userName } = options
  const header = Buffer.from([
    0,
    4,
    ...Buffer.from('MQTT'),
    protocolLevel,
    cleanWithUserAndPassword,
  ])
  const alive = Buffer.from([0, keepAliveSeconds])
  socket.write(packet(connect, [header, alive, ...[clientId, userName, password].map(asText)]))
  await signedIn.promise

  return {
    publish(topic, text) {
      if (failed) return Promise.reject(failed)
      next = (next % identifiers) + 1
      const id = next
      const acknowledgement = Promise.withResolvers<void>()
      waiting.set(id, acknowledgement)
      const number = Buffer.from([id >> 8, id & 255])
      socket.write(packet(publishAtLeastOnce, [asText(topic), number, Buffer.from(text)]))
      return acknowledgement.promise
    },
    close: () => socket.destroy(),
  }
}

function asText(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

function packet(type: number, parts: readonly Buffer[]): Buffer {
  let length = parts.reduce((sum, part) => sum + part.length, 0)
  const head = [type]
  do {
    head.push((length & 127) | (length > 127 ? 128 : 0))
    length >>= 7
  } while (length > 0)
  return Buffer.concat([Buffer.from(head), ...parts])
}

/** What was acknowledged, and how long each acknowledgement took, ms. */
export type Sent = { records: number; readonly times: number[] }
type Served = {
  readonly url: string
  readonly mqttPort: number
  readonly serialNos: readonly string[]
  /** Machines of which no other way sends a record. */
  readonly atRest: readonly string[]
}
/** One way of sending. */
type Way = (served: Served, running: () => boolean) => Promise<Sent>

const password = 'packboard'
const dayMs = 86_400_000
const secondMs = 1_000

/** The newest time that was sent: each record of a machine is of its own millisecond, and none is late. */
let moment = Date.now() - 7 * dayMs

/** The line of a sample, written as text: `JSON.stringify` would take as long as the reading of it. */
function lineOf(serialNo: string, time: number): string {
  const packs = Math.floor(time / 500) % 1e9
  return `{"kind":"sample","serialNo":"${serialNo}","time":${time},"state":10,"product":"Bar","speed":120.5,"packs":${packs}}`
}

function nextLine(serialNo: string): string {
  moment += 1
  return lineOf(serialNo, moment)
}

/** A call of the gateway; undefined when it was refused for now. */
export async function call(url: string, body: string) {
  const answer = await fetch(url + ingestRecords.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      'x-access-token': `gateway-${manyClient.slug}:${password}`,
    },
    body,
  })
  if (answer.ok) return ingestCounts.parse(await answer.json())
  await answer.body?.cancel()
  await pause(Number(answer.headers.get('retry-after') ?? 1) * secondMs)
  return undefined
}

/** Calls of one gateway, so many at a time; `bodyOf` makes the next body of so many records. */
function calls(
  inFlight: number,
  recordsPerCall: number,
  bodyOf: (served: Served, number: number) => string,
): Way {
  return async (served, running) => {
    const sent: Sent = { records: 0, times: [] }
    let number = 0
    const sender = async () => {
      while (running()) {
        const body = bodyOf(served, number)
        number += 1
        const begin = performance.now()
        let counts = await call(served.url, body)
        while (!counts && running()) counts = await call(served.url, body)
        if (!counts) return
        if (counts.accepted !== recordsPerCall) {
          throw new Error(`only ${counts.accepted} were accepted`)
        }
        sent.records += counts.accepted
        sent.times.push(performance.now() - begin)
      }
    }
    await Promise.all(Array.from({ length: inFlight }, sender))
    return sent
  }
}

/** Records over all machines in turn. */
const overMachines = (records: number, inFlight: number) =>
  calls(inFlight, records, ({ serialNos }, number) => {
    const lines: string[] = []
    for (let index = 0; index < records; index++) {
      lines.push(nextLine(serialNos[(number * records + index) % serialNos.length] ?? ''))
    }
    return lines.join('\n')
  })

const backFillRecords = 10_000
/** Another round begins where the one before it ended. */
let backFilled = 0

/** History of one machine after the other, a record each ten seconds, from 300 days ago. */
const backFill = (inFlight: number) =>
  calls(inFlight, backFillRecords, ({ serialNos }) => {
    const piece = Math.floor(backFilled / serialNos.length)
    const serialNo = serialNos[backFilled % serialNos.length] ?? ''
    backFilled += 1
    const from = moment - (moment % dayMs) - 300 * dayMs + piece * backFillRecords * 10_000
    const lines: string[] = []
    for (let index = 0; index < backFillRecords; index++) {
      lines.push(lineOf(serialNo, from + index * 10_000))
    }
    return lines.join('\n')
  })

/** MQTT at QoS 1, one record a message: so many connections, each with so many messages that wait for their PUBACK. */
function messages(connections: number, inFlight: number): Way {
  return async ({ mqttPort, serialNos }, running) => {
    const sent: Sent = { records: 0, times: [] }
    const names = serialNos.slice(0, connections)
    const opened = await Promise.all(names.map((name) => connectionOf(mqttPort, name)))
    await Promise.all(
      opened.flatMap((one, index) => {
        const serialNo = names[index] ?? ''
        return Array.from({ length: inFlight }, async () => {
          while (running()) {
            const begin = performance.now()
            await one.publish(`packboard/${serialNo}/sample`, nextLine(serialNo))
            sent.records += 1
            sent.times.push(performance.now() - begin)
          }
        })
      }),
    )
    return sent
  }
}

/**
 * Records that come at a given rate, each with the time at which it is due, whether or not those before are acknowledged: so a wait is not
 * hidden by sending less.
 */
function pacedMessages(connections: number, perSecond: number): Way {
  return async ({ mqttPort, serialNos }, running) => {
    const sent: Sent = { records: 0, times: [] }
    const names = serialNos.slice(0, connections)
    const opened = await Promise.all(names.map((name) => connectionOf(mqttPort, name)))
    let waiting = 0
    const from = moment + 1
    const publish = async (number: number) => {
      const serialNo = names[number % names.length] ?? ''
      const begin = performance.now()
      moment = from + Math.floor((number / perSecond) * secondMs)
      waiting += 1
      await opened[number % opened.length]?.publish(
        `packboard/${serialNo}/sample`,
        lineOf(serialNo, moment),
      )
      waiting -= 1
      sent.records += 1
      sent.times.push(performance.now() - begin)
    }
    const start = performance.now()
    for (let number = 0; running(); await pause(paceMs)) {
      const due = ((performance.now() - start) / secondMs) * perSecond
      for (; number < due; number++) void publish(number)
    }
    while (waiting > 0) await pause(paceMs)
    return sent
  }
}

const paceMs = 5

/** Machines that each send a record a second by themselves, each at a moment of its own. */
export const atRest: Way = async ({ mqttPort, atRest: serialNos }, running) => {
  const sent: Sent = { records: 0, times: [] }
  await Promise.all(
    serialNos.map(async (serialNo, index) => {
      const one = await connectionOf(mqttPort, serialNo)
      await pause((index / serialNos.length) * secondMs)
      while (running()) {
        const begin = performance.now()
        await one.publish(`packboard/${serialNo}/sample`, lineOf(serialNo, Date.now()))
        sent.records += 1
        const took = performance.now() - begin
        sent.times.push(took)
        await pause(Math.max(0, secondMs - took))
      }
    }),
  )
  return sent
}

const connections = new Map<string, Promise<MqttConnection>>()

/**
 * The machine's connection, which stays open from one way to the next: at its end the server records that the machine went
 * away, at the present time, and all that it sends afterwards of a week ago would be late.
 */
function connectionOf(port: number, userName: string): Promise<MqttConnection> {
  const opened = connections.get(userName) ?? openMqttConnection({ port, userName, password })
  connections.set(userName, opened)
  return opened
}

export async function closeConnections() {
  for (const opened of connections.values()) (await opened).close()
  connections.clear()
}

export const ways: Readonly<Record<string, Way>> = {
  'At rest, 20 machines at 1/s': atRest,
  'HTTP 1 record × 1': overMachines(1, 1),
  'HTTP 1 record × 4': overMachines(1, 4),
  'HTTP 1 record × 32': overMachines(1, 32),
  'HTTP 100 records × 4': overMachines(100, 4),
  'HTTP 1,000 records × 4': overMachines(1_000, 4),
  'HTTP 10,000 records × 4': overMachines(10_000, 4),
  'MQTT 1 connection × 1': messages(1, 1),
  'MQTT 1 connection × 500': messages(1, 500),
  'MQTT 20 connections × 100': messages(20, 100),
  'MQTT 200 connections × 20': messages(200, 20),
  'MQTT 200 connections × 100': messages(200, 100),
  'MQTT 200 connections, 15,000/s': pacedMessages(200, 15_000),
  // The last: its minutes are computed for a while.
  'Back-fill 10,000 × 2': backFill(2),
}
