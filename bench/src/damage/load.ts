import { setTimeout as pause } from 'node:timers/promises'
import mqtt, { type MqttClient } from 'mqtt'
import type { ServedPackboard } from './servedPackboard.ts'

/** A client of the demo and the machines that send in a round, one by HTTP and one by MQTT. */
export const senders = [
  { clientId: 1, http: 'FW-101', mqtt: 'FW-102' },
  { clientId: 2, http: 'FW-511', mqtt: 'FW-512' },
] as const

export const productOf = (clientId: number) => `Bar of client ${clientId}`
export const monthOf = (time: number) => new Date(time).toISOString().slice(0, 7)

export type Kind = 'packs' | 'alarms' | 'audits' | 'quarantined' | 'accepted'
/** A figure of one client, of a month where it has one: `packs 1 2026-03`. */
export const figureName = (kind: Kind, clientId: number, month = '') =>
  `${kind} ${clientId} ${month}`.trim()

/** What was acknowledged: each sample is a fallen counter, so that each counts by its own value (D14). */
export class Acknowledged {
  readonly figures = new Map<string, number>()

  add(kind: Kind, clientId: number, time: number, value = 1) {
    const month = kind === 'quarantined' || kind === 'accepted' ? '' : monthOf(time)
    const name = figureName(kind, clientId, month)
    this.figures.set(name, (this.figures.get(name) ?? 0) + value)
  }

  copy(): Map<string, number> {
    return new Map(this.figures)
  }
}

const everyMs = 150
const againMs = 300
const publishMs = 8_000
/** After the end of the load a record that is still on its way is sent again for so long. */
const patienceMs = 40_000
/** Of one machine in one round: the load is bounded. */
const recordsAtMost = 4_000
/** Falls with each sample, so that each counts by its own value. */
const firstCounter = 500_000

/**
 * Senders of two clients, each a machine by HTTP and one by MQTT. They send one record after the other, and each again until
 * it is acknowledged, also while the server is away.
 */
export class Load {
  readonly #packboard: ServedPackboard
  readonly #acknowledged: Acknowledged
  readonly #counters = new Map<string, number>()
  #sent = new Map<string, number>()
  #running = false
  #loops: Promise<void>[] = []
  #giveUpAt = Number.POSITIVE_INFINITY

  constructor(packboard: ServedPackboard, acknowledged: Acknowledged) {
    this.#packboard = packboard
    this.#acknowledged = acknowledged
  }

  /** The fewest records that one of the machines has had acknowledged. */
  get least(): number {
    const machines = senders.flatMap(({ http, mqtt }) => [http, mqtt])
    return Math.min(...machines.map((serialNo) => this.#sent.get(serialNo) ?? 0))
  }

  resume() {
    this.#running = true
    this.#giveUpAt = Number.POSITIVE_INFINITY
    this.#loops = senders.flatMap(({ clientId, http, mqtt }) => [
      this.#loop(clientId, http, (record) => this.#byHttp(http, record)),
      this.#byMqtt(clientId, mqtt),
    ])
  }

  /** Resolves when everything that was sent is acknowledged. */
  async stop() {
    this.#running = false
    this.#giveUpAt = performance.now() + patienceMs
    await Promise.all(this.#loops)
    this.#loops = []
  }

  async #loop(clientId: number, serialNo: string, send: (record: object) => Promise<boolean>) {
    while (this.#running && (this.#sent.get(serialNo) ?? 0) < recordsAtMost) {
      const packs = (this.#counters.get(serialNo) ?? firstCounter) - 1
      this.#counters.set(serialNo, packs)
      const time = Date.now()
      const record = {
        kind: 'sample',
        serialNo,
        time,
        state: 10,
        product: productOf(clientId),
        packs,
      }
      while (!(await send(record))) {
        if (performance.now() > this.#giveUpAt) throw new Error(`${serialNo} is not acknowledged`)
        await pause(againMs)
      }
      this.#acknowledged.add('packs', clientId, time, packs)
      this.#acknowledged.add('accepted', clientId, time)
      this.#sent.set(serialNo, (this.#sent.get(serialNo) ?? 0) + 1)
      await pause(everyMs)
    }
  }

  async #byHttp(serialNo: string, record: object): Promise<boolean> {
    return (await sendByHttp(this.#packboard, serialNo, [record])) !== undefined
  }

  async #byMqtt(clientId: number, serialNo: string) {
    let client: MqttClient | undefined
    const publish = async (record: object) => {
      // A broker that closes before it answers ends no promise of the client.
      client ??= mqtt
        .connect(`mqtt://127.0.0.1:${this.#packboard.mqttPort}`, {
          username: serialNo,
          password: 'packboard',
          reconnectPeriod: 0,
          connectTimeout: 5_000,
        })
        .on('error', () => undefined)
      await client.publishAsync(`packboard/${serialNo}/sample`, JSON.stringify(record), { qos: 1 })
    }
    await this.#loop(clientId, serialNo, async (record) => {
      const late = pause(publishMs, undefined, { ref: false }).then(() => {
        throw new Error('no acknowledgement')
      })
      try {
        await Promise.race([publish(record), late])
        return true
      } catch {
        client?.end(true)
        client = undefined
        return false
      }
    })
    client?.end(true)
  }
}

/** The answer, or undefined where the records have to be sent again. */
export async function sendByHttp(
  packboard: ServedPackboard,
  serialNo: string,
  records: readonly object[],
  token = 'packboard',
): Promise<unknown> {
  try {
    const answer = await fetch(`${packboard.url}/api/ingest/records`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-token': `${serialNo}:${token}` },
      body: JSON.stringify(records),
      signal: AbortSignal.timeout(publishMs),
    })
    const text = await answer.text()
    return answer.ok ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
