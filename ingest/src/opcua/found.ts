import type { OpcUaFault } from '@packboard/contract'

/** A server cannot be read: the reason, and a sentence for the person who connects it. */
export class OpcUaFailure extends Error {
  readonly reason: OpcUaFault
  constructor(reason: OpcUaFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'OpcUaFailure'
    this.reason = reason
  }
}

/** The certificate of a server, and by what it is trusted. */
export type ShownCertificate = {
  /** SHA-256 of the whole certificate, 64 hexadecimal digits. */
  readonly fingerprint: string
  readonly subject: string
  readonly validFrom: number
  readonly validTo: number
  /** A person, by the connection of the machine; a file of the data directory; null: it is not trusted. */
  readonly trusted: 'person' | 'file' | null
}

/** What the client of a machine has found at its server (D46). */
export type OpcUaFound = {
  /** `stale`: the server answers, and says that it does not know the state of the machine now. */
  readonly status: 'connecting' | 'served' | 'stale' | 'waiting'
  /** Since when it has this status. */
  readonly since: number
  /** When it tries again, while it waits. */
  readonly retryAt: number | null
  readonly fault: { readonly reason: OpcUaFault; readonly detail: string } | null
  /** How the connection is protected. */
  readonly security: { readonly mode: string; readonly policy: string } | null
  /** The certificate that the server showed last; null: none yet, or it is read without one. */
  readonly certificate: ShownCertificate | null
  /** What the server calls itself. */
  readonly server: string | null
  /** Every PackML object of the server, as it is written after the # of an address. */
  readonly machines: readonly string[]
  /** The one that is read. */
  readonly machine: string | null
  /** The optional variables that are understood, and whether this server has them. */
  readonly parts: readonly { readonly name: string; readonly isThere: boolean }[]
  readonly alarms: 'conditions' | 'array' | 'none' | null
  /** Its clock against ours; positive: ahead. */
  readonly clockAheadMs: number | null
}

export const nothingFound: Omit<OpcUaFound, 'since'> = {
  status: 'connecting',
  retryAt: null,
  fault: null,
  security: null,
  certificate: null,
  server: null,
  machines: [],
  machine: null,
  parts: [],
  alarms: null,
  clockAheadMs: null,
}
