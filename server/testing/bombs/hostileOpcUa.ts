import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A server of OPC UA that answers with more than a client can take. It sends `mostBytes` and then waits. */

const mostBytes = 64 * 1_048_576
const chunk = Buffer.alloc(65_536, 0x41)

export type Attack =
  | 'a message of 4 GB'
  | 'an error of 8 MB'
  | 'chunks without an end'
  | 'a diagnosis 50,000 deep'
  | 'garbage'

const header = (type: string, size: number) => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(size >>> 0, 4)
  return head
}

const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, 4 * index)
  return bytes
}

/** Says that it takes and sends messages of any size. */
const acknowledge = () =>
  Buffer.concat([header('ACKF', 28), numbers(0, 0xffff_ffff, 0xffff_ffff, 0, 0)])

const attacks: Record<Attack, (socket: Socket, isFirst: boolean, request: Buffer) => void> = {
  'a message of 4 GB'(socket, isFirst) {
    if (isFirst) return void socket.write(acknowledge())
    socket.write(header('OPNF', 0xffff_ffff))
    pour(socket)
  },
  'an error of 8 MB'(socket) {
    const text = Buffer.alloc(8 * 1_048_576, 'e')
    socket.write(header('ERRF', 16 + text.length))
    socket.write(Buffer.concat([numbers(0x8080_0000, text.length), text]))
  },
  'chunks without an end'(socket, isFirst) {
    if (isFirst) return void socket.write(acknowledge())
    const one = Buffer.concat([header('OPNC', 8 + chunk.length), chunk])
    pour(socket, one)
  },
  'a diagnosis 50,000 deep'(socket, isFirst, request) {
    if (isFirst) return void socket.write(acknowledge())
    if (request.toString('latin1', 0, 3) !== 'OPN') return
    socket.write(openedChannel(requestIdOf(request), Buffer.alloc(50_000, 0x40)))
  },
  garbage(socket) {
    pour(socket)
  },
}

const text = (words: string) => Buffer.concat([numbers(words.length), Buffer.from(words)])
const nothing = 0xffff_ffff

/** Behind the number of the channel, the policy, the certificate, its mark and the number in the sequence. */
function requestIdOf(request: Buffer): number {
  let at = 12
  for (let field = 0; field < 3; field += 1) {
    at += 4 + Math.max(0, request.readInt32LE(at))
  }
  return request.readUInt32LE(at + 4)
}

/** The answer to the opening of a channel without security, with this as its diagnosis. */
function openedChannel(requestId: number, diagnosis: Buffer): Buffer {
  const body = Buffer.concat([
    numbers(1),
    text('http://opcfoundation.org/UA/SecurityPolicy#None'),
    numbers(nothing, nothing, 1, requestId),
    // The number of its type, in four bytes.
    Buffer.from([0x01, 0x00, 0xc1, 0x01]),
    // Time, request and result; behind the diagnosis no texts and nothing more.
    numbers(0, 0, 1, 0),
    diagnosis,
    Buffer.from([0x00]),
    numbers(nothing),
    Buffer.from([0x00, 0x00, 0x00]),
    // Version; channel, token, since when, for how long; no secret.
    numbers(0, 1, 1, 0, 0, 600_000, nothing),
  ])
  return Buffer.concat([header('OPNF', 8 + body.length), body])
}

function pour(socket: Socket, piece = chunk) {
  let sent = 0
  const more = () => {
    while (sent < mostBytes && !socket.destroyed) {
      sent += piece.length
      if (!socket.write(piece)) return
    }
  }
  socket.on('drain', more)
  more()
}

export async function hostileOpcUa(attack: Attack) {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    let requests = 0
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (request) => {
      requests += 1
      attacks[attack](socket, requests === 1, request)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It has no port.')
  return {
    url: `opc.tcp://127.0.0.1:${address.port}`,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
