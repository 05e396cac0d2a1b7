import { AppError } from '@packboard/model'

/** Where the next page of intervals begins; opaque to clients. */
export type IntervalCursor = {
  readonly machineId: number
  /** The beginning of an interval; null: of the window. */
  readonly from: number | null
  /** How many rows from there on were on earlier pages. */
  readonly skip: number
}

export function encodeCursor({ machineId, from, skip }: IntervalCursor): string {
  return `${machineId}.${from ?? ''}.${skip}`
}

const pattern = /^(\d{1,10})\.(-?\d{1,15})?\.(\d{1,9})$/

/** A text that no page returned is reported as an error of the field `after`. */
export function decodeCursor(text: string): IntervalCursor {
  const [, machineId, from, skip] = pattern.exec(text) ?? []
  if (machineId === undefined) throw notACursor()
  return {
    machineId: Number(machineId),
    from: from === undefined ? null : Number(from),
    skip: Number(skip),
  }
}

/** This was not returned as `next` by a page of the same query. */
export function notACursor(): AppError {
  const message = 'This is not the end of a page.'
  return new AppError('request.invalid', { fields: [{ field: 'after', message }] })
}
