import { once } from 'node:events'
import { createConnection } from 'node:net'

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
export type MqttConnection = {
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
