import type { Alarm, AuditRecord, QuarantineReason, Sample, StateCategory } from '@packboard/model'

type Place = { readonly clientId: number; readonly machineId: number }

/**
 * A sample with its place in the store. `at` is when it counts: its source time, or the time of receipt where the
 * machine's clock was more than 5 s ahead (D9, `flagged`). Its identity is machine, source time, sequence (D7).
 */
export type StoredSample = Omit<Sample, 'serialNo'> &
  Place & {
    readonly sourceAt: number
    readonly receivedAt: number
    readonly flagged: boolean
    /** A person imported it from a file: history, by which the machine was not heard. */
    readonly imported?: true
  }

/** An alarm with its place; its identity is machine, raised at, sequence, group, description, code. */
export type StoredAlarm = Omit<Alarm, 'serialNo'> & Place & { readonly receivedAt: number }

/** An audit record with its place; all that it says is its identity. */
export type StoredAudit = Omit<AuditRecord, 'serialNo'> & Place & { readonly receivedAt: number }

/** A record that could not be accepted, whole, with its reason (D10). */
export type Quarantined = {
  readonly clientId: number | null
  readonly machineId: number | null
  readonly serialNo: string
  readonly reason: QuarantineReason
  readonly detail: string
  readonly receivedAt: number
  /** The way it came: `http`, `mqttJson`, `packmlTags`… */
  readonly source: string
  /** The whole record; base64 when it is not UTF-8. */
  readonly raw: string
}

/**
 * A message of a machine as it came, with the place of its record in the batch: what became of it is known when the batch is
 * stored. It is remembered for the person who connects the machine, and never written.
 */
export type BatchMessage = Place & {
  readonly receivedAt: number
  readonly source: string
  /** Of a message of MQTT. */
  readonly topic?: string | undefined
  /** Its text, cut to `messageLimits.characters`. */
  raw(): string
  /** The time that its metrics have themselves stood still: it has the time of the message (Sparkplug B). */
  readonly timeOfMessage?: true
  readonly of: 'samples' | 'alarms' | 'audits' | 'quarantined'
  readonly index: number
}

/** What is remembered of each machine: about 10 kB. */
export const messageLimits = { messages: 10, characters: 500 } as const

/** Fields of records that Packboard does not know, by name, and how many records had each (D65). */
export type UnknownFields = Place & { readonly names: ReadonlyMap<string, number> }

/**
 * How a machine of PackML reported its state at a moment, before a dictionary translated it: by a number or in words.
 * `end`: its session ended, so that what it reports next follows nothing.
 */
export type RawState = { readonly at: number; readonly state: number | 'words' | 'end' }

/** What a machine reported in the order in which it came; `address` is where it is read (decision 45). */
export type RawStates = Place & {
  readonly address: string
  readonly states: readonly RawState[]
}

/** How often one number of a machine followed another. */
export type NumberPair = { readonly from: number; readonly to: number; readonly count: number }

/** What is made durable together, and answered together. */
export type Batch = {
  readonly samples: readonly StoredSample[]
  readonly alarms: readonly StoredAlarm[]
  readonly audits: readonly StoredAudit[]
  readonly quarantined: readonly Quarantined[]
  /** Of each machine the last ones; their records are in the lists above. */
  readonly messages?: readonly BatchMessage[]
  /** One line a machine. They are remembered, and never written. */
  readonly unknownFields?: readonly UnknownFields[]
  /** One line a machine. They are remembered as pairs of numbers, and never written. */
  readonly rawStates?: readonly RawStates[]
  /** Numbers of a sequence that did not come, or came late after all (negative). They are remembered, and never written. */
  readonly missingNumbers?: readonly MissingOf[]
}

export type MissingOf = {
  readonly clientId: number
  readonly machineId: number
  readonly missing: number
}

/**
 * What became of the records of one machine; `null` is an unknown machine. Received = accepted + duplicate +
 * quarantined. Late ones (older than the machine's newest sample) and conflicting ones are among the accepted. `alive`: the
 * empty samples that Packboard wrote itself (D58); they are in no other count. The end of a session, which Packboard writes,
 * too, is in none.
 */
export type MachineCounts = {
  readonly machineId: number | null
  readonly accepted: number
  readonly duplicate: number
  readonly late: number
  /** Of the late ones those that were sent afterwards (decision 43). */
  readonly backFill: number
  /** How often its pack counter began anew (D14). */
  readonly resets: number
  readonly quarantined: number
  readonly conflicting: number
  readonly alive: number
}

/** What the sums need to know about a machine: its hold limit (D11), target and design speed (D22, D14), categories (D13). */
export type RuleValues = {
  readonly holdMs: number
  readonly targetPpm: number | null
  readonly designPpm: number | null
  /**
   * Target speeds of the recipes of its client, by product (D60); of those that are stored only the ones that differ in the window
   * of a warning.
   */
  readonly recipePpm: ReadonlyMap<string, number>
  /** Where a state counts differently from the table of states. */
  readonly categories: Readonly<Partial<Record<number, StateCategory>>>
}

/** What holds from an instant on, a whole minute, ms since 1970. */
export type LaterValues = RuleValues & { readonly from: number }

/** The rule of a machine by time (D98): what holds from the beginning, and what holds later, in order; each until the next. */
export type MachineRule = RuleValues & {
  readonly clientId: number
  readonly machineId: number
  readonly later?: readonly LaterValues[]
  /** A rebuild computes what this rule changes before it (D98): until then the minutes stay as they are, ms since 1970. It is not stored. */
  readonly rebuiltUntil?: number
}
