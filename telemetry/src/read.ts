/** The package export for reading figures. Every query takes the tenant's scope first. */

export { asQuestion, leavingOutBefore } from './clickhouse/question.ts'
export { recordsOfName } from './erasure/recordsOfName.ts'
export type { MachineMoment } from './ledger/fold/machineMoment.ts'
export { type MachineChange, watchChanges } from './live/watchChanges.ts'
export { type WatchEvent, watchClient } from './live/watchClient.ts'
export { type AlarmGroupCount, alarmGroupCounts } from './read/alarmGroupCounts.ts'
export {
  type AlarmMarker,
  type AlarmQuestion,
  type AlarmRow,
  alarmInfoChoices,
  alarmMarkers,
  alarmPage,
} from './read/alarmPage.ts'
export { type AlarmStatistic, alarmStatistics } from './read/alarmStatistics.ts'
export { answerRows, checkRows } from './read/answerRows.ts'
export {
  type AuditQuestion,
  type AuditRow,
  auditDescriptions,
  auditGroups,
  auditPage,
} from './read/auditPage.ts'
export { type ClockSkew, clockSkew } from './read/clockSkew.ts'
export { type Context, type ContextFilter, isFiltered, matches } from './read/contextFilter.ts'
export {
  type ContextTotal,
  contextTotals,
  contextTotalsAsOf,
  type Dimension,
  type OeeTotal,
  oeeTotals,
  type PlannedTotal,
  partTotals,
  plannedTotals,
  type TotalBy,
} from './read/contextTotals.ts'
export { type DayContext, dayContextCount, dayContexts } from './read/dayContexts.ts'
export { estimatedSpeeds, estimatedTarget } from './read/estimatedTarget.ts'
export { heldStates, type MachineTime } from './read/heldStates.ts'
export {
  type Interval,
  type IntervalPage,
  type IntervalQuestion,
  intervals,
} from './read/intervals.ts'
export { type LateMinute, lateMinutes } from './read/lateMinutes.ts'
export { type LateRecords, lateRecords } from './read/lateRecords.ts'
export { type LineTimes, lineTimes, type StopOfLine } from './read/lineTimes.ts'
export { type LongStop, longStops } from './read/longStops.ts'
export { type LookupField, lookupValues } from './read/lookupValues.ts'
export { machineNow } from './read/machineNow.ts'
export { type MachineTotals, machineTotals } from './read/machineTotals.ts'
export { type MinuteFigures, minuteFigures } from './read/minuteFigures.ts'
export { modeSpans, modeSpansAsOf } from './read/modeSpans.ts'
export { speedsAt } from './read/momentsAt.ts'
export {
  type FullQuarantine,
  fullQuarantines,
  type KeptRow,
  keptRecords,
  type QuarantineCount,
  type QuarantinedRecord,
  quarantineCounts,
  quarantineLines,
  quarantineList,
} from './read/quarantine.ts'
export { type RaisedAlarm, raisedAlarms } from './read/raisedAlarms.ts'
export {
  type IngestCount,
  ingestCounts,
  type ReceivedHour,
  type RecordSize,
  type RecordVolume,
  receivedHours,
  recordSizes,
  recordVolumes,
  type SampleArrivals,
  sampleArrivals,
} from './read/recordCounts.ts'
export { type RecoveredPart, recoveredParts } from './read/recovered.ts'
export { changedBefore, leavesOut, revision } from './read/revision.ts'
export { type MachineSpan, type RunStretch, runsAsOf, runsIn } from './read/runsIn.ts'
export { sentNewer } from './read/sentNewer.ts'
export {
  heardAt,
  missingNumbers,
  recentMessages,
  reportedNumbers,
  unknownFields,
} from './read/sinceOpened.ts'
export { type ProductTarget, slowMinutes } from './read/slowMinutes.ts'
export { type SpeedPoint, type SpeedStep, speedSeries, speedSteps } from './read/speedSteps.ts'
export {
  type StateEntry,
  type StateLane,
  type StatePart,
  stateEntries,
  stateStrip,
  stateTimes,
} from './read/stateStrip.ts'
export { type StepTotal, stepTotals } from './read/stepTotals.ts'
export { type StopLength, stopLengths } from './read/stopLengths.ts'
export {
  type KnownStop,
  type MachineStop,
  runSpans,
  type StopPiece,
  stopAround,
  stopBegan,
  stops,
} from './read/stops.ts'
export { firstRecords, movedFrom, totalsUnderRule } from './read/totalsUnderRule.ts'
export type { SpanMark, UnplannedSpans } from './read/unplannedSpans.ts'
export type { WindowQuestion } from './read/windowQuestion.ts'
export type { MachineMessages, RecentMessage } from './write/recentMessages.ts'
export type { ReportedNumbers } from './write/stateNumbers.ts'
