import { type AlarmRow, type AuditRow, alarmPage, auditPage } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import { type ChartQuestion, ledgerQuestion } from '../figures/chartQuestion.ts'
import { alarmEnd } from '../records/recordsWire.ts'
import type { Cell } from './table.ts'

export type RecordTable = 'audit-trail' | 'alarm-info'

/** The values of the selects above a table of records. */
export type RecordChoices = {
  readonly userGroup: string | undefined
  readonly group: string | undefined
  readonly description: string | undefined
}

type Page = { readonly rows: Cell[][]; readonly count: number }
type Slice = { readonly offset: number; readonly limit: number }

/** The tables that may be of any length, read page by page, newest first. */
export const recordTables: Record<
  RecordTable,
  {
    readonly title: string
    readonly columns: readonly string[]
    readonly page: (
      telemetry: Telemetry,
      requested: ChartQuestion,
      choices: RecordChoices,
      slice: Slice,
    ) => Promise<Page>
  }
> = {
  'audit-trail': {
    title: 'Audit Trail',
    columns: [
      'Date/Time (UTC)',
      'Machine',
      'User Group',
      'Description',
      'Value Before',
      'Value After',
    ],
    async page(telemetry, requested, { userGroup, description }, slice) {
      const question = { ...placeOf(requested), userGroup, description, ...slice }
      const { rows, count } = await auditPage(telemetry, requested.scope, question)
      const serialOf = serials(requested)
      return { rows: rows.map((row) => auditCells(row, serialOf(row.machineId))), count }
    },
  },
  'alarm-info': {
    title: 'Alarm Info',
    columns: [
      'Date/Time (UTC)',
      'Machine',
      'Group',
      'Description',
      'Cleared (UTC)',
      'Stood (s)',
      'End',
    ],
    async page(telemetry, requested, { group, description }, slice) {
      const question = { ...placeOf(requested), group, description, ...slice }
      const { rows, count } = await alarmPage(telemetry, requested.scope, question)
      const serialOf = serials(requested)
      return {
        rows: rows.map((row) => alarmCells(row, serialOf(row.machineId), question.period.to)),
        count,
      }
    },
  },
}

function placeOf(requested: ChartQuestion) {
  const { machineIds, period } = ledgerQuestion(requested)
  return { machineIds, period }
}

function serials({ machines }: ChartQuestion) {
  const known = new Map(machines.map(({ id, serialNo }) => [id, serialNo]))
  return (machineId: number) => known.get(machineId) ?? ''
}

const auditCells = (row: AuditRow, serialNo: string): Cell[] => [
  row.at,
  serialNo,
  row.userGroup,
  row.description,
  row.valueBefore,
  row.valueAfter,
]

function alarmCells(row: AlarmRow, serialNo: string, windowEnd: Date): Cell[] {
  const { seconds, end } = alarmEnd(row, windowEnd)
  return [row.at, serialNo, row.group, row.description, row.clearedAt, seconds, end]
}
