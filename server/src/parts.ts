import type { MachineDirectory, Pipeline } from '@packboard/ingest'
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
  readonly pipeline: Pipeline
  readonly directory: MachineDirectory
  /** Do the doors for machines (MQTT and the pipeline behind it) work? */
  readonly ingestHealth: () => { ok: boolean; detail: string }
  /** Where the built screens are; undefined when this server shows none. */
  readonly webDir: string | undefined
}
