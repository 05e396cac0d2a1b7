import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { type DirectoryMachine, type MachineDirectory, speaksByException } from '../directory.ts'
import type { IngestLog } from '../log.ts'
import type { Pipeline } from '../pipeline.ts'
import * as limits from './limits.ts'
import { stillAliveTickMs } from './limits.ts'
import type { Session } from './sessions.ts'

/** What a TLS listener shows and checks, as PEM texts. */
export type TlsMaterial = {
  readonly cert: Buffer
  readonly key: Buffer
  /** Those that sign client certificates; with it every connection needs one. */
  readonly ca?: Buffer
}

/** A certificate whose files are read anew when they change. */
export type LiveCertificate = {
  now(): TlsMaterial
  /** Called with each new one until the returned function is called. */
  onChange(listener: (material: TlsMaterial) => void): () => void
}

/**
 * Watches the lengths that MQTT packets announce. A packet may announce 256 MB; the parser would buffer all of it
 * before any other check runs.
 */
export class FrameGuard {
  /** Bytes of the present packet that are still to come. */
  #rest = 0
  #state: 'type' | 'length' | 'body' = 'type'
  #length = 0
  #shift = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** False as soon as a packet announces more than the limit. */
  accepts(chunk: Uint8Array): boolean {
    for (let index = 0; index < chunk.length; ) {
      if (this.#state === 'body') {
        const skip = Math.min(this.#rest, chunk.length - index)
        this.#rest -= skip
        index += skip
        if (this.#rest === 0) this.#state = 'type'
        continue
      }
      const byte = chunk[index] ?? 0
      index += 1
      if (this.#state === 'type') {
        this.#state = 'length'
        this.#length = 0
        this.#shift = 0
        continue
      }
      this.#length += (byte & 127) * 2 ** this.#shift
      this.#shift += 7
      if (this.#length > this.#limit || this.#shift > 28) return false
      if (byte < 128) {
        this.#rest = this.#length
        this.#state = this.#rest === 0 ? 'type' : 'body'
      }
    }
    return true
  }
}

/** Lets only data that the guard accepts leave a socket; one packet that is too large ends the connection. */
export function guardFrames(socket: Socket, limit: number, onRefused: () => void) {
  const guard = new FrameGuard(limit)
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk: unknown = read(size)
    if (chunk instanceof Uint8Array && !guard.accepts(chunk)) {
      onRefused()
      socket.destroy()
      return null
    }
    return chunk
  }
}

/** After this share of its hold limit without a word, a machine whose session lives is still there (D58). */
const aliveShare = 1 / 3

/**
 * A machine that reports by exception says nothing while nothing changes. As long as its session lives, an empty sample
 * is written for it before its hold limit passes, so that the ledger stays a function of raw records alone (D58).
 */
export function watchStillAlive(options: {
  living: Iterable<Pick<Session, 'machines'>>
  directory: MachineDirectory
  pipeline: Pipeline
  now(): number
  log: IngestLog
}): { stop(): void } {
  const { living, directory, pipeline, now, log } = options
  /** Machines whose empty sample is not durable yet: a store that is away gets one of each, and no queue of them. */
  const writing = new Set<number>()

  function lastWords(): Map<DirectoryMachine, number> {
    const words = new Map<DirectoryMachine, number>()
    for (const { machines } of living) {
      for (const [machineId, at] of machines) {
        const machine = directory.byId(machineId)
        if (machine === undefined || !speaksByException(machine)) continue
        words.set(machine, Math.max(at, words.get(machine) ?? at))
      }
    }
    return words
  }

  function look() {
    const at = now()
    const due = [...lastWords()]
      .filter(([{ holdMs }, spoke]) => at - spoke >= holdMs * aliveShare)
      .map(([{ machineId }]) => machineId)
      .filter((machineId) => !writing.has(machineId))
    if (due.length === 0) return
    for (const machineId of due) {
      writing.add(machineId)
      // Of every session that speaks for the machine: when one of them ends, the other ones still own it.
      for (const { machines } of living) if (machines.has(machineId)) machines.set(machineId, at)
    }
    pipeline
      .stillAlive(due, 'mqtt', at)
      .catch((error: unknown) => log.error({ err: error }, 'An empty sample could not be stored'))
      .finally(() => {
        for (const machineId of due) writing.delete(machineId)
      })
  }

  const timer = setInterval(look, stillAliveTickMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

type TlsListener = { readonly port: number; close(): void }

/**
 * The TLS port of the broker (D87). A connection is counted from its first byte: one that never ends its handshake
 * takes a place like any other, for `connectTimeoutMs` at most.
 */
export async function listenTls(options: {
  readonly port: number
  readonly host: string
  readonly certificate: LiveCertificate
  /** False refuses the connection before its handshake. */
  admit(socket: Socket): boolean
  connected(socket: TLSSocket): void
}): Promise<TlsListener> {
  const { certificate, admit, connected } = options
  const material = certificate.now()
  const server = createServer({
    ...material,
    requestCert: material.ca !== undefined,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    handshakeTimeout: limits.connectTimeoutMs,
    noDelay: true,
    keepAlive: true,
  })
  server.prependListener('connection', (socket: Socket) => {
    if (!admit(socket)) socket.destroy()
  })
  server.on('secureConnection', connected)
  // A scanner or a device without our authority: its connection ends, the others do not notice.
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  // Only connections that come later use it; those that are open go on.
  const forget = certificate.onChange((changed) => server.setSecureContext(changed))
  server.listen(options.port, options.host)
  await once(server, 'listening').catch((error: unknown) => {
    forget()
    throw error
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close() {
      forget()
      if (server.listening) server.close()
    },
  }
}

/** The common name of the certificate that a device showed; undefined where none was required. */
export function certificateName(socket: TLSSocket): string | undefined {
  const subject = socket.getPeerCertificate().subject
  return subject === undefined ? undefined : String(subject.CN ?? '')
}
