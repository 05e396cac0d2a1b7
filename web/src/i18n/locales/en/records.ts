/** Audit trail and alarm info of a machine. */
export const records = {
  alarmInfo: 'Alarm Info',
  auditTrail: 'Audit Trail',
  ofMachine: '{machine}, times in {zone}',
  dateTime: 'Date/Time',
  machine: 'Machine',
  group: 'Group',
  description: 'Description',
  userGroup: 'User Group',
  valueBefore: 'Value Before',
  valueAfter: 'Value After',
  dateRange: 'Date range',
  selectGroup: 'Select Group',
  selectDescription: 'Select Description',
  noRecordsHint: 'Choose a longer date range or All in both lists.',
} as const
