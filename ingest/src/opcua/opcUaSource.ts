import { setTimeout as sleep } from 'node:timers/promises'
import type { IngestSource, Reading } from '../connector.ts'
import type { DirectoryMachine, MachineDirectory, OpcUaSetting } from '../directory.ts'
import type { IngestLog } from '../log.ts'
import { type Alarms, createAlarms } from '../packml/alarms.ts'
import type { Pipeline } from '../pipeline.ts'
import { type AllowedHosts, allowedHosts } from './allowedHosts.ts'
import type { Certificates } from './certificates.ts'
import { createDelivery } from './delivery.ts'
import { nothingFound, OpcUaFailure, type OpcUaFound } from './found.ts'
import * as limits from './limits.ts'
import type { Life } from './openMachine.ts'

/** After this share of its hold limit without a word, a machine whose subscription is served is still there (D58). */
const aliveShare = 1 / 3

export type OpcUaFigures = {
  readonly machines: number
  readonly served: number
  readonly connections: number
  readonly failures: number
  readonly records: number
  readonly lost: number
  readonly waiting: number
}

export type OpcUaSource = IngestSource & {
  /** What the client of a machine has found; undefined for a machine that is not read by OPC UA here. */
  found(machineId: number): OpcUaFound | undefined
  /** Tries again at once, when it waits. */
  tryAgain(machineId: number): void
  figures(): OpcUaFigures
}

/**
 * Reads the machines whose connection is an OPC UA server (D46): one connection to each. This process knows the machines that
 * are its own to read: of a cell, those of the cell it holds, so no two processes read one machine.
 */
export function openOpcUaSource(options: {
  readonly pipeline: Pipeline
  readonly directory: MachineDirectory
  /** Where certificates are. */
  readonly folder: string
  /** Hosts that may be connected to; without it, all but this server itself. */
  readonly hosts?: readonly string[] | undefined
  readonly now: () => number
  readonly log: IngestLog
  readonly timing?: limits.Timing | undefined
}): OpcUaSource {
  const { directory, log } = options
  const hosts = allowedHosts(options.hosts)
  const readers = new Map<number, SourceReader>()
  const counts = { connections: 0, failures: 0, records: 0, lost: 0 }
  let certificates: Promise<Certificates> | undefined
  /** Opened with the first machine: most installations have none. */
  const openFolder = async () => {
    const { openCertificates } = await import('./certificates.ts')
    return openCertificates(options.folder)
  }
  const certificatesOnce = () => {
    certificates ??= openFolder().catch((error: unknown) => {
      certificates = undefined
      throw error
    })
    return certificates
  }

  function follow() {
    const wanted = new Map(
      [...directory.machines()].flatMap((machine) =>
        machine.opcua ? [[machine.machineId, machine] as const] : [],
      ),
    )
    for (const [machineId, reader] of readers) {
      const machine = wanted.get(machineId)
      if (machine && keyOf(machine) === reader.key) continue
      readers.delete(machineId)
      void reader.stop()
    }
    for (const [machineId, machine] of wanted) {
      if (readers.has(machineId)) continue
      const reader = new SourceReader({ ...options, machine, hosts, certificatesOnce, counts })
      readers.set(machineId, reader)
    }
  }
  follow()
  const forget = directory.onChange(follow)

  return {
    name: 'OPC UA',
    health: () => {
      const all = [...readers.values()]
      const served = all.filter((reader) => reader.isServed()).length
      // A machine that is switched off is no fault of this server.
      return { ok: true, detail: `${served} of ${all.length} machines are read` }
    },
    found: (machineId) => readers.get(machineId)?.found(),
    tryAgain: (machineId) => readers.get(machineId)?.tryAgain(),
    figures: () => {
      const all = [...readers.values()]
      return {
        ...counts,
        machines: all.length,
        served: all.filter((reader) => reader.isServed()).length,
        waiting: all.reduce((sum, reader) => sum + reader.waiting(), 0),
      }
    },
    async close() {
      forget()
      await Promise.all([...readers.values()].map((reader) => reader.stop()))
      log.info({}, 'OPC UA is closed')
    },
  }
}

const keyOf = ({ serialNo, clientId, holdMs, opcua }: DirectoryMachine) =>
  JSON.stringify([serialNo, clientId, holdMs, opcua])

type ReaderOptions = {
  readonly machine: DirectoryMachine
  readonly pipeline: Pipeline
  readonly hosts: AllowedHosts
  readonly certificatesOnce: () => Promise<Certificates>
  readonly counts: { connections: number; failures: number; records: number; lost: number }
  readonly now: () => number
  readonly log: IngestLog
  readonly timing?: limits.Timing | undefined
}

/** Reads one machine until it is stopped: connects, reads, and after each end begins anew. */
class SourceReader {
  /** What would make its connection another one. */
  readonly key: string
  readonly #options: ReaderOptions
  readonly #setting: OpcUaSetting
  readonly #timing: limits.Timing
  readonly #alarms: Alarms
  readonly #delivery: ReturnType<typeof createDelivery>
  readonly #ending = new AbortController()
  #waking = new AbortController()
  #found: OpcUaFound
  #life: Life | undefined
  /** When the machine last said something, or an empty sample was written for it. */
  #wordAt = 0
  #isWriting = false
  readonly #ticking: NodeJS.Timeout
  readonly #running: Promise<void>

