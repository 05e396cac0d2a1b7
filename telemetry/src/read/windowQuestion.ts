import type { Period } from '@packboard/model'
import type { ContextFilter } from './contextFilter.ts'

/** The parameters of every query of production analytics: machines, a window of time, a context. */
export type WindowQuestion = {
  readonly machineIds: readonly number[]
  readonly period: Period
  readonly filter: ContextFilter
}
