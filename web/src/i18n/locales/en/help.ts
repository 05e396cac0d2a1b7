/** Help: the keys, the sheet that lists the figures, and the tour. What a figure means is in figures.ts. */
export const help = {
  title: 'Help',
  whatIs: 'What is {name}?',
  showTour: 'Show the tour',
  shortcuts: 'Keyboard shortcuts',
  keysThen: 'then',
  escape: 'Esc',
  closeOpen: 'Close what is open',
  singleKeys: 'Single keys are shortcuts',
  singleKeysText: 'Not while you type. Esc always works.',
  'key.home': 'Go to the home page',
  'key.overview': 'Go to the machine overview',
  'key.daySummary': 'Go to the Per Day Summary',
  'key.panel': 'Go to the Management Panel',
  'key.find': 'To the filters or the search of the page',
  'key.help': 'Show this sheet',
  onCard: 'On a machine card',
  totals: 'Totals of a time period',
  charts: 'Charts of a machine',
  days: 'Days',
  step: '{step} of {steps}',
  skip: 'Skip',
  back: 'Back',
  next: 'Next',
  done: 'Done',
  'tour.card': 'Every card is a machine',
  'tour.cardText':
    'Colour, shape and word say the same: what it does now and since when. The strip is what it did in the last hours. Select a card for its charts, alarms and audit trail.',
  'tour.totals': 'Totals since the start of the shift',
  'tour.totalsText':
    'Packs and times are counted from this start time until now. They are read on every 30 seconds; a change of state is here within a second.',
  'tour.past': 'From now to the past',
  'tour.pastText':
    'The Per Day Summary has a row for each day, machine, product and tool. The Management Panel is for the people who look after machines and users.',
  'tour.reason': 'No number without a reason',
  'tour.reasonText':
    'The i beside a figure says what it means, the magnifying glass shows the records that it came from. All of it, and the keyboard shortcuts, are in Help: press ?',
} as const
