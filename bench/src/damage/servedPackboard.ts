import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '../processes.ts'

const main = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url))
const readyWithinMs = 90_000

/** How a start ended: the server answers, or it was refused with an exit code and one sentence. */
export type Start =
  | { readonly answers: true; readonly seconds: number }
  | {
      readonly answers: false
      readonly seconds: number
      readonly code: number
      readonly sentence: string
    }

/** A Packboard with the demo's clients and machines on one data directory and on fixed ports, as a process of its own. */
export class ServedPackboard {
  readonly dataDir: string
  #ports: { readonly http: number; readonly mqtt: number } | undefined
  #child: ChildProcess | undefined
  #log: string[] = []
  #token = ''

  constructor(dataDir: string) {
    this.dataDir = dataDir
  }

  get url() {
    return `http://127.0.0.1:${this.#ports?.http}`
  }

  get mqttPort() {
    return this.#ports?.mqtt ?? 0
  }

  /** What it wrote to its log since the last start, warnings and errors. */
  get log(): readonly string[] {
    return this.#log
  }

  async start(...args: string[]): Promise<Start> {
    this.#ports ??= { http: await freePort(), mqtt: await freePort() }
    const begin = performance.now()
    const seconds = () => (performance.now() - begin) / 1_000
    const child = fork(main, ['--demo', ...args], {
      env: {
        PATH: process.env.PATH,
        PORT: String(this.#ports.http),
        MQTT_PORT: String(this.#ports.mqtt),
        PACKBOARD_DATA: this.dataDir,
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#child = child
    this.#log = []
    this.#token = ''
    let sentence = ''
    child.stdout?.on('data', (text) => this.#log.push(...String(text).split('\n').filter(Boolean)))
    child.stderr?.on('data', (text) => {
      sentence += text
    })
    const late = setTimeout(() => child.kill('SIGKILL'), readyWithinMs)
    const outcome = await Promise.race([
      once(child, 'message').then((): undefined => undefined),
      once(child, 'close').then(([code]) => Number(code ?? -1)),
    ])
    clearTimeout(late)
    if (outcome === undefined) return { answers: true, seconds: seconds() }
    return { answers: false, seconds: seconds(), code: outcome, sentence: sentence.trim() }
  }

  async stop(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }

  /** A call of the admin; the session is made at the first one. */
  async call(path: string, body?: unknown): Promise<Response> {
    if (this.#token === '') {
      const answer = await fetch(`${this.url}/api/auth/packboard-signin`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: 'packboard' }),
      })
      const session: { readonly accessToken?: string } = JSON.parse(await answer.text())
      if (session.accessToken === undefined) throw new Error(`sign-in: ${answer.status}`)
      this.#token = session.accessToken
    }
    return fetch(`${this.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-access-token': this.#token,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
}
