import { z } from 'zod'
import { bulkLimits, select } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import type { Quarantined } from '../records.ts'

/** How many quarantined records of one machine are stored, and how many bytes (T84). */
export type QuarantineLimits = { readonly records: number; readonly bytes: number }

export const defaultQuarantineLimits = (): QuarantineLimits => ({ records: 100_000, bytes: 1e9 })

/** What is stored is counted again after this time: old months are deleted. */
const knownForMs = 3_600_000

const sql = `
  SELECT count() AS records, sum(length(raw)) AS bytes
  FROM quarantine
  WHERE client_id IS NOT DISTINCT FROM {clientId:Nullable(UInt32)}
    AND machine_id IS NOT DISTINCT FROM {machineId:Nullable(UInt32)}
`

const row = z.object({ records: z.coerce.number(), bytes: z.coerce.number() })

type Stored = { records: number; bytes: number; reported: boolean }

/**
 * Bounds what is quarantined: a device that sends wrong records without end would fill the disk. Those of machines that do
 * not exist count together, for each client. Beyond the limit records are counted and not stored.
 */
export class QuarantineRoom {
  readonly #context: TelemetryContext
  readonly #limits: () => QuarantineLimits
  #stored = new Map<string, Stored>()
  #since = 0

  constructor(context: TelemetryContext, limits: () => QuarantineLimits) {
    this.#context = context
    this.#limits = limits
  }

  /** Those that may be stored. */
  async limit(quarantined: readonly Quarantined[]): Promise<readonly Quarantined[]> {
    if (quarantined.length === 0) return quarantined
    const now = this.#context.now()
    if (Math.abs(now - this.#since) > knownForMs) this.forget()
    if (this.#stored.size === 0) this.#since = now
    const limits = this.#limits()
    const stored: Quarantined[] = []
    for (const record of quarantined) {
      const kept = await this.#storedOf(record)
      const bytes = Buffer.byteLength(record.raw)
      if (kept.records >= limits.records || kept.bytes + bytes > limits.bytes) {
        this.#report(record, kept)
        continue
      }
      kept.records += 1
      kept.bytes += bytes
      kept.reported = false
      stored.push(record)
    }
    return stored
  }

  /** A write may or may not have been done. */
  forget(): void {
    this.#stored = new Map()
  }

  #report({ clientId, machineId }: Quarantined, kept: Stored): void {
    this.#context.counters.quarantineDropped += 1
    if (kept.reported) return
    kept.reported = true
    this.#context.log.warn(
      { clientId, machineId },
      'The quarantine of a machine is full; further records of it are counted and not stored',
    )
  }

  async #storedOf({ clientId, machineId }: Quarantined): Promise<Stored> {
    const key = `${clientId} ${machineId}`
    const known = this.#stored.get(key)
    if (known) return known
    const [found] = await select(this.#context, {
      name: 'write.quarantineStored',
      sql,
      params: { clientId, machineId },
      limits: bulkLimits,
      row,
    })
    const kept = { records: found?.records ?? 0, bytes: found?.bytes ?? 0, reported: false }
    this.#stored.set(key, kept)
    return kept
  }
}
