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

type Open = { client: MqttClient; timer: NodeJS.Timeout | undefined }

/**
 * One connection for a burst of messages to one broker, closed after it. By the addresses that were checked and no others; QoS 1, so
 * that the broker has said that it has each of them, and not retained.
 */
export function brokersOut(hosts: OutsideHosts): BrokersOut {
  const open = new Map<string, Open>()

  function end(key: string) {
    const { client, timer } = open.get(key) ?? {}
    clearTimeout(timer)
    open.delete(key)
    client?.end(true)
  }

  async function connected(hook: HookToCall): Promise<{ key: string; entry: Open }> {
    const key = [hook.id, hook.url, hook.username, hook.secret ?? ''].join(' ')
    const known = open.get(key)
    if (known?.client.connected) {
      clearTimeout(known.timer)
      return { key, entry: known }
    }
    if (known) end(key)
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
    const client = await mqtt.connectAsync('', options, false)
    client.on('error', () => end(key))
    const entry: Open = { client, timer: undefined }
    open.set(key, entry)
    return { key, entry }
  }

  return {
    async publish(hook, payload) {
      try {
        const { key, entry } = await within(connected(hook))
        await within(
          entry.client.publishAsync(`packboard/out/${hook.clientId}/alert`, payload, {
            qos: 1,
            retain: false,
          }),
        )
        entry.timer = setTimeout(() => end(key), idleMs)
        entry.timer.unref()
        return { is: 'sent', status: null }
      } catch (error) {
        for (const key of [...open.keys()]) if (key.startsWith(`${hook.id} `)) end(key)
        return failureOf(error)
      }
    },
    async close() {
      for (const key of [...open.keys()]) end(key)
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
