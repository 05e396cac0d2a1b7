import type { Telemetry } from '@packboard/telemetry/store'

/** What waits to be brought into the form of this version. */
export type DataLeft = {
  /** Months of records and minutes. */
  readonly months: number
  /** Hours of machines. */
  readonly hours: number
}

/** Hours wait in every running installation, a few for each machine that sends; more than these are work of an update. */
const usualHours = 1_000

export function dataLeft(telemetry: Pick<Telemetry, 'metrics'>): DataLeft {
  const { olderMonthsToRewrite, hourMonthsToCheck, hoursToWrite } = telemetry.metrics()
  return { months: Math.max(olderMonthsToRewrite, hourMonthsToCheck), hours: hoursToWrite }
}

/** Is it more than what always waits for a moment? */
export const isUpdating = ({ months, hours }: DataLeft) => months > 0 || hours > usualHours
