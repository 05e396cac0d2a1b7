/** What a comparison has a row for. Apart from its answer, because every page that exports a table names them. */
export const compareBys = [
  'machine',
  'line',
  'machineType',
  'product',
  'tool',
  'operator',
  'shift',
  'day',
  'week',
] as const
export type CompareBy = (typeof compareBys)[number]

/**
 * A figure whose stops can be listed; `all` is every stop. From `reason` on they are rows of stop time by reason: time under a reason that
 * counts as unplanned or as planned, time of a cause without a reason, micro-stops, time that the plan or another unit mode takes out;
 * `unplanned` is all but `plannedReason` and `plan`.
 */
export const stopFigures = [
  'all',
  'cause',
  'state',
  'alarmGroup',
  'product',
  'idle',
  'alarm',
  'ancillary',
  'unknown',
  'reason',
  'plannedReason',
  'unnamed',
  'micro',
  'plan',
  'unplanned',
] as const
export type StopFigure = (typeof stopFigures)[number]

/** How the token of a wall link is distinguished from that of a session. */
export const kioskTokenPrefix = 'wall.'
