/** What the Data Act wants to be known of the data of a machine type. */
export const dataSheet = {
  title: 'Data Sheets',
  titleOf: 'Data of {type}',
  chooseFirst: 'Choose a client first: the volume is measured from its machines.',
  machineType: 'Machine Type',
  noTypes: 'There are no machine types',
  print: 'Print',
  law: 'What Regulation (EU) 2023/2854 (Data Act), article 3, wants to be known about the data of a connected product before it is bought, rented or leased. The amounts were measured here.',
  volume: 'Data and Volume',
  'group.samples': 'Samples: state, speed, counters, product, tool, operator',
  'group.alarms': 'Alarms of the machine',
  'group.changes': 'Changes of parameters at the machine',
  aMonth: '{records} records, {size} a month',
  notYet: 'not measured yet',
  measured:
    'Of one machine in 30 days, as lines of JSON; {machines} of {of} machines of this type sent.',
  notMeasured: 'None of {of} machines of this type has sent.',
  format: 'Format',
  formatText:
    'Machines send JSON over HTTP or MQTT, PackML tags, Sparkplug B, or are read by OPC UA. Files are CSV and XLSX. Times are ISO 8601 in UTC.',
  continuous: 'Continuous, in Real Time',
  continuousText:
    'Yes: for as long as the machine is connected. A change of state is on an open screen within a second.',
  storage: 'Storage',
  storedHere:
    'On the server of this installation. Packboard stores nothing on the machine and sends nothing elsewhere.',
  storedElsewhere:
    'On the database servers of this installation. Packboard stores nothing on the machine and sends nothing elsewhere.',
  retention: 'Retention',
  'keep.records': 'Records as they came',
  'keep.minutes': 'Minutes that figures are made of',
  'keep.auditLog': 'Audit log of Packboard',
  days: '{days} days',
  access: 'Access',
  accessText:
    'Everybody with an account of this client reads live and past data on the screens, as files and by calls (/api/docs), without a fee. Samples are shown one by one where a figure is explained; a file of all samples is not there yet.',
  erasure: 'Erasure',
  erasureText:
    'The client’s administrator erases names of operators for good. Records are deleted when their time is over; single records cannot be deleted.',
  holder: 'Data Holder',
  holderText:
    '{holder} runs this installation. The data holder adds: contact, purposes of use, third parties, trade secrets, and how the contract ends (article 3 (3)).',
  madeBy: 'Made by Packboard {version}.',
} as const
