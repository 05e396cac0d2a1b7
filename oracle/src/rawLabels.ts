/** The stop book of a client: its reasons, and what people said about stops, in the order in which it was written. */

export type RawReason = {
  readonly id: string
  readonly planned: boolean
  readonly overrunSeconds: number | null
  readonly alarms: readonly { readonly kind: 'text' | 'group'; readonly value: string }[]
  readonly states: readonly number[]
  /** In the end; while labels were written it was offered. */
  readonly retired: boolean
}

export type RawLabel = {
  /** Its place in the book, from 1: of two the later one has the higher. */
  readonly place: number
  readonly action: 'label' | 'merge' | 'takeBack'
  readonly serialNo: string
  readonly from: number
  readonly to: number
  /** It also holds after `to`, until the stop ends. */
  readonly untilRun: boolean
  /** null: taken back. */
  readonly reason: string | null
  readonly note: string
  /** The name of one of the people of the client. */
  readonly by: string
  /** When it was written: at a time of receipt, after the records of that time. */
  readonly at: number
  /** The places of the labels that held in the stretch when it was written. */
  readonly replaces: readonly number[]
  /** The first-out alarm of its stop, as it was known then. */
  readonly alarm: { readonly group: string; readonly description: string } | null
}

export type RawBook = {
  readonly reasons: readonly RawReason[]
  readonly labels: readonly RawLabel[]
}
