import type { exportFile } from '@packboard/contract'
import type { z } from 'zod'
import { alarmChoices, auditChoices } from '../records/recordsWire.ts'
import type { ChartChoices } from './chartTables.ts'
import type { RecordChoices } from './recordTables.ts'

type Query = z.output<typeof exportFile.query>

/** The values of the selects above the table, and what was selected in a list of stops. */
export function tableChoices(query: Query): RecordChoices & ChartChoices {
  const { figure, part, partGroup, sort, order, by, withoutReason, micro } = query
  return {
    ...alarmChoices(query),
    ...auditChoices(query),
    ...{ figure, part, partGroup, sort, order, by, withoutReason, micro },
  }
}

/** The words of a file's name: the table, the machine, the days and the zone that cuts them. */
export function nameParts(table: string, query: Query): string[] {
  const machine = query.machineId === 'All' ? query.machine : query.machineId
  const [from, to] = [query.start_date, query.end_date]
  return [
    table,
    ...(machine === 'All' ? [] : [machine]),
    from,
    ...(to === from ? [] : [to]),
    query.timezone,
  ]
}

/** The part of a file's request that the audit log stores: its kind, its machine and its days. */
export function exportFacts(format: string, query: Query): Record<string, string> {
  return {
    format,
    machine: query.machineId === 'All' ? query.machine : query.machineId,
    from: `${query.start_date} ${query.start_time}`,
    to: `${query.end_date} ${query.end_time}`,
    zone: query.timezone,
  }
}
