import type { PlantMachine } from '../plantLayout.ts'

/**
 * One record that the product received of a machine, with the true counts behind it. `at` is the time under which it must
 * stand in the ledger: the machine's clock, or the time of receipt where that clock is too far ahead (D9).
 */
export type Report = {
  readonly at: number
  readonly sequence: number
  readonly state: number
  readonly product: string
  readonly tool: string
  readonly user: string
  /** Counted since the machine was built, in units of its counter: without resets and rollovers. */
  readonly packs: number
  readonly rejects: number
  /** The connection died: there are no valid data of the machine until the next report (D11). */
  readonly death: boolean
}

export type ReportedAlarm = {
  readonly raisedAt: number
  readonly group: string
  readonly description: string
}

/** Everything that the product can know of a machine. */
export type ReportedMachine = {
  readonly machine: PlantMachine
  readonly reports: readonly Report[]
  readonly alarms: readonly ReportedAlarm[]
}
