import type { Reach } from '@packboard/contract'
import type { Ingest, LiveCertificate, MachineDirectory } from '@packboard/ingest'
import type { Management } from '@packboard/management'
import type { Telemetry } from '@packboard/telemetry/store'
import type { FastifyBaseLogger } from 'fastify'
import type { AccountMail } from './accounts/accountMail.ts'
import type { BackupService } from './backup/backupService.ts'
import type { Cluster } from './cluster/cluster.ts'
import type { Config } from './config.ts'
import type { RecordFileService } from './files/recordFiles.ts'
import type { LimitsInForce } from './limits/limitsInForce.ts'
import type { Disk } from './monitoring/diskSpace.ts'
import type { PlanBook } from './plan/planBook.ts'
import type { RecentLog } from './support/recentLog.ts'

/** What an operator has to know about the ports. */
export type Network = {
  /** Where machines send to. */
  readonly reach: Reach
  /** A port without TLS can be reached from other machines. */
  readonly isPlain: boolean
  /** Changed certificate files cannot be used. */
  isCertificateStale(): boolean
}

/** What the HTTP server is given. The code that opened a service closes it; the app closes none of them. */
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
  /** When the clients mean to produce. */
  readonly plans: PlanBook
  readonly directory: MachineDirectory
  readonly mail: AccountMail
  readonly disk: Disk
  readonly backups: BackupService
  readonly limits: LimitsInForce
  /** Imports of records from files; undefined where other processes hold the records. */
  readonly recordFiles: RecordFileService | undefined
  /** The ingest sources for machines; undefined on a server that takes no records (ROLE=api). */
  readonly ingest: Ingest | undefined
  /** The other processes of the installation; undefined where one process does everything. */
  readonly cluster?: Cluster | undefined
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
