import type { ContextFilter } from './contextFilter.ts'
import type { Period } from './period.ts'

/** What every question of production analytics asks about: machines, a window of time, a context. */
export type WindowQuestion = {
  readonly machineIds: readonly number[]
  readonly period: Period
  readonly filter: ContextFilter
}
