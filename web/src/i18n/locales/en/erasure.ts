/** Erasing the name of an operator from the records of a client. */
export const erasure = {
  chooseFirst: 'Select a client to see whose names were erased.',
  title: 'Erase an Operator’s Name',
  what: 'A pseudonym takes the place of the name in all records of this client, for good. Times, counts and totals stay as they are. Records that come later get the pseudonym too.',
  name: 'Operator’s Name',
  toTheLetter: 'To the letter, as the machines send it.',
  count: 'Count Records',
  counting: 'Counting...',
  held: '{count, plural, =0 {No record holds this name.} one {# record holds this name.} other {# records hold this name.}}',
  erase: 'Erase...',
  eraseName: 'Erase Name',
  question: 'Erase <b>{name}</b>?',
  consequence:
    'This cannot be taken back: nobody can find out afterwards whose records these were. Charts of this client wait while it is done. Older backups hold the name until they are restored.',
  erasing: 'Erasing...',
  erasedAs: '{pseudonym} takes the place of the name.',
  erased: 'Erased Names',
  pseudonym: 'In Its Place',
  by: 'Erased By',
  at: 'Asked For',
  done: 'Done',
  underWay: 'Under way',
  none: 'No Data Found',
  noneHint: 'No name was erased at this client.',
  byOperator: 'Figures by Operator',
  byOperatorWhat:
    'The comparison may show figures of each operator: packs, OEEE, stops. What a machine does has many causes besides the person at it; agree first with the people whose figures these are.',
  notSet: 'Not set',
  allowed: 'Allowed',
  forbidden: 'Forbidden',
  notSetMeans:
    'Names of operators are shown beside stops, reasons and intervals; Compare has no rows of operators.',
  allowedMeans:
    'Names of operators are shown beside stops, reasons and intervals, and Compare has a row for each operator.',
  forbiddenMeans:
    'Users, walls and tablets read no names in stops, reasons, intervals and files, and Compare has no rows of operators. The card of a machine still shows who works at it; engineers, administrators and distributors read all names.',
} as const
