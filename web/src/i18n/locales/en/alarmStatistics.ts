/** How often alarms stood and for how long. */
export const alarmStatistics = {
  title: 'Alarm statistics',
  rowsOf: 'Rows',
  text: 'Alarm',
  group: 'Group',
  number: 'Number',
  total: 'Total time',
  mean: 'Mean time',
  open: 'Open',
  rowCount: '{count, plural, one {{count} row} other {{count} rows}}',
  noneHint: 'No alarm was active in this window. Choose a longer date range or All in both lists.',
  explained:
    'An alarm is active until it is cleared or raised again. The table counts the alarms that were active in the window, also those raised up to 7 days before; their time is the part in the window. Open: active at the end of the window, which is now where the window reaches to now. Several alarms can be active at once, so the rows can add up to more than the window.',
  upperLimit:
    '≤: the machine did not send when some of these alarms were cleared. They are counted up to the next alarm of the same text, so the time is at most this.',
} as const
