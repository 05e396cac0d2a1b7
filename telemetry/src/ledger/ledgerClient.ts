import { Turns } from '../turns.ts'
import type { LedgerMachine } from './ledgerMachine.ts'

/** What the ledger knows of the rows of one client: how far they are computed, and who waits for them. */
export class LedgerClient {
  readonly clientId: number
  readonly machines: LedgerMachine[] = []
  /** A reader that relies on rows that stay as they are shares a turn; who computes or changes them has one alone. */
  readonly turns = new Turns()
  /** The newest batch that its rows contain. */
  computed: bigint
  /** How many computations of its rows were begun; the last one when the rows are still as it left them, else 0. */
  begun = 0
  complete = 0
  /** A computation that has not begun: everyone who asks for one until then shares it. */
  requested: Promise<void> | undefined
  isComputing = false
  /** Its stored words are being changed. */
  isRewritten = false
  /** When its next computation is to be requested, and not before when, by the clock of `performance`. */
  dueAt = Number.POSITIVE_INFINITY
  restUntil = Number.NEGATIVE_INFINITY

  constructor(clientId: number, computed: bigint) {
    this.clientId = clientId
    this.computed = computed
  }

  get isBusy(): boolean {
    return this.isComputing || this.requested !== undefined
  }
}
