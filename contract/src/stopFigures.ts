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
