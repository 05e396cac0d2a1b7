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

/** A figure of the production page whose stops can be listed; `all` is every stop. */
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
] as const
export type StopFigure = (typeof stopFigures)[number]

/** How the token of a wall link is distinguished from that of a session. */
export const kioskTokenPrefix = 'wall.'
