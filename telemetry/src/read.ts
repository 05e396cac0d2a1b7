/** The package export for reading figures. Every query takes the tenant's scope first. */

export { asQuestion } from './clickhouse/question.ts'
export { recordsOfName } from './erasure/recordsOfName.ts'
export type { MachineMoment } from './ledger/fold/machineMoment.ts'
export { type WatchEvent, watchClient } from './live/watchClient.ts'
export { type AlarmGroupCount, alarmGroupCounts } from './read/alarmGroupCounts.ts'
export { alarmInfoChoices } from './read/alarmInfoChoices.ts'
export { type AlarmMarker, alarmMarkers } from './read/alarmMarkers.ts'
export { type AlarmQuestion, type AlarmRow, alarmPage } from './read/alarmPage.ts'
export { type AlarmStatistic, alarmStatistics } from './read/alarmStatistics.ts'
export { answerRows, checkRows } from './read/answerRows.ts'
export { auditDescriptions } from './read/auditDescriptions.ts'
export { auditGroups } from './read/auditGroups.ts'
export { type AuditQuestion, type AuditRow, auditPage } from './read/auditPage.ts'
export { changedBefore } from './read/changedBefore.ts'
export { type ClockSkew, clockSkew } from './read/clockSkew.ts'
export { type Context, type ContextFilter, isFiltered, matches } from './read/contextFilter.ts'
export {
  type ContextTotal,
  contextTotals,
  type Dimension,
  type TotalBy,
} from './read/contextTotals.ts'
export { contextTotalsAsOf } from './read/contextTotalsAsOf.ts'
export { dayContextCount } from './read/dayContextCount.ts'
export { type DayContext, dayContexts } from './read/dayContexts.ts'
export { estimatedTarget } from './read/estimatedTarget.ts'
export { type FullQuarantine, fullQuarantines } from './read/fullQuarantines.ts'
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
export { type MinuteFigures, minuteFigures } from './read/minuteFigures.ts'
export { partTotals } from './read/partTotals.ts'
export type { Period } from './read/period.ts'
export { type QuarantineCount, quarantineCounts } from './read/quarantineCounts.ts'
export { quarantineLines } from './read/quarantineLines.ts'
export { type QuarantinedRecord, quarantineList } from './read/quarantineList.ts'
export { type ReceivedHour, receivedHours } from './read/receivedHours.ts'
export { recentMessages } from './read/recentMessages.ts'
export { type RecordSize, recordSizes } from './read/recordSizes.ts'
export { type RecordVolume, recordVolumes } from './read/recordVolumes.ts'
export { reportedNumbers } from './read/reportedNumbers.ts'
export { revision } from './read/revision.ts'
export { type SampleArrivals, sampleArrivals } from './read/sampleArrivals.ts'
export { type SpeedPoint, speedSeries } from './read/speedSeries.ts'
export { type SpeedStep, speedSteps } from './read/speedSteps.ts'
export { speedsAt } from './read/speedsAt.ts'
export { type StateEntry, stateEntries } from './read/stateEntries.ts'
export { type StatePart, stateStrip } from './read/stateStrip.ts'
export { type StepTotal, stepTotals } from './read/stepTotals.ts'
export { type MachineStop, stops } from './read/stops.ts'
export { unknownFields } from './read/unknownFields.ts'
export type { WindowQuestion } from './read/windowQuestion.ts'
export type { MachineMessages, RecentMessage } from './write/recentMessages.ts'
export type { ReportedNumbers } from './write/stateNumbers.ts'
