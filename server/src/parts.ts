import type { Ingest, MachineDirectory } from '@packboard/ingest'
import type { Management } from '@packboard/management'
import type { Telemetry } from '@packboard/telemetry/store'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'

/** What the HTTP door stands in front of. Whoever opened a part closes it; the app closes none of them. */
export type Parts = {
  readonly config: Config
  readonly log: FastifyBaseLogger
  readonly now: () => number
  readonly telemetry: Telemetry
  readonly management: Management
  readonly directory: MachineDirectory
  /** The doors for machines; undefined on a server that takes no records (ROLE=api). */
  readonly ingest: Ingest | undefined
  /** Sends the link with which somebody who was added chooses a password (D37); never fails, an e-mail can be sent again. */
  readonly sendInvitation: (userId: number) => Promise<void>
  /** Where the built screens are; undefined when this server shows none. */
  readonly webDir: string | undefined
}
