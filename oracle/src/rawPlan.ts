/** A plan as its call takes it: weeks and exceptions, of all lines (null) or of one. */

export type PlanKind = 'production' | 'break' | 'closed'

export type PlanEntry = {
  readonly weekday: number
  readonly from: string
  readonly to: string
  readonly kind: PlanKind
}
export type PlanWeek = {
  readonly line: string | null
  readonly validFrom: string
  readonly entries: readonly PlanEntry[] | null
}
export type PlanException = {
  readonly line: string | null
  readonly startDate: string
  readonly startTime: string
  readonly endDate: string
  readonly endTime: string
  readonly kind: PlanKind
  readonly note: string
}
export type RawPlan = {
  readonly weeks: readonly PlanWeek[]
  readonly exceptions: readonly PlanException[]
}
