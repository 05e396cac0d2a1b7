import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DataDirectoryInUse } from '../dataDirectoryInUse.ts'
import type { EngineLog } from '../engineLog.ts'
import {
  authorizationOf,
  type Credentials,
  engineConfig,
  engineQuery,
  engineUsers,
  readerName,
  writerName,
} from './engineConfig.ts'
import { lockIsHeld, lockPatienceMs, lockPollMs, saysInUse } from './lockIsHeld.ts'

/** A ClickHouse server of our own: where it listens, its users, and how to stop it. */
type Engine = {
  readonly url: string
  readonly writer: Credentials
  readonly reader: Credentials
  pid(): number | undefined
  /** How many times it had to be started again. */
  restarts(): number
  /** Resolves when the engine answers, at once or after its restart. */
  whenUp(): Promise<void>
  close(): Promise<void>
}

type EngineOptions = {
  /** Packboard's data directory; the engine keeps its files in a folder of its own inside. */
  dataDir: string
  /** The one database of Packboard in the engine. */
  database: string
  memoryBytes?: number
  log: EngineLog
  /** Aborted when the stop of Packboard has begun: an engine that ends from then on is not started again. */
  ending?: AbortSignal | undefined
}

/** A quarter of the memory, of the machine or of the container, at least 1 GiB, at most 4 GiB. */
export function defaultMemoryBytes(limit = process.constrainedMemory(), all = totalmem()): number {
  // Without a limit it is 0, or a number that no machine has.
  const memory = limit > 0 ? Math.min(limit, all) : all
  return Math.round(Math.min(4 * 2 ** 30, Math.max(2 ** 30, memory / 4)))
}

/** A start that takes longer than this has failed; 160 million records open in 0.3 s. */
const startLimitMs = 60_000
const startPollMs = 20
const pingEveryMs = 5_000
const pingLimitMs = 10_000
/** This many unanswered pings in a row, and the engine counts as hung. */
const pingsMissed = 3
/** Shorter than the patience of a commit, so that a commit survives a restart of the engine. */
const backoffMs = { first: 100, longest: 5_000 }
/** After this long without a failure the next restart happens at once again. */
const healthyAfterMs = 60_000
const lastWords = 8_192

const hostFile = fileURLToPath(new URL('./clickhouseHost.mjs', import.meta.url))

type Running = { child: ChildProcess; ended: Promise<string> }

