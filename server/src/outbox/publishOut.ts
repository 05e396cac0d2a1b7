import { isIP } from 'node:net'
import type { HookToCall } from '@packboard/management'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { limits } from '../http/limits.ts'
import type { OutsideHosts } from '../http/outsideHosts.ts'
import { failureOf, type Outcome } from './callOutside.ts'

/** Publishes to the brokers that clients name. */
export type BrokersOut = {
  publish(hook: HookToCall, payload: string): Promise<Outcome>
  close(): Promise<void>
}

/** A connection is kept so long for what comes next. */
const idleMs = 1_000

type Open = {
  readonly key: string
  readonly client: MqttClient
  /** Bytes of the broker since the last message began. */
  received: number
  timer: NodeJS.Timeout | undefined
}

/**
 * One connection for a burst of messages to one broker, closed after it. By the addresses that were checked and no others; QoS 1, so
 * that the broker has said that it has each of them, and not retained.
 */
export function brokersOut(hosts: OutsideHosts): BrokersOut {
  const open = new Map<string, Open>()

  function end(entry: Open) {
    clearTimeout(entry.timer)
    if (open.get(entry.key) === entry) open.delete(entry.key)
    entry.client.end(true)
  }

  async function connected(hook: HookToCall): Promise<Open> {
    const key = [hook.id, hook.url, hook.username, hook.secret ?? ''].join(' ')
    const known = open.get(key)
    if (known?.client.connected) {
      clearTimeout(known.timer)
      known.received = 0
      return known
    }
    if (known) end(known)
    const url = new URL(hook.url)
    const [address = ''] = await hosts.demandAllowed(url)
    const isSecure = url.protocol === 'mqtts:'
    const name = url.hostname.replace(/^\[|\]$/g, '')
    const options: IClientOptions = {
      protocol: isSecure ? 'mqtts' : 'mqtt',
      host: address,
      port: Number(url.port) || (isSecure ? 8883 : 1883),
      ...(isSecure && isIP(name) === 0 && { servername: name }),
      ...(hook.username !== '' && { username: hook.username }),
      ...(hook.secret !== null && { password: hook.secret }),
      clean: true,
      connectTimeout: limits.hookTimeout,
      // A failure is tried again by the outbox.
      reconnectPeriod: 0,
    }
    const client = mqtt.connect('', options)
    const entry: Open = { key, client, received: 0, timer: undefined }
    open.set(key, entry)
    // From the first byte on: a packet may announce 256 MB, which the parser gathers before it looks at them.
    client.stream.on('data', (bytes: Uint8Array) => {
      entry.received += bytes.length
      if (entry.received > limits.brokerAnswerBytes) client.stream.destroy()
    })
    client.on('error', () => end(entry))
    // What was not acknowledged fails at once.
    client.on('close', () => end(entry))
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve())
      client.once('error', reject)
      client.once('close', () => reject(new Error('The broker ended the connection')))
    })
    return entry
  }

  return {
    async publish(hook, payload) {
      try {
        const entry = await within(connected(hook))
        await within(
          entry.client.publishAsync(`packboard/out/${hook.clientId}/alert`, payload, {
            qos: 1,
            retain: false,
          }),
        )
        entry.timer = setTimeout(() => end(entry), idleMs)
        entry.timer.unref()
        return { is: 'sent', status: null }
      } catch (error) {
        for (const entry of [...open.values()]) if (entry.key.startsWith(`${hook.id} `)) end(entry)
        return failureOf(error)
      }
    },
    async close() {
      for (const entry of [...open.values()]) end(entry)
    },
  }
}

async function within<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The broker does not answer')), limits.hookTimeout)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
