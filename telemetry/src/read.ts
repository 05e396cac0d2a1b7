/** The door through which figures go out. Every question takes the tenant's scope first. */

export { recordsOfName } from './erasure/recordsOfName.ts'
export type { MachineMoment } from './ledger/machineMoment.ts'
export { type WatchEvent, watchClient } from './live/watchClient.ts'
export { type AlarmGroupCount, alarmGroupCounts } from './read/alarmGroupCounts.ts'
export { alarmInfoDescriptions } from './read/alarmInfoDescriptions.ts'
export { alarmInfoGroups } from './read/alarmInfoGroups.ts'
export { type AlarmMarker, alarmMarkers } from './read/alarmMarkers.ts'
export { type AlarmQuestion, type AlarmRow, alarmPage } from './read/alarmPage.ts'
export { auditDescriptions } from './read/auditDescriptions.ts'
export { auditGroups } from './read/auditGroups.ts'
export { type AuditQuestion, type AuditRow, auditPage } from './read/auditPage.ts'
export { changedBefore } from './read/changedBefore.ts'
export { type Context, type ContextFilter, isFiltered, matches } from './read/contextFilter.ts'
export { type ContextTotal, contextTotals } from './read/contextTotals.ts'
export { contextTotalsAsOf } from './read/contextTotalsAsOf.ts'
export { type DayContext, dayContexts } from './read/dayContexts.ts'
export { estimatedTarget } from './read/estimatedTarget.ts'
export { type IngestCount, ingestCounts } from './read/ingestCounts.ts'
export {
  type Interval,
  type IntervalPage,
  type IntervalQuestion,
  intervals,
} from './read/intervals.ts'
export { type LateRecords, lateRecords } from './read/lateRecords.ts'
export { type LookupField, lookupValues } from './read/lookupValues.ts'
export { machineNow } from './read/machineNow.ts'
export { type MachineTotals, machineTotals } from './read/machineTotals.ts'
export type { Period } from './read/period.ts'
export { type QuarantinedRecord, quarantineList } from './read/quarantineList.ts'
export { revision } from './read/revision.ts'
export { type SpeedPoint, speedSeries } from './read/speedSeries.ts'
export { type SpeedStep, speedSteps } from './read/speedSteps.ts'
export { speedsAt } from './read/speedsAt.ts'
export { type StateEntry, stateEntries } from './read/stateEntries.ts'
export { type StatePart, stateStrip } from './read/stateStrip.ts'
export type { WindowQuestion } from './read/windowQuestion.ts'
