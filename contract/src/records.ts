import { endpoint, id, instant, serialNo } from './endpoint.ts'
import { all, chartQuery, pageParams, windowQuery } from './filter.ts'
import { z } from './z.ts'

const choice = z.string().max(2_000).default(all)

const machine = {
  clientId: id,
  machineId: z
    .union([z.literal(all), serialNo])
    .default(all)
    .describe('Serial number'),
}

export const auditQuery = z.object({
  ...machine,
  ...windowQuery,
  User_Group: choice,
  description: choice,
})
export type AuditQuery = z.output<typeof auditQuery>

export const auditRow = z.object({
  TIMESTAMP: instant,
  Machine_ID: serialNo,
  User_Group: z.string(),
  Description: z.string(),
  Value_Before: z.string(),
  Value_After: z.string(),
})
export type AuditRow = z.output<typeof auditRow>

export const auditTrail = endpoint('GET', '/api/audit_trail_data/:page/:pageSize', {
  summary: 'What people changed at the machines, newest first',
  params: pageParams,
  query: auditQuery,
  answer: z.object({ auditData: z.array(auditRow), count: z.number().int() }),
})

export const auditTrailGroups = endpoint('GET', '/api/audit_trail_data_groups', {
  summary: 'The user groups in the audit trail under the rest of the filter',
  query: auditQuery,
  answer: z.object({ userGroups: z.array(z.string()) }),
})

export const auditTrailDescriptions = endpoint('GET', '/api/audit_trail_data_descriptions', {
  summary: 'The descriptions in the audit trail under the rest of the filter',
  query: auditQuery,
  answer: z.object({ descriptions: z.array(z.string()) }),
})

export const alarmQuery = z.object({
  ...machine,
  ...windowQuery,
  group: choice,
  description: choice,
})
export type AlarmQuery = z.output<typeof alarmQuery>

/** What ended an alarm within a window. */
export const alarmEnds = ['cleared', 'next', 'open'] as const
export type AlarmEnd = (typeof alarmEnds)[number]

export const alarmRow = z.object({
  TIMESTAMP: instant,
  Machine_ID: serialNo,
  Group: z.string(),
  Alarm_Desc: z.string(),
  clearedAt: instant.nullable().describe('As the machine sent it; null: it sent none'),
  stoodSeconds: z
    .number()
    .describe(
      'Until it was cleared, the next alarm of its text was raised, or the window ended: the first of these',
    ),
  end: z
    .enum(alarmEnds)
    .describe(
      'cleared: by the clearing; next: by the next alarm of its text, the time is an upper limit; open: it stood when the window ended',
    ),
})
export type AlarmRow = z.output<typeof alarmRow>

export const alarmInfo = endpoint('GET', '/api/alarm_info/:page/:pageSize', {
  summary: 'The alarms of the machines, newest first, and what groups and descriptions there are',
  params: pageParams,
  query: alarmQuery,
  answer: z.object({
    alarmData: z.array(alarmRow),
    count: z.number().int(),
    groups: z.array(z.string()),
    descriptions: z.array(z.string()),
  }),
})

const figures = {
  raised: z.number().int().describe('Raised in the window: the number of the Alarms pie'),
  count: z
    .number()
    .int()
    .describe(
      'Stood in the window: raised in it, or in the 7 days before it and not over when it began',
    ),
  seconds: z
    .number()
    .describe(
      'Time in the window for which they stood. Alarms of different texts stand at the same time: rows do not add up to the window',
    ),
  meanSeconds: z.number().describe('seconds / count'),
  open: z.number().int().describe('Stood at the end of the window: now, where it reaches to now'),
  withoutEnd: z
    .number()
    .int()
    .describe(
      'Of count, ended by the next alarm of the same text because no clearing had come: their time is an upper limit',
    ),
}

export const alarmStatisticRow = z.object({
  group: z.string(),
  description: z.string(),
  ...figures,
})
export type AlarmStatisticRow = z.output<typeof alarmStatisticRow>

export const alarmGroupStatistic = z.object({ group: z.string(), ...figures })
export type AlarmGroupStatistic = z.output<typeof alarmGroupStatistic>

export const alarmStatistics = endpoint('GET', '/api/admin/alarm-statistics', {
  summary:
    'How often each alarm stood in a window and for how long, at most 10,000 texts; the longest first',
  query: chartQuery,
  answer: z.object({
    alarms: z.array(alarmStatisticRow),
    groups: z.array(alarmGroupStatistic).describe('The sums of the rows of each group'),
  }),
})
