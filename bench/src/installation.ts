import { type RunningPackboard, startPackboard } from '../../scripts/demo.mjs'
import { freePort } from './freePort.ts'

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
