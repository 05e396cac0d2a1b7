/** How a machine sends, and machines out of a file. */
export const connection = {
  title: 'Connection',
  openOf: 'Connection of {name}',
  trail: 'Where this page is',
  discard: 'Discard',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Connection saved',
  notSaved: 'Not saved yet',
  notFound: 'This machine does not exist',
  notFoundHint: 'It was deleted, or the address is wrong.',
  toMachines: 'All machines',

  how: 'How It Connects',
  connector: 'Connector',
  topicPrefix: 'Topic prefix',
  edgeNode: 'Group / edge node / device',
  endpoint: 'Endpoint',
  addressOnPlant: 'On the broker of the plant; empty: under {topic}, there or on our own broker',
  ownTopic: 'On our own broker its serial number names it',
  noAddress: 'It needs no address: its records name the machine.',
  holdLimit: 'Hold limit',
  seconds: 's',
  holdHint: 'How long a sample is valid. {seconds} s from {type}',
  holdWrong: 'Whole seconds from 1 to {most}',
  designSpeed: 'Design speed',
  perMinute: 'ppm',
  designHint: '{speed} ppm from {type}',
  designNone: '{type} has none',
  designWrong: 'A number above 0',
  countsForAll: 'Hold limit and design speed count for all records, earlier ones too.',

  states: 'What the States Are Called',
  dictionary: 'State dictionary',
  standard: 'ISA-TR88',
  ownTable: 'Own table',
  dictionaryHint:
    'The numbers of PackML differ between makers. A dictionary counts from the next message on.',
  dictionaryMissing: 'Choose how this machine numbers its states.',
  word: 'Name or number',
  wordOf: 'Name or number of line {line}',
  state: 'State here',
  stateOf: 'State of line {line}',
  addLine: 'Add line',
  removeLine: 'Remove line {line}',
  lineEmpty: 'Write what the machine sends.',
  lineLong: 'At most {most} characters',
  lineTwice: 'It is on line {first} already.',
  lineStateless: 'Choose a state.',
  tableFull: 'An own table has at most {most} lines.',

  token: 'Token and First Record',
  makeToken: 'Make token',
  tokenExists:
    'There is a token of {name}, made {at}; it cannot be read again. A new one replaces it; this one then stays valid for a day more.',
  makeAnother: 'Make a new one',
  making: 'Making...',
  tokenOf: 'Token of {name}',
  tokenWhat: 'Only {name} may send with it. It is shown once and cannot be read again.',
  oldStays: 'The one before stays valid until {until}.',
  copy: 'Copy',
  copied: 'Copied',
  copyByHand: 'It is marked: copy it with Ctrl+C.',
  copyLines: 'Copy the lines',
  lines: 'First record by',
  broker: 'Publishes to',
  'broker.plant': 'Broker of the plant',
  'broker.own': 'Packboard’s broker',
  tokenPlace: 'TOKEN is a placeholder: make a token, and the lines work as they are.',
  tokenYours: 'Write your token in place of TOKEN, or make a new one.',
  saveFirst: 'The lines are those of the connection above; they work when it is saved.',
  httpWhat: 'Works from any terminal, whatever the connector is.',
  nodeRedWhat: 'In Node-RED: menu, Import, paste, then Deploy. It sends a record each 10 s.',
  programWhat:
    '<c>npm install sparkplug-client</c>, save it as <c>machine.cjs</c>, then <c>node machine.cjs</c>. It is born as this machine and says each 10 s that it packs.',
  programTls:
    'Our broker is encrypted. If its certificate is of your own authority, start it as NODE_EXTRA_CA_CERTS=ca.pem node machine.cjs.',
  'hint.loopback':
    'Our broker listens only on the server itself. To let machines in, its operator sets MQTT_HOST and a certificate (MQTT_TLS_CERT, MQTT_TLS_KEY).',
  'hint.plain':
    'Our broker is not encrypted: tokens cross the network as plain text. Use it only on a network that is safe.',
  'hint.tls':
    'Our broker is encrypted. If its certificate is of your own authority, write --cafile ca.pem in place of --tls-use-os-certs.',
  'hint.mqtt5':
    'Our broker speaks MQTT 3.1.1: set the client to it, also called version 4. A client of MQTT 5 alone publishes to a broker of the plant (MQTT_URL).',
  'hint.external':
    'The machine publishes to the broker of the plant. Put an account of that broker in place of USER and PASSWORD.',
  'hint.pageLoopback': 'This address works only on the server itself: paste the lines there.',

  sent: 'Good to Know',
  'sent.packs':
    '<c>packs</c> is the machine’s own running counter, not the packs since the last record. The first record adds none. When the counter falls it was reset: the new value is then counted as packs.',
  'sent.counter':
    'The pack counter is the machine’s own running counter. Its first value adds no packs. When it falls it was reset: the new value is then counted as packs.',
  'sent.offline':
    'After {seconds} s without a record the machine is OFFLINE; that is its hold limit. A record may leave out what has not changed.',
  'sent.offlineSession': 'The machine is OFFLINE as soon as its connection ends.',
  'sent.speed': '<c>speed</c> is packs per minute now. Without it, charts have no speed.',
  'sent.timeByHttp':
    '<c>time</c> is needed: milliseconds since 1970, or ISO 8601 with an offset. By MQTT it may be left out.',
  'sent.timeByMqtt':
    '<c>time</c> may be left out: the record then counts at its receipt. It is written in milliseconds since 1970, or in ISO 8601 with an offset.',
  'sent.timeOfTags': 'Tags carry no time: a value counts at its receipt.',
  'sent.state':
    '<c>state</c> is a name of the list or its number; capitals, blanks and hyphens do not matter.',
  'sent.stateOfNumbers':
    'The state dictionary makes one of these states of what the machine sends.',
  'sent.states': 'The {count} states and how they are written',
  'sent.manual': 'All fields and answers in the manual',

  'addressHint.topicPrefix': 'Comes before its topics, like {example}',
  'addressHint.edgeNode':
    'As it is set in the gateway, capitals count: {example}. Without a device the edge node itself is the machine',
  'addressHint.endpoint':
    'Like {example}. Of several machines at one server, # and the object: #Hall 2/Line 4',
  gateway: 'Gateway',
  'gateway.host': 'Server host',
  'gateway.port': 'Port',
  'gateway.encryption': 'Encryption',
  'gateway.tls': 'TLS',
  'gateway.plain': 'none',
  'gateway.user': 'User name',
  'gateway.password': 'Password',
  'gateway.group': 'Group',
  'gateway.edgeNode': 'Edge node',
  'gateway.device': 'Device',
  'gateway.noDevice': 'none: the edge node is the machine',
  gatewayWhat: 'Enter this in the gateway. Tags of PackML are read by their names.',
  gatewaySeveral:
    'A gateway with several machines signs in as a device of the panel that is bound to all of them.',
  gatewayHostId:
    'Where the gateway asks for a primary host ID it is packboard; of several cells at one broker packboard-0, packboard-1 …',
  gatewayToken: 'TOKEN is a placeholder: make a token.',
  gatewaySaved: 'The settings are those of the connection above; they work when it is saved.',
  gatewayTls:
    'Our broker is encrypted. If its certificate is of your own authority, give the gateway the certificate of that authority.',
  noGatewayHint:
    'Enter the settings on the left in the gateway. What arrives is shown here a second later.',
  noReadHint: 'What the server of the machine sends is shown here a second later.',
  'stuck.unlisted': 'Sent and not listed: compare group, edge node and device letter by letter.',

  waiting: 'Waiting for the first record',
  waitingSince: 'Nothing has come since {since}.',
  good: 'Connected',
  goodAt: 'Last accepted record {at}',
  wrong: 'Records arrive and are not accepted',
  someWrong: '{count, plural, one {# of these was} other {# of these were}} not accepted.',
  late: 'Records arrive late',
  lateHint:
    'They are stored, but each is older than what the machine had sent before. A buffer that is sent afterwards is late for a while; otherwise look at the clock or the times of the sender.',
  quiet: 'Nothing new arrives',
  storedRefused:
    '{count, plural, one {# record was} other {# records were}} not accepted in the last 24 hours. Received Records lists them.',
  timeOfMessage: 'The time of its metrics stands still: the time of the message counts.',
  refusedSignIns: 'Refused sign-ins under this name',
  refusedSignIn: '{at}, from {address}',
  refusedSignInsHint:
    'In the last 24 hours. The name is right and the token is not: make a new token and enter it in the machine.',
  lastTen: 'Last Ten Messages',
  noMessages: 'Nothing has come yet',
  noMessagesHint:
    'Paste a line from the left into a terminal. What arrives is shown here a second later.',
  inMemory: 'As they came since {since}. After a restart of the server the list starts again.',
  'became.stored': 'Stored',
  'became.duplicate': 'Duplicate, not counted',
  'became.late': 'Stored late',
  'became.conflicting': 'Stored in place of an earlier one',
  'became.quarantined': 'Not accepted, {reason}: {detail}',
  'mend.unknownMachine': 'Add the machine, or correct the serial number or the topic.',
  'mend.notBound': 'Send with the token of that machine, or of a gateway of its client.',
  'mend.malformed': 'Write the field as the reason says.',
  'mend.unknownState':
    'Put this name or number into the table of states, or choose another dictionary.',
  'mend.implausible':
    'The number is outside what a machine can count: look at the units of the sender.',
  'mend.tooFarAhead': 'The clock of the machine is more than 24 hours ahead: set it.',
  'mend.tooOld': 'It is older than 400 days: leave it out.',
  'mend.cut':
    'It is larger than a record may be: let its machine send less in one record. What is kept is cut and cannot be sent again.',
  stuck: 'Nothing arrives?',
  'stuck.refused': '401, or a refused sign-in: the name or the token is wrong.',
  'stuck.unreachable': 'No connection: from there, the address or the port cannot be reached.',
  'stuck.silent':
    'Sent and not listed: the topic or the tag is one that is not read. Compare it with the lines.',

  importTitle: 'Import Machines',
  importHint:
    'The first line names the fields: {fields}. The first three are needed. Check stores nothing.',
  importFits: '{count, plural, one {# machine} other {# machines}} can be added.',
  importDone:
    '{count, plural, one {# machine was} other {# machines were}} added. The file of tokens is in your downloads: they are not shown again.',
  downloadTokens: 'Download tokens again',
  done: 'Done',
  'refused.tooMany': 'One import takes {most} machines.',
  'refused.empty': '{field} is empty.',
  'refused.unknownClient': 'There is no client “{cell}”.',
  'refused.unknownType':
    'There is no machine type “{cell}”; the word default in a column image adds it.',
  'refused.unknownImage':
    '“{cell}” is no image; leave it empty, or write default to add the machine type with a drawing.',
  'refused.notSerial':
    '“{cell}” is no serial number: letters, digits, blanks and . _ - after the first, 64 at most.',
  'refused.serialTaken': 'There is a machine {cell} already.',
  'refused.unknownConnector': 'There is no door “{cell}”; there are {fields}.',
  'refused.unknownDictionary':
    '“{cell}” is no dictionary; there are {fields}, or an own table like Run=10;4=8.',
  'refused.addressTaken': 'Another machine sends under {cell} already.',
  'refused.deviceTaken':
    'There is a device {cell} already; delete it, or name the machine otherwise.',
  'refused.clientFull': '{cell} would have more machines or devices than a client may have.',
} as const
