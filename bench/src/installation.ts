import { ingestCounts, session } from '@packboard/contract'
import { type RunningPackboard, startPackboard } from '../../scripts/demo.mjs'
import { freePort } from './processes.ts'

/** A demo installation without moving machines on a fixed port, so that it can be killed and started again. */
export class Installation {
  readonly dataDir: string
  #port = 0
  #running: RunningPackboard | undefined

  constructor(dataDir: string) {
    this.dataDir = dataDir
  }

  get url() {
    return `http://127.0.0.1:${this.#port}`
  }

  get pid(): number {
    const pid = this.#running?.server.pid
    if (pid === undefined) throw new Error('the installation was not started')
    return pid
  }

  async start() {
    if (this.#port === 0) this.#port = await freePort()
    this.#running = await startPackboard({
      plant: false,
      stdio: 'ignore',
      env: {
        PORT: String(this.#port),
        MQTT_PORT: '0',
        PACKBOARD_DATA: this.dataDir,
        LOG_LEVEL: 'error',
      },
    })
  }

  /** Resolves with the exit code once the server process has ended. */
  ended() {
    return this.#running?.exited
  }

  stop() {
    return this.#running?.stop()
  }

  /** Waits until the installation reports that all its parts are ready. */
  async ready(timeoutMs = 30_000) {
    const until = Date.now() + timeoutMs
    while (Date.now() < until) {
      const answer = await fetch(`${this.url}/health/ready`).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.ok) return
      await new Promise((done) => setTimeout(done, 50))
    }
    throw new Error(`the installation was not ready within ${timeoutMs} ms`)
  }
}

const recordsPerCall = 400
const machines = ['FW-101', 'FW-102', 'FW-201', 'FW-202', 'FW-301', 'FW-302', 'VF-401', 'VF-402']
const states = [10, 10, 10, 13, 10, 21, 10, 16]

/**
 * A running import that remembers every acknowledgement. A call that was not acknowledged is sent again unchanged until
 * it is. So at the end every record is acknowledged, and each must be in the store exactly once.
 */
export class Importer {
  readonly startedAt = Math.floor(Date.now() / 1000) * 1000 - 20 * 86_400_000
  acknowledgedCalls = 0
  repeatedCalls = 0
  stopped = false
  readonly #url: () => string
  #running: Promise<void> | undefined
  #abandoned = false

  constructor(url: () => string) {
    this.#url = url
  }

  get acknowledgedRecords() {
    return this.acknowledgedCalls * recordsPerCall
  }

  start() {
    this.stopped = false
    this.#running = this.#run()
  }

  /** Ends at once; the running call stays unacknowledged. */
  abandon() {
    this.stopped = true
    this.#abandoned = true
  }

  /** Waits until the running call is acknowledged, then ends. */
  async stop() {
    this.stopped = true
    await this.#running
  }

  async #run() {
    while (!this.stopped) {
      const body = this.#call(this.acknowledgedCalls)
      let failures = 0
      while (!(await this.#send(body))) {
        failures += 1
        if (this.#abandoned) return
        if (failures > 600) throw new Error('no call was acknowledged for a minute')
        await new Promise((done) => setTimeout(done, 100))
      }
      if (failures > 0) this.repeatedCalls += 1
      this.acknowledgedCalls += 1
    }
  }

  async #send(body: string): Promise<boolean> {
    try {
      const answer = await fetch(`${this.#url()}/api/ingest/records`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-ndjson',
          'x-access-token': 'gateway-northfield-confectionery:packboard',
        },
        body,
        signal: AbortSignal.timeout(20_000),
      })
      if (!answer.ok) {
        await answer.body?.cancel()
        return false
      }
      const counts = ingestCounts.parse(await answer.json())
      if (counts.accepted + counts.duplicate !== recordsPerCall) {
        throw new Error(`an import call was refused in part: ${JSON.stringify(counts)}`)
      }
      return true
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('an import call')) throw error
      return false
    }
  }

  /** Call number n: 50 seconds of eight machines, one sample a second, counters rising by 2 a second. */
  #call(n: number): string {
    const lines: string[] = []
    const seconds = recordsPerCall / machines.length
    for (let second = 0; second < seconds; second++) {
      const elapsed = n * seconds + second
      for (const [index, serialNo] of machines.entries()) {
        lines.push(
          JSON.stringify({
            kind: 'sample',
            serialNo,
            time: this.startedAt + elapsed * 1000 + index,
            state: states[(Math.floor(elapsed / 7) + index) % states.length],
            product: `Crash bar ${Math.floor(elapsed / 600) % 3}`,
            tool: 'T1',
            user: 'A. Kaur',
            speed: 120,
            packs: elapsed * 2,
          }),
        )
      }
    }
    return lines.join('\n')
  }
}

/**
 * Management changes that were acknowledged: sign-ins (a row that must be there afterwards) and sign-outs (a row that
 * must stay away). A request without an answer may or may not have taken effect and is not counted.
 */
export class Sessions {
  readonly open = new Set<string>()
  readonly ended = new Set<string>()
  readonly #url: () => string

  constructor(url: () => string) {
    this.#url = url
  }

  async change() {
    const token = await this.#signIn()
    if (!token) return
    this.open.add(token)
    if (this.open.size % 2 === 0) {
      const [oldest] = this.open
      if (oldest && (await this.#signOut(oldest))) this.ended.add(oldest)
      if (oldest) this.open.delete(oldest)
    }
  }

  /** How many acknowledged changes are missing. */
  async missing(): Promise<number> {
    let missing = 0
    for (const token of this.open) if ((await this.#status(token)) !== 200) missing += 1
    for (const token of this.ended) if ((await this.#status(token)) !== 401) missing += 1
    return missing
  }

  async #signIn(): Promise<string | undefined> {
    const answer = await this.#call('/api/auth/packboard-signin', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'packboard', browserSaved: true }),
    })
    return answer?.ok ? session.parse(await answer.json()).accessToken : undefined
  }

  async #signOut(token: string): Promise<boolean> {
    const answer = await this.#call('/api/auth/signout', {
      method: 'POST',
      headers: { 'x-access-token': token },
    })
    return answer?.ok ?? false
  }

  async #status(token: string): Promise<number> {
    const answer = await this.#call('/api/admin/client-names', {
      headers: { 'x-access-token': token },
    })
    return answer?.status ?? 0
  }

  #call(path: string, init: RequestInit): Promise<Response | undefined> {
    return fetch(this.#url() + path, { ...init, signal: AbortSignal.timeout(20_000) }).catch(
      () => undefined,
    )
  }
}
