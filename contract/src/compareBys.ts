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