/** Starts the engine, watches it, restarts it when it fails, and ends it with Packboard. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const home = join(options.dataDir, 'telemetry')
  await mkdir(join(home, 'clickhouse'), { recursive: true, mode: 0o700 })
  const engine = new WatchedEngine(options, home, await freePort())
  await engine.begin()
  return engine
}

class WatchedEngine implements Engine {
  readonly writer = { username: writerName, password: secret() }
  readonly reader = { username: readerName, password: secret() }
  readonly #authorization = authorizationOf(this.writer)
  readonly #options: EngineOptions
  /** The folder of its log; its files are in a folder inside. */
  readonly #home: string
  readonly #engineDir: string
  #port: number
  #running: Running | undefined
  #restarts = 0
  #closing = false
  #up = Promise.resolve()
  #watching = Promise.resolve()

  constructor(options: EngineOptions, home: string, port: number) {
    this.#options = options
    this.#home = home
    this.#engineDir = join(home, 'clickhouse')
    this.#port = port
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  pid(): number | undefined {
    return this.#running?.child.pid
  }

  restarts(): number {
    return this.#restarts
  }

  whenUp(): Promise<void> {
    return this.#up
  }

  /** The first start: an engine of a former Packboard may still be ending in the same directory. */
  async begin(): Promise<void> {
    const patience = Date.now() + lockPatienceMs
    while (!(await this.#isFree()) || !(await this.#hasStarted())) {
      if (Date.now() > patience) throw new DataDirectoryInUse(this.#options.dataDir)
      await sleep(lockPollMs)
    }
    this.#watching = this.#watch()
  }

  async close(): Promise<void> {
    this.#closing = true
    await end(this.#running)
    await this.#watching
    // A running restart may have started another engine meanwhile.
    await end(this.#running)
  }

  async #isFree(): Promise<boolean> {
    return !(await lockIsHeld(this.#engineDir))
  }

  /** False where the directory is still in use. */
  async #hasStarted(): Promise<boolean> {
    try {
      await this.#launch()
      return true
    } catch (error) {
      if (error instanceof DataDirectoryInUse) return false
      throw error
    }
  }

  /** One attempt: a child that answers with our password, or an error with the last lines of the engine's output. */
  async #launch(): Promise<void> {
    const { dataDir, database, memoryBytes } = this.#options
    const folder = await mkdtemp(join(tmpdir(), 'packboard-engine-'))
    try {
      const files = {
        config: join(folder, 'engine.xml'),
        users: join(folder, 'users.xml'),
        query: join(folder, 'start.sql'),
      }
      const config = engineConfig({
        port: this.#port,
        memoryBytes: memoryBytes ?? defaultMemoryBytes(),
        callers: [this.writer, this.reader],
        usersFile: files.users,
        logFile: join(this.#home, 'engine.log'),
        filesDir: folder,
      })
      const users = engineUsers(this.writer, this.reader, database)
      await writeFile(files.config, config, { mode: 0o600 })
      await writeFile(files.users, users, { mode: 0o600 })
      await writeFile(files.query, engineQuery, { mode: 0o600 })

      const attempt = spawnHost([files.config, this.#engineDir, files.query])
      this.#running = attempt
      let lastText: string | undefined
      attempt.ended.then((text) => {
        lastText = text
      })
      const limit = Date.now() + startLimitMs
      while (!(await this.#answers())) {
        if (lastText !== undefined) throw startFailure(dataDir, lastText)
        if (Date.now() > limit) {
          attempt.child.kill('SIGKILL')
          throw new Error(`The ClickHouse engine did not answer within ${startLimitMs / 1000} s.`)
        }
        await sleep(startPollMs)
      }
      if (lastText !== undefined) throw startFailure(dataDir, lastText)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async #answers(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/?query=SELECT%201`, {
        headers: { authorization: this.#authorization },
        signal: AbortSignal.timeout(pingLimitMs),
      })
      return answer.ok && (await answer.text()) === '1\n'
    } catch {
      return false
    }
  }

  /** Waits for the child to end and starts the next one, for as long as Packboard lives. */
  async #watch(): Promise<void> {
    const { log, ending } = this.#options
    let wait = backoffMs.first
    while (!this.#closing && this.#running) {
      const since = Date.now()
      const heart = this.#beat(this.#running.child)
      const words = await this.#running.ended
      heart.stop()
      // What ends both of them, ends the engine first.
      if (!this.#closing && !ending?.aborted) await sleep(backoffMs.first)
      if (this.#closing) return
      if (ending?.aborted) {
        log.warn({ words: words.slice(-1_000) }, 'The telemetry engine ended during the stop')
        return
      }
      if (Date.now() - since > healthyAfterMs) wait = backoffMs.first
      log.error({ words: words.slice(-1_000) }, 'The telemetry engine ended; starting it again')
      const raised = Promise.withResolvers<void>()
      this.#up = raised.promise
      for (;;) {
        await sleep(wait)
        wait = Math.min(wait * 2, backoffMs.longest)
        if (this.#closing || ending?.aborted) return raised.resolve()
        try {
          await this.#launch()
          break
        } catch (error) {
          log.error({ err: error }, 'The telemetry engine could not be started; trying again')
          this.#port = await freePort()
        }
      }
      this.#restarts += 1
      log.warn({ restarts: this.#restarts }, 'The telemetry engine is up again')
      raised.resolve()
    }
  }

  /** A hung engine is killed; the supervisor then starts the next. */
  #beat(child: ChildProcess) {
    let missed = 0
    let asking = false
    let stopped = false
    const timer = setInterval(async () => {
      if (asking) return
      asking = true
      missed = (await this.#answers()) ? 0 : missed + 1
      asking = false
      if (missed >= pingsMissed && !stopped) {
        this.#options.log.error({ missed }, 'The telemetry engine does not answer; ending it')
        child.kill('SIGKILL')
      }
    }, pingEveryMs)
    timer.unref()
    return {
      stop() {
        stopped = true
        clearInterval(timer)
      },
    }
  }
}

/** Killing is safe: what was acknowledged is on disk. It is deaf to other signals. */
async function end(running: Running | undefined): Promise<void> {
  if (!running) return
  running.child.kill('SIGKILL')
  await running.ended
}

const secret = () => randomBytes(32).toString('base64url')

function startFailure(dataDir: string, words: string): Error {
  if (saysInUse(words)) return new DataDirectoryInUse(dataDir)
  return new Error(`The ClickHouse engine ended while it started. Its last words:\n${words}`)
}

/** The pipe on stdin is the child's life line: it ends when this end of it closes. */
function spawnHost(args: string[]): Running {
  const child = spawn(process.execPath, [hostFile, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A session of its own: Ctrl-C in the terminal reaches Packboard alone, which ends the engine last.
    detached: true,
    // Nothing else of ours: settings hold passwords, and the environment of a process can be read from outside.
    env: { PATH: process.env.PATH, TZ: 'UTC' },
  })
  let words = ''
  const listen = (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-lastWords)
  }
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  child.stdin?.on('error', () => {})
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`${words}\n${error.message}`))
    child.once('close', () => resolve(words))
  })
  return { child, ended }
}

/** A local port that is free at this moment. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port)
        else reject(new Error('The operating system named no free port.'))
      })
    })
  })
}
