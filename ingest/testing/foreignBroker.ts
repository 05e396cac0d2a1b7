import { once } from 'node:events'
import { createServer } from 'node:net'
import { Aedes } from 'aedes'

export type ForeignBroker = {
  readonly url: string
  /** Whom a connection belongs to, and what it announced for its end. */
  readonly connects: {
    readonly clientId: string
    readonly clean: boolean
    readonly will:
      | {
          readonly topic: string
          readonly payload: string
          readonly qos: number
          readonly retain: boolean
        }
      | undefined
  }[]
  /** What was done, in its order: `subscribe filter` and `publish topic` of a client. */
  readonly log: string[]
  /** Filters with which it ends the connection of the client that subscribes to them. */
  refuse: (filter: string) => boolean
  /** Ends the connections of a client without a goodbye. */
  cut(clientId: string): void
  close(): Promise<void>
}

/** A broker of another operator, which keeps retained messages and publishes wills. */
export async function openForeignBroker(): Promise<ForeignBroker> {
  const aedes = await Aedes.createBroker()
  const connects: ForeignBroker['connects'] = []
  const log: string[] = []
  const sockets = new Map<string, () => void>()
  const broker: Pick<ForeignBroker, 'refuse'> = { refuse: () => false }
  aedes.authorizeSubscribe = (client, subscription, callback) => {
    if (!broker.refuse(subscription.topic)) return callback(null, subscription)
    log.push(`${client?.id} refused`)
    client?.conn.destroy()
  }
  aedes.preConnect = (_client, { clientId, clean, will }, callback) => {
    connects.push({
      clientId: clientId ?? '',
      clean: clean ?? false,
      will: will && {
        topic: will.topic,
        payload: will.payload.toString(),
        qos: will.qos ?? 0,
        retain: will.retain ?? false,
      },
    })
    callback(null, true)
  }
  aedes.on('clientReady', (client) => {
    sockets.set(client.id, () => client.conn.destroy())
  })
  aedes.on('subscribe', (subscriptions, client) => {
    for (const { topic, qos } of subscriptions) log.push(`${client.id} subscribe ${topic} ${qos}`)
  })
  aedes.on('publish', ({ topic, qos, retain, payload }, client) => {
    if (client) log.push(`${client.id} publish ${topic} ${qos} ${retain} ${payload.toString()}`)
  })
  const server = createServer(aedes.handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  return Object.assign(broker, {
    url: `mqtt://127.0.0.1:${address.port}`,
    connects,
    log,
    cut: (clientId: string) => sockets.get(clientId)?.(),
    async close() {
      await new Promise<void>((resolve) => aedes.close(resolve))
      server.close()
    },
  })
}
