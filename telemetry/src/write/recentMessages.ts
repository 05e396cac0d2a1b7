import type { QuarantineReason } from '@packboard/model'
import { type Batch, type BatchMessage, messageLimits, type StoredSample } from '../records.ts'
import type { Outcome } from './tally.ts'

/** What became of a message. Late and conflicting ones are stored, too (D7). */
type MessageOutcome =
  | { readonly became: 'stored' | 'duplicate' | 'late' | 'conflicting' }
  | {
      readonly became: 'quarantined'
      readonly reason: QuarantineReason
      readonly detail: string
      /** The machine that it named; empty where it named none. */
      readonly serialNo: string
    }

export type RecentMessage = { readonly no: number } & Pick<
  BatchMessage,
  'receivedAt' | 'source' | 'topic' | 'raw' | 'timeOfMessage'
> &
  MessageOutcome

/** The last messages of one machine, the newest first. */
export type MachineMessages = {
  readonly messages: readonly RecentMessage[]
  /** When the newest one that was accepted came; null when none was since `since`. */
  readonly goodAt: number | null
}

type Remembered = { readonly clientId: number; list: RecentMessage[]; goodAt: number | null }

/** The last messages of each machine, in memory, since this opening of the store. */
export class RecentMessages {
  readonly since: number
  #newest = 0
  readonly #machines = new Map<number, Remembered>()

  constructor(since: number) {
    this.since = since
  }

  /** Remembers the messages of stored batches with what became of each. */
  stored(batches: readonly Batch[], outcome: Outcome, late: ReadonlySet<StoredSample>): void {
    const begin = { samples: 0, alarms: 0, audits: 0 }
    for (const batch of batches) {
      for (const message of batch.messages ?? []) {
        const became = outcomeOf(message, batch, outcome, begin, late)
        if (became) this.#add(message, became)
      }
      begin.samples += batch.samples.length
      begin.alarms += batch.alarms.length
      begin.audits += batch.audits.length
    }
  }

  of(clientId: number, machineId: number): MachineMessages {
    const known = this.#machines.get(machineId)
    return known?.clientId === clientId
      ? { messages: known.list.toReversed(), goodAt: known.goodAt }
      : { messages: [], goodAt: null }
  }

  /** Of these clients: names are erased from their records (D54). */
  forget(clientIds: readonly number[]): void {
    const gone = new Set(clientIds)
    for (const [machineId, { clientId }] of this.#machines) {
      if (gone.has(clientId)) this.#machines.delete(machineId)
    }
  }

  #add(
    { clientId, machineId, of: _, index: __, ...message }: BatchMessage,
    became: MessageOutcome,
  ) {
    let known = this.#machines.get(machineId)
    // A machine that was given to another client begins anew there.
    if (known?.clientId !== clientId) {
      known = { clientId, list: [], goodAt: null }
      this.#machines.set(machineId, known)
    }
    this.#newest += 1
    known.list.push({ no: this.#newest, ...message, ...became })
    if (known.list.length > messageLimits.messages) known.list.shift()
    if (became.became !== 'quarantined') known.goodAt = message.receivedAt
  }
}

function outcomeOf(
  { of, index }: BatchMessage,
  batch: Batch,
  outcome: Outcome,
  begin: Readonly<Record<'samples' | 'alarms' | 'audits', number>>,
  late: ReadonlySet<StoredSample>,
): MessageOutcome | undefined {
  if (of === 'quarantined') {
    const record = batch.quarantined[index]
    if (!record) return undefined
    const { reason, detail, serialNo } = record
    return { became: 'quarantined', reason, detail, serialNo }
  }
  const sorted = outcome[of][begin[of] + index]
  if (!sorted) return undefined
  if (sorted.verdict === 'duplicate') return { became: 'duplicate' }
  if (sorted.verdict === 'conflict') return { became: 'conflicting' }
  const sample = of === 'samples' ? outcome.samples[begin.samples + index]?.record : undefined
  return { became: sample && late.has(sample) ? 'late' : 'stored' }
}

/** What is remembered of each machine, in names. */
const most = 20

type Known = { readonly clientId: number; readonly names: Map<string, number> }

/** Which fields machines send that Packboard does not know, in memory, since this opening of the store (D65). */
export class UnknownFieldNames {
  readonly #machines = new Map<number, Known>()

  /** Remembers the unknown fields of stored batches. */
  stored(batches: readonly Batch[]): void {
    for (const { unknownFields = [] } of batches) {
      for (const { clientId, machineId, names } of unknownFields) {
        let known = this.#machines.get(machineId)
        // A machine that was given to another client begins anew there.
        if (known?.clientId !== clientId) {
          known = { clientId, names: new Map() }
          this.#machines.set(machineId, known)
        }
        for (const [name, count] of names) {
          const before = known.names.get(name)
          if (before !== undefined || known.names.size < most) {
            known.names.set(name, (before ?? 0) + count)
          }
        }
      }
    }
  }

  of(clientId: number, machineId: number): ReadonlyMap<string, number> {
    const known = this.#machines.get(machineId)
    return known?.clientId === clientId ? known.names : new Map()
  }

  /** Of these clients: names are erased from their records (D54). */
  forget(clientIds: readonly number[]): void {
    const gone = new Set(clientIds)
    for (const [machineId, { clientId }] of this.#machines) {
      if (gone.has(clientId)) this.#machines.delete(machineId)
    }
  }
}

/** How many numbers of the sequence of each machine did not come, in memory, since this opening of the store. */
export class MissingNumbers {
  readonly #machines = new Map<number, { readonly clientId: number; missing: number }>()

  stored(batches: readonly Batch[]): void {
    for (const { missingNumbers = [] } of batches) {
      for (const { clientId, machineId, missing } of missingNumbers) {
        const known = this.#machines.get(machineId)
        // A machine that was given to another client begins anew there.
        const before = known?.clientId === clientId ? known.missing : 0
        this.#machines.set(machineId, { clientId, missing: Math.max(0, before + missing) })
      }
    }
  }

  of(clientId: number, machineId: number): number {
    const known = this.#machines.get(machineId)
    return known?.clientId === clientId ? known.missing : 0
  }
}
