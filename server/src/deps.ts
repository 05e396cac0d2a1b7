import type { Reach } from '@packboard/contract'
import type { Ingest, LiveCertificate, MachineDirectory } from '@packboard/ingest'
import type { Management } from '@packboard/management'
import type { Telemetry } from '@packboard/telemetry/store'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Disk } from './program/diskSpace.ts'
import type { RecentLog } from './program/log.ts'

/** What an operator has to know about the ports. */
export type Network = {
  /** Where machines send to. */
  readonly reach: Reach
  /** A port without TLS can be reached from other machines. */
  readonly isPlain: boolean
  /** Changed certificate files cannot be used. */
  isCertificateStale(): boolean
}

/**
 * What every feature of the HTTP server is given. A feature that uses more names it: the folder of a service exports its type.
 */
export type Deps = {
  readonly config: Config
  /** The demo: its passwords are public, and the local outbox is shown. */
  readonly demo: boolean
  /** How much of the past of the demo its plant has written, 0 … 1; null when it writes none. */
  readonly demoHistory: () => number | null
  readonly log: FastifyBaseLogger
  /** The newest lines of the log. */
  readonly recentLog: RecentLog
  /** The environment that the settings were read from. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => number
  readonly telemetry: Telemetry
  readonly management: Management
  readonly directory: MachineDirectory
  readonly disk: Disk
  /** The ingest sources for machines; undefined on a server that takes no records (ROLE=api). */
  readonly ingest: Ingest | undefined
  /** The cell that this process holds (ROLE=ledger). */
  readonly cell?: { readonly id: number } | undefined
  /** Where the built screens are; undefined when this server shows none. */
  readonly webDir: string | undefined
  /** Where the built documentation is; undefined when this server shows none. */
  readonly docsDir: string | undefined
  /** TLS of our own for screens and calls; undefined where a proxy does it. */
  readonly certificate?: LiveCertificate | undefined
  /** How the ports of this server are protected now. */
  readonly network: Network
}
