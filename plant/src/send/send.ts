import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type IngestCounts, ingestCounts } from '@packboard/contract'
import type { MachineRecord } from '@packboard/model'
import { connectAsync, type MqttClient } from 'mqtt'

/** A record in Packboard's own JSON, as HTTP takes it (one a line) and MQTT (one a message). */
export function wireText(record: MachineRecord): string {
  return JSON.stringify(wireRecord(record))
}

function wireRecord(record: MachineRecord) {
  switch (record.kind) {
    case 'sample': {
      const { serialNo, at, sequence, state, product, tool, user, speedPpm } = record
      return {
        kind: 'sample',
        serialNo,
        time: at,
        seq: sequence === 0 ? undefined : sequence,
        state,
        product,
        tool,
        user,
        speed: speedPpm,
        packs: record.packCounter,
        batch: record.batchCounter,
        rejects: record.rejectCounter,
        setSpeed: record.setSpeedPpm,
        unitMode: record.unitMode,
      }
    }
    case 'alarm':
      return record
    case 'audit': {
      const { at, ...audit } = record
      return { ...audit, time: at }
    }
  }
}

const compress = promisify(gzip)

/** D43: records in one call. */
const recordsPerCall = 10_000
const callsInFlight = 2

type Gateway = {
  /** `http://127.0.0.1:8080` */
  readonly httpUrl: string
  readonly userName: string
  readonly password: string
}

/**
 * A factory's gateway: gathers records and posts them, two calls at a time. What the product cannot take now is sent
 * again until it is taken; `send` resolves when there is room for more, `done` when everything is durable.
 */
export class HttpSender {
  readonly counts: IngestCounts = { accepted: 0, duplicate: 0, late: 0, quarantined: 0 }
  #lines: string[] = []
  readonly #inFlight = new Set<Promise<void>>()
  #failure: unknown
  readonly #gateway: Gateway
  readonly #signal: AbortSignal | undefined

  constructor(gateway: Gateway, signal?: AbortSignal) {
    this.#gateway = gateway
    this.#signal = signal
  }

  async send(lines: Iterable<string>): Promise<void> {
    for (const line of lines) {
      this.#lines.push(line)
      if (this.#lines.length >= recordsPerCall) await this.#flush()
    }
  }

  async done(): Promise<void> {
    if (this.#lines.length > 0) await this.#flush()
    await Promise.all(this.#inFlight)
    this.#complain()
  }

  async #flush() {
    const lines = this.#lines
    this.#lines = []
    while (this.#inFlight.size >= callsInFlight) await Promise.race(this.#inFlight)
    this.#complain()
    const call = this.#post(lines)
      .catch((error: unknown) => {
        this.#failure ??= error
      })
      .finally(() => this.#inFlight.delete(call))
    this.#inFlight.add(call)
  }

  #complain() {
    if (this.#failure !== undefined) throw this.#failure
  }

  async #post(lines: readonly string[]) {
    const body = await compress(`${lines.join('\n')}\n`, { level: 1 })
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#call(body)
      if (answer?.ok) {
        const counts = ingestCounts.parse(await answer.json())
        for (const name of ['accepted', 'duplicate', 'late', 'quarantined'] as const) {
          this.counts[name] += counts[name]
        }
        return
      }
      if (answer && answer.status < 500 && answer.status !== 429) {
        throw new Error(`Records were refused: ${answer.status} ${await answer.text()}`)
      }
      const reported = Number(answer?.headers.get('retry-after') ?? Number.NaN) * 1_000
      const pause = Number.isFinite(reported) ? reported : Math.min(5_000, 100 * 2 ** attempt)
      await delay(
        pause + Math.random() * 200,
        undefined,
        this.#signal ? { signal: this.#signal } : {},
      )
    }
  }

  /** Null when the server does not answer: the product starts, restarts, or is unreachable for a moment. */
  async #call(body: Buffer): Promise<Response | null> {
    const { httpUrl, userName, password } = this.#gateway
    try {
      return await fetch(new URL('/api/ingest/records', httpUrl), {
        method: 'POST',
        headers: {
          'content-type': 'application/x-ndjson',
          'content-encoding': 'gzip',
          'x-access-token': `${userName}:${password}`,
        },
        body: new Uint8Array(body),
        signal: this.#signal ?? null,
      })
    } catch (error) {
      this.#signal?.throwIfAborted()
      if (error instanceof TypeError) return null
      throw error
    }
  }
}

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
