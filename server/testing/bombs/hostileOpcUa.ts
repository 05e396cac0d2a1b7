import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A server of OPC UA that answers with more than a client can take. It sends `mostBytes` and then waits. */

const mostBytes = 64 * 1_048_576
const chunk = Buffer.alloc(65_536, 0x41)

export type Attack = 'a message of 4 GB' | 'an error of 8 MB' | 'chunks without an end' | 'garbage'

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

const attacks: Record<Attack, (socket: Socket, isFirst: boolean) => void> = {
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
  garbage(socket) {
    pour(socket)
  },
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
    socket.on('data', () => {
      requests += 1
      attacks[attack](socket, requests === 1)
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
