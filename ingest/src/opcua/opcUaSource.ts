import { setTimeout as sleep } from 'node:timers/promises'
import type { IngestSource, Reading } from '../connector.ts'
import type { DirectoryMachine, MachineDirectory } from '../directory.ts'
import type { IngestLog } from '../log.ts'
import { createAlarms } from '../packml/alarms.ts'
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

type Reader = {
  readonly machine: DirectoryMachine
  /** What would make its connection another one. */
  readonly key: string
  found(): OpcUaFound
  tryAgain(): void
  stop(): Promise<void>
  isServed(): boolean
  waiting(): number
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
  const readers = new Map<number, Reader>()
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
      readers.set(machineId, startReader({ ...options, machine, hosts, certificatesOnce, counts }))
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

/** Reads one machine until it is stopped: connects, reads, and after each end begins anew. */
function startReader(options: {
  readonly machine: DirectoryMachine
  readonly pipeline: Pipeline
  readonly hosts: AllowedHosts
  readonly certificatesOnce: () => Promise<Certificates>
  readonly counts: { connections: number; failures: number; records: number; lost: number }
  readonly now: () => number
  readonly log: IngestLog
  readonly timing?: limits.Timing | undefined
}): Reader {
  const { machine, pipeline, counts, now, log, timing = limits.timing } = options
  const { machineId, clientId, serialNo, holdMs, opcua: setting } = machine
  if (!setting) throw new Error('a machine without OPC UA')
  const ending = new AbortController()
  let waking = new AbortController()
  let found: OpcUaFound = { ...nothingFound, since: now() }
  let life: Life | undefined
  let wordAt = 0
  const alarms = createAlarms(serialNo)
  const sender = {
    userName: `opcua ${serialNo}`,
    clientId,
    mayPublishFor: (id: number) => id === machineId,
  }
  const delivery = createDelivery({
    bring: (reading: Reading, receivedAt) => pipeline.deliver(sender, reading, receivedAt),
    count: counts,
    log,
  })

  function report(change: Partial<OpcUaFound>) {
    const isNew = change.status !== undefined && change.status !== found.status
    found = { ...found, ...change, ...(isNew && { since: now() }) }
  }

  async function live(): Promise<never> {
    report({ status: 'connecting', retryAt: null })
    const { openMachine } = await import('./openMachine.ts')
    const limit = AbortSignal.any([ending.signal, AbortSignal.timeout(limits.openingMs)])
    const opened = await openMachine({
      ...options,
      ...{ serialNo, holdMs, setting: setting ?? never(), alarms, report, timing },
      certificates: await options.certificatesOnce(),
      ending: limit,
      bring(records, receivedAt) {
        if (records.length === 0) return
        wordAt = receivedAt
        delivery.put(records, receivedAt)
      },
    })
    life = opened
    counts.connections += 1
    report({ status: opened.status(), fault: null })
    const { server, machine: object, parts, alarms: from, security } = found
    log.info(
      {
        serialNo,
        server,
        object,
        security,
        alarms: from,
        parts: parts.filter((one) => one.isThere).map(({ name }) => name),
      },
      'A machine is read by OPC UA',
    )
    const over = new AbortController()
    const stopped = new Promise<never>((_resolve, reject) => {
      const stop = () => reject(new Error('stopped'))
      if (ending.signal.aborted) stop()
      else ending.signal.addEventListener('abort', stop, { signal: over.signal })
    })
    try {
      return await Promise.race([opened.ended, stopped])
    } finally {
      over.abort()
      life = undefined
      await opened.close()
    }
  }

  async function run() {
    let wait = timing.first
    while (!ending.signal.aborted) {
      const begin = performance.now()
      try {
        await live()
      } catch (error) {
        if (ending.signal.aborted) return
        counts.failures += 1
        const { reason, detail } = faultOf(error)
        // A connection that lived does not wait for what went wrong before it.
        if (performance.now() - begin > limits.openingMs) wait = timing.first
        const pause = Math.round(wait * (0.9 + Math.random() / 5))
        if (found.fault?.detail !== detail) {
          log.warn({ serialNo, reason, detail, err: error }, 'A machine is not read by OPC UA')
        }
        report({ status: 'waiting', fault: { reason, detail }, retryAt: now() + pause })
        waking = new AbortController()
        const signal = AbortSignal.any([ending.signal, waking.signal])
        await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined)
        wait = waking.signal.aborted ? timing.first : Math.min(wait * 2, timing.most)
      }
    }
  }

  let isWriting = false
  function look() {
    if (!life) return
    report({ status: life.status() })
    const at = now()
    if (!life.isAlive() || isWriting || at - wordAt < holdMs * aliveShare) return
    wordAt = at
    isWriting = true
    pipeline
      .stillAlive([machineId], 'opcua', at)
      .catch((error: unknown) => log.error({ err: error }, 'An empty sample could not be stored'))
      .finally(() => {
        isWriting = false
      })
  }
  const ticking = setInterval(look, limits.tickMs)
  ticking.unref()
  const running = run()

  return {
    machine,
    key: keyOf(machine),
    found() {
      if (life) report({ status: life.status() })
      return found
    },
    tryAgain: () => waking.abort(),
    isServed: () => life !== undefined,
    waiting: delivery.waiting,
    async stop() {
      clearInterval(ticking)
      ending.abort()
      await running
      await delivery.close()
    },
  }
}

function never(): never {
  throw new Error('a machine without OPC UA')
}

function faultOf(error: unknown): { reason: OpcUaFailure['reason']; detail: string } {
  if (error instanceof OpcUaFailure) return { reason: error.reason, detail: error.message }
  const said = error instanceof Error ? error.message : String(error)
  return { reason: 'failed', detail: `The server could not be read: ${said.slice(0, 300)}` }
}
