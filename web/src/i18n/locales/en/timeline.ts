/** The lanes of all machines on one axis. */
export const timeline = {
  title: 'Timeline',
  line: 'Line',
  keys: 'Lanes of the machines: left and right along the stops, up and down the machines, Enter opens, + and − zoom, 0 shows the last 24 hours',
  noStop: 'No stop chosen',
  pieceOf: '{machine}: {state}, {time}',
  longest: 'Longest stops:',
  allLines: 'All lines',
  noStops: 'No stop in this window.',
  hint: 'Choose a time to open it on the page of its machine. Drag over a time to zoom; Ctrl and the wheel, or two fingers, do so too. Alarms are marked in windows of up to 24 hours.',
  tooLong: 'A timeline is at most 31 days long.',
  hintTouch: 'Choose a time to see what it was. Two fingers zoom.',
  openTime: 'Open this time',
  zoomTo: 'Zoom to it',
} as const
