import type { MachineRecord } from '@packboard/model'
import { connectAsync, type MqttClient } from 'mqtt'
import { wireText } from './wire.ts'

/** Records that a machine keeps while it has no connection: some hours of one record a second. */
const bufferLimit = 20_000
const unacknowledgedLimit = 20

/**
 * The MQTT session of one machine: signs in as the device of its name, waits for every acknowledgement, and keeps what
 * it could not send until the connection is back.
 */
export class MqttSender {
  /** Acknowledged by the product, which means durable. */
  acknowledged = 0
  #client: MqttClient | undefined
  readonly #waiting: MachineRecord[] = []
  #sending = 0
  /** Says nothing; `cut` also has no connection. */
  #voice: 'speaks' | 'silent' | 'cut' = 'speaks'
  #closed = false
  #retry: NodeJS.Timeout | undefined
  #attempts = 0
  readonly #url: string
  readonly #serialNo: string
  readonly #password: string

  constructor(session: { mqttUrl: string; serialNo: string; password: string }) {
    this.#url = session.mqttUrl
    this.#serialNo = session.serialNo
    this.#password = session.password
    void this.#connect()
  }

  get connected(): boolean {
    return this.#client?.connected ?? false
  }

  /** Said, but not yet acknowledged. A machine that keeps silent has nothing to say. */
  get backlog(): number {
    return this.#voice === 'speaks' ? this.#waiting.length + this.#sending : 0
  }

  send(record: MachineRecord): void {
    if (this.#voice !== 'speaks') return
    if (this.#waiting.length >= bufferLimit) this.#waiting.shift()
    this.#waiting.push(record)
    this.#pump()
  }

  /** The cable is pulled: the socket is gone, no goodbye is said, nothing new is kept. */
  cut(): void {
    this.#voice = 'cut'
    clearTimeout(this.#retry)
    const client = this.#client
    this.#client = undefined
    client?.stream.destroy()
    client?.end(true)
  }

  /** The connection stands and the machine says nothing. */
  silence(): void {
    this.#voice = 'silent'
  }

  resume(): void {
    const wasCut = this.#voice === 'cut'
    this.#voice = 'speaks'
    if (wasCut) void this.#connect()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    await this.#client?.endAsync(true)
  }

  async #connect() {
    try {
      const client = await connectAsync(this.#url, {
        clientId: `plant-${this.#serialNo}`,
        username: this.#serialNo,
        password: this.#password,
        clean: true,
        keepalive: 30,
        connectTimeout: 5_000,
        reconnectPeriod: 0,
      })
      if (this.#closed || this.#voice === 'cut') {
        await client.endAsync(true)
        return
      }
      this.#attempts = 0
      this.#client = client
      client.on('error', () => undefined)
      client.on('close', () => {
        if (this.#client !== client) return
        this.#client = undefined
        this.#later()
      })
      this.#pump()
    } catch {
      this.#later()
    }
  }

  /** All machines of a factory lose their broker at once; they must not come back at once. */
  #later() {
    if (this.#closed || this.#voice === 'cut') return
    this.#attempts += 1
    const pause = Math.min(15_000, 400 * 2 ** Math.min(this.#attempts, 6))
    this.#retry = setTimeout(() => void this.#connect(), pause * (0.5 + Math.random()))
  }

  #pump() {
    const client = this.#client
    while (client?.connected && !client.disconnecting && this.#sending < unacknowledgedLimit) {
      const record = this.#waiting.shift()
      if (!record) return
      this.#sending += 1
      void this.#publish(client, record)
    }
  }

  async #publish(client: MqttClient, record: MachineRecord) {
    try {
      const topic = `packboard/${this.#serialNo}/${record.kind}`
      await client.publishAsync(topic, wireText(record), { qos: 1 })
    } catch {
      // Not acknowledged, so not durable for all we know: it goes first when the connection is back.
      this.#waiting.unshift(record)
      this.#sending -= 1
      return
    }
    this.acknowledged += 1
    this.#sending -= 1
    this.#pump()
  }
}
