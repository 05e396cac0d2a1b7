import {
  alarmInfo,
  alarmStatistics,
  all,
  auditTrail,
  auditTrailDescriptions,
  auditTrailGroups,
} from '@packboard/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import {
  alarmEntry,
  alarmQuestion,
  auditEntry,
  auditQuestion,
  machineAndWindow,
  type RecordFilter,
} from './recordsWire.ts'

type Page = { readonly page: number; readonly pageSize: number }

/** While the next page is on its way the one before stays, so that the table does not jump. */
export const recordQueries = {
  audit: (filter: RecordFilter, { page, pageSize }: Page) =>
    queryOptions({
      queryKey: ['records', 'audit', filter, page, pageSize],
      queryFn: async ({ signal }) => {
        const answer = await call(
          auditTrail,
          { params: { page, pageSize }, query: auditQuestion(filter) },
          signal,
        )
        return { rows: answer.auditData.map(auditEntry), count: answer.count }
      },
      placeholderData: keepPreviousData,
    }),
  auditGroups: (filter: RecordFilter) =>
    queryOptions({
      queryKey: ['records', 'auditGroups', { ...filter, group: all }],
      queryFn: async ({ signal }) => {
        const query = auditQuestion({ ...filter, group: all })
        return (await call(auditTrailGroups, { query }, signal)).userGroups
      },
      placeholderData: keepPreviousData,
    }),
  auditDescriptions: (filter: RecordFilter) =>
    queryOptions({
      queryKey: ['records', 'auditDescriptions', { ...filter, description: all }],
      queryFn: async ({ signal }) => {
        const query = auditQuestion({ ...filter, description: all })
        return (await call(auditTrailDescriptions, { query }, signal)).descriptions
      },
      placeholderData: keepPreviousData,
    }),
  alarms: (filter: RecordFilter, { page, pageSize }: Page) =>
    queryOptions({
      queryKey: ['records', 'alarms', filter, page, pageSize],
      queryFn: async ({ signal }) => {
        const answer = await call(
          alarmInfo,
          { params: { page, pageSize }, query: alarmQuestion(filter) },
          signal,
        )
        const { count, groups, descriptions } = answer
        return { rows: answer.alarmData.map(alarmEntry), count, groups, descriptions }
      },
      placeholderData: keepPreviousData,
    }),
  alarmStatistics: ({ clientId, machineId, window }: RecordFilter) =>
    queryOptions({
      queryKey: ['records', 'alarmStatistics', clientId, machineId, window],
      queryFn: ({ signal }) => {
        const query = machineAndWindow({ clientId, machineId, window })
        return call(alarmStatistics, { query }, signal)
      },
      placeholderData: keepPreviousData,
    }),
}
