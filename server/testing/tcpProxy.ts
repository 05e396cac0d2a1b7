import { connect, createServer, type Server, type Socket } from 'node:net'

/** Passes each connection on to one of several ports, in turn; one that refuses it is passed over. */
export type TcpProxy = {
  readonly port: number
  /** Where it passes connections on to; may change at any time. */
  targets: number[]
  /** Ends every connection; new ones are passed on where there are targets. */
  disconnect(): void
  close(): Promise<void>
}

export async function openTcpProxy(): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let turn = 0
  const proxy: { targets: number[] } = { targets: [] }

  function pass(socket: Socket, triesLeft: number) {
    turn += 1
    const port = proxy.targets[turn % proxy.targets.length]
    if (port === undefined || triesLeft === 0) return socket.destroy()
    const onward = connect(port, '127.0.0.1')
    sockets.add(onward)
    let connected = false
    onward.once('connect', () => {
      connected = true
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => {
      if (connected) socket.destroy()
      else pass(socket, triesLeft - 1)
    })
    onward.once('close', () => {
      sockets.delete(onward)
      if (connected) socket.destroy()
    })
    socket.once('close', () => onward.destroy())
    return undefined
  }

  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    pass(socket, proxy.targets.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port is open')
  const disconnect = () => {
    for (const socket of sockets) socket.destroy()
  }
  return Object.assign(proxy, {
    port: address.port,
    disconnect,
    async close() {
      disconnect()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}
