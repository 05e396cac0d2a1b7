import { endpoint, id, serialNo } from './endpoint.ts'
import { all, filterQuery } from './filter.ts'
import { lineName } from './line/lineParts.ts'
import { compareBys } from './names.ts'
import { stopSelection } from './stops.ts'
import { z } from './z.ts'

/** Every table and chart that can be exported. */
export const exportTables = [
  'day-summary',
  'audit-trail',
  'alarm-info',
  'alarm-statistics',
  'machine-status',
  'products',
  'alarm-groups',
  'states',
  'speed',
  'stop-causes',
  'stop-reasons',
  'losses',
  'stops',
  'compare',
  'line-losses',
] as const
export type ExportTable = (typeof exportTables)[number]

/** The rows of a table as a file; streamed, numbers as numbers, no cell that a spreadsheet would run. */
export const exportFile = endpoint('GET', '/api/admin/export/:table/:format', {
  summary: 'A table or the data of a chart as CSV or XLSX',
  params: z.object({ table: z.enum(exportTables), format: z.enum(['csv', 'xlsx']) }),
  query: z.object({
    clientId: id,
    machineId: z.union([z.literal(all), serialNo]).default(all),
    ...filterQuery,
    User_Group: z.string().max(2_000).default(all),
    group: z.string().max(2_000).default(all),
    description: z.string().max(2_000).default(all),
    ...stopSelection,
    by: z.enum(compareBys).default('machine').describe('Of `compare`: what has a row'),
    line: lineName.optional().describe('Of `line-losses`, which needs it: the name of the line'),
  }),
  answer: z.string(),
})
