import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Aedes } from 'aedes'

export type Message = { readonly user: string; readonly topic: string; readonly payload: string }

/** A stand-in for the product's broker: keeps what it was sent, and can drop its connections. */
export async function openMessageEndpoint() {
  const messages: Message[] = []
  const signIns: string[] = []
  const users = new Map<string, string>()
  const sockets = new Set<Socket>()
  const broker = await Aedes.createBroker({
    authenticate: (client, username, password, done) => {
      const user = username ?? ''
      users.set(client.id, user)
      signIns.push(user)
      done(null, password?.toString() === 'packboard')
    },
    authorizePublish: (client, packet, done) => {
      const user = (client && users.get(client.id)) ?? ''
      if (packet.qos === 1) {
        messages.push({ user, topic: packet.topic, payload: packet.payload.toString() })
      }
      done(null)
    },
  })
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    broker.handle(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    mqttUrl: `mqtt://127.0.0.1:${port}`,
    messages,
    signIns,
    connections: () => sockets.size,
    drop() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => broker.close(() => resolve()))
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
