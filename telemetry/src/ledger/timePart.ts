import type { Category } from '@packboard/model'

/** The time of one stop in one context, added up. */
export type StopTime = {
  readonly state: number
  readonly category: Category
  readonly product: string
  readonly tool: string
  readonly user: string
  readonly ms: number
  /** 1 where the first observed moment of the stop is in here. */
  readonly stops: number
}

/** Time of one machine without a change between run and stop. Neighbours of one kind are not joined. */
export type TimePart = {
  readonly machineId: number
  readonly from: number
  readonly to: number
  /** null: it ran. */
  readonly stood: {
    readonly causeGroup: string
    readonly cause: string
    readonly times: readonly StopTime[]
  } | null
}

/** Instants of a machine that divide its time: no part holds one inside. */
export type Cuts = ReadonlyMap<number, readonly number[]>
