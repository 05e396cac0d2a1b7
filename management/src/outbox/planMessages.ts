import type { AlertSeverity, AlertStep } from '@packboard/model'
import type { Db } from '../store.ts'

/** An alert that opened, with the steps of its rule. */
export type AlertToSend = {
  readonly id: string
  readonly clientId: number
  readonly machineId: number | null
  readonly severity: AlertSeverity
  readonly knownAt: Date
  readonly steps: readonly AlertStep[]
  readonly repeatSeconds: number | null
}

/** The outbox rows of an alert that opened. */
export async function planMessages(_db: Db, _now: number, _alert: AlertToSend): Promise<void> {}
