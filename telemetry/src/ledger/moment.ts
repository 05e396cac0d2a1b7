import type { Category } from '@packboard/model'

/** What a machine was doing at an instant. */
export type Moment = {
  readonly state: number
  readonly category: Category
  readonly product: string
  readonly tool: string
  /** The group of the stop's cause (D18); empty in run, and where the names of stops were not requested. */
  readonly causeGroup: string
  /** Packs per minute; 0 where none is known. */
  readonly speed: number
  /** The machine has reported a speed by then. */
  readonly speedKnown: boolean
}