  constructor(options: ReaderOptions) {
    const { machine, pipeline, counts, now, log, timing = limits.timing } = options
    const { machineId, clientId, serialNo, opcua } = machine
    if (!opcua) throw new Error('a machine without OPC UA')
    this.key = keyOf(machine)
    this.#options = options
    this.#setting = opcua
    this.#timing = timing
    this.#found = { ...nothingFound, since: now() }
    this.#alarms = createAlarms(serialNo)
    const sender = {
      userName: `opcua ${serialNo}`,
      clientId,
      mayPublishFor: (id: number) => id === machineId,
    }
    this.#delivery = createDelivery({
      bring: (reading: Reading, receivedAt) => pipeline.deliver(sender, reading, receivedAt),
      count: counts,
      log,
    })
    this.#ticking = setInterval(() => this.#look(), limits.tickMs)
    this.#ticking.unref()
    this.#running = this.#run()
  }

  found(): OpcUaFound {
    if (this.#life) this.#report({ status: this.#life.status() })
    return this.#found
  }

  /** Tries again at once, when it waits. */
  tryAgain() {
    this.#waking.abort()
  }

  isServed(): boolean {
    return this.#life !== undefined
  }

  waiting(): number {
    return this.#delivery.waiting()
  }

  async stop(): Promise<void> {
    clearInterval(this.#ticking)
    this.#ending.abort()
    await this.#running
    await this.#delivery.close()
  }

  #report(change: Partial<OpcUaFound>) {
    const isNew = change.status !== undefined && change.status !== this.#found.status
    this.#found = { ...this.#found, ...change, ...(isNew && { since: this.#options.now() }) }
  }

  async #run(): Promise<void> {
    const { machine, counts, now, log } = this.#options
    const { serialNo } = machine
    const ending = this.#ending.signal
    let wait = this.#timing.first
    while (!ending.aborted) {
      const begin = performance.now()
      try {
        await this.#live()
      } catch (error) {
        if (ending.aborted) return
        counts.failures += 1
        const { reason, detail } = faultOf(error)
        // A connection that lived does not wait for what went wrong before it.
        if (performance.now() - begin > limits.openingMs) wait = this.#timing.first
        const pause = Math.round(wait * (0.9 + Math.random() / 5))
        if (this.#found.fault?.detail !== detail) {
          log.warn({ serialNo, reason, detail, err: error }, 'A machine is not read by OPC UA')
        }
        this.#report({ status: 'waiting', fault: { reason, detail }, retryAt: now() + pause })
        this.#waking = new AbortController()
        const waking = this.#waking.signal
        const signal = AbortSignal.any([ending, waking])
        await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined)
        wait = waking.aborted ? this.#timing.first : Math.min(wait * 2, this.#timing.most)
      }
    }
  }

  /** One connection, until it ends. */
  async #live(): Promise<never> {
    const { machine, counts, certificatesOnce } = this.#options
    const { serialNo, holdMs } = machine
    const ending = this.#ending.signal
    this.#report({ status: 'connecting', retryAt: null })
    const { openMachine } = await import('./openMachine.ts')
    const limit = AbortSignal.any([ending, AbortSignal.timeout(limits.openingMs)])
    const opened = await openMachine({
      ...this.#options,
      ...{ serialNo, holdMs, setting: this.#setting, alarms: this.#alarms, timing: this.#timing },
      report: (change) => this.#report(change),
      certificates: await certificatesOnce(),
      ending: limit,
      bring: (records, receivedAt) => {
        if (records.length === 0) return
        this.#wordAt = receivedAt
        this.#delivery.put(records, receivedAt)
      },
    })
    this.#life = opened
    counts.connections += 1
    this.#report({ status: opened.status(), fault: null })
    this.#logFound()
    const over = new AbortController()
    const stopped = new Promise<never>((_resolve, reject) => {
      const stop = () => reject(new Error('stopped'))
      if (ending.aborted) stop()
      else ending.addEventListener('abort', stop, { signal: over.signal })
    })
    try {
      return await Promise.race([opened.ended, stopped])
    } finally {
      over.abort()
      this.#life = undefined
      await opened.close()
    }
  }

  #logFound() {
    const { serialNo } = this.#options.machine
    const { server, machine: object, parts, alarms, security } = this.#found
    const there = parts.filter((one) => one.isThere).map(({ name }) => name)
    this.#options.log.info(
      { serialNo, server, object, security, alarms, parts: there },
      'A machine is read by OPC UA',
    )
  }

  #look() {
    const { machine, pipeline, now, log } = this.#options
    if (!this.#life) return
    this.#report({ status: this.#life.status() })
    const at = now()
    const isDue = at - this.#wordAt >= machine.holdMs * aliveShare
    if (!this.#life.isAlive() || this.#isWriting || !isDue) return
    this.#wordAt = at
    this.#isWriting = true
    pipeline
      .stillAlive([machine.machineId], 'opcua', at)
      .catch((error: unknown) => log.error({ err: error }, 'An empty sample could not be stored'))
      .finally(() => {
        this.#isWriting = false
      })
  }
}

function faultOf(error: unknown): { reason: OpcUaFailure['reason']; detail: string } {
  if (error instanceof OpcUaFailure) return { reason: error.reason, detail: error.message }
  const said = error instanceof Error ? error.message : String(error)
  return { reason: 'failed', detail: `The server could not be read: ${said.slice(0, 300)}` }
}
