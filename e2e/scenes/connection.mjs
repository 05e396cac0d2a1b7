// The connection of a machine, and machines out of a file.
import { answering, inDialog, inGerman, press } from './acts.mjs'
import { at } from './addresses.mjs'

const connection = (more = {}) => ({
  serialNo: 'FW-103',
  clientName: 'Northfield Confectionery',
  machineTypeName: 'Flow Wrapper FW-3',
  lineName: 'Line 1',
  door: 'mqttJson',
  address: null,
  dictionary: null,
  opcUa: null,
  tokenMadeAt: null,
  holdSeconds: null,
  designPpm: null,
  ofType: { holdSeconds: 90, designPpm: 220 },
  reach: {
    publicUrl: 'https://packboard.example.com',
    broker: { host: null, port: 8883, isTls: true, isLoopback: false },
    externalBroker: null,
  },
  version: 3,
  ...more,
})
const tags = connection({
  door: 'packmlTags',
  address: 'plant/hall 2/line 4',
  dictionary: { 4: 8, Run: 10, Held: 13, 'Film low': 20, 'Blocked downstream': 19 },
  holdSeconds: 300,
  designPpm: 180,
  tokenMadeAt: at(-26),
})

const message = (seconds, raw, became = 'stored', more = {}) => ({
  receivedAt: at(seconds / 3_600),
  source: 'mqttJson',
  topic: 'packboard/FW-103/sample',
  raw,
  isCut: false,
  timeOfMessage: false,
  became,
  why: null,
  ...more,
})
const why = (reason, detail, advice) => ({
  became: 'quarantined',
  why: { reason, detail, advice, mend: '' },
})
const waiting = {
  ...{ since: at(2), light: 'waiting', goodAt: null, refused: 0, refusedSignIns: [] },
  ...{ finding: null, messages: [] },
}
const good = {
  since: at(2),
  light: 'good',
  ...{ refused: 0, refusedSignIns: [] },
  goodAt: at(0.0003),
  finding: null,
  messages: [
    message(1, '{"state":"Execute","packs":58410,"speed":154}'),
    message(11, '{"state":"Execute","packs":58384,"speed":153}'),
    message(21, '{"state":"Execute","packs":58357,"speed":154}'),
    message(21, '{"state":"Execute","packs":58357,"speed":154}', 'duplicate'),
    message(31, '{"state":"Execute","packs":58331,"speed":153}'),
    message(
      49,
      '{"state":"JawWarmUp","packs":58283}',
      'quarantined',
      why(
        'malformed',
        'state: no machine state is called "JawWarmUp"; send its code or its name',
        'malformed',
      ),
    ),
    message(51, '{"state":"Reg Film Alarm","packs":58283}'),
    message(240, '{"time":"2026-11-24T07:28:02Z","packs":57797}', 'late'),
    message(250, '{"state":"Execute","packs":58281,"speed":154}'),
    message(260, '{"state":"Starting","packs":58257}', 'conflicting'),
  ],
}
const wrong = {
  since: at(2),
  light: 'wrong',
  ...{ refused: 3, refusedSignIns: [{ at: at(0.2), address: '10.20.4.17' }] },
  goodAt: null,
  finding: null,
  messages: [
    ['Warm up', 6],
    ['Warm up', 16],
    ['Thread film', 46],
  ].map(([raw, seconds]) =>
    message(seconds, raw, 'quarantined', {
      ...why(
        'malformed',
        `Status/StateCurrentStr: the machine's dictionary holds no state ${raw}`,
        'unknownState',
      ),
      source: 'packmlTags',
      topic: 'plant/hall 2/line 4/Status/StateCurrentStr',
    }),
  ),
}
const gateway = connection({
  door: 'sparkplug',
  address: 'Plant 1/Edge 4/Wrapper',
  dictionary: 'iso-tr88',
})
const sparkplugMessage = (seconds, verb, raw) =>
  message(seconds, raw, 'stored', {
    source: 'sparkplug',
    topic: `spBv1.0/Plant 1/${verb}/Edge 4/Wrapper`,
  })
const heardFromGateway = {
  since: at(2),
  light: 'good',
  ...{ refused: 0, refusedSignIns: [] },
  goodAt: at(0.0003),
  finding: {
    ...{ inUse: 'iso-tr88', verdict: 'found', proposal: 'libremfg', pairs: 15 },
    scores: [
      { dictionary: 'libremfg', legal: 19, of: 19 },
      { dictionary: 'iso-tr88', legal: 14, of: 19 },
      { dictionary: 'tmc', legal: 2, of: 19 },
    ],
    ...{ isProvisional: true, confirmedAt: null, confirmedBy: null },
  },
  messages: [
    sparkplugMessage(1, 'DDATA', 'Admin/ProdProcessedCount/0/AccCount = 58410'),
    sparkplugMessage(11, 'DDATA', 'Status/CurMachSpeed = 154'),
    sparkplugMessage(
      21,
      'DBIRTH',
      'Status/StateCurrent = 6, Status/CurMachSpeed = 153, Admin/ProdProcessedCount/0/AccCount = 58357',
    ),
  ],
}
const certificate = {
  fingerprint: '3f7ac1d90be24c6a8d15e2907b6f4c3a1e8d2f6b5a90c7e4d3b1f8a2c6e5d4b7',
  subject: 'CN=Wrapper 7, O=Hall 2',
  validFrom: '2026-01-12T08:00:00.000Z',
  validTo: '2036-01-10T08:00:00.000Z',
}
const reading = connection({
  door: 'opcua',
  address: 'opc.tcp://10.1.2.3:4840',
  opcUa: { security: 'strongest', userName: 'reader', hasPassword: true, trusted: certificate },
})
const readMessage = (seconds, raw) =>
  message(seconds, raw, 'stored', { source: 'opcua', topic: null })
const heardFromServer = {
  since: at(2),
  light: 'good',
  ...{ refused: 0, refusedSignIns: [] },
  goodAt: at(0.0003),
  finding: null,
  messages: [
    readMessage(
      1,
      '{"name":"Status/CurMachSpeed","value":"154","sourceTimestamp":"2026-11-24T07:32:01Z"}',
    ),
    readMessage(11, '{"text":"Execute","name":"Execute"}'),
  ],
}
const found = {
  status: 'served',
  since: at(0.5),
  retryAt: null,
  fault: null,
  security: { mode: 'SignAndEncrypt', policy: 'Basic256Sha256' },
  server: 'Wrapper 7',
  machines: ['Hall 2/Line 4', 'Hall 2/Line 5'],
  machine: 'Hall 2/Line 4',
  parts: [
    ...['Status/CurMachSpeed', 'Status/MachSpeed', 'Status/UnitModeCurrent'],
    ...['Admin/ProdProcessedCount', 'Admin/ProdDefectiveCount', 'Admin/Alarm'],
  ]
    .map((name) => ({ name, isThere: true }))
    .concat(['Status/Product', 'Admin/StopReason'].map((name) => ({ name, isThere: false }))),
  alarms: 'array',
  clockAheadMs: 240,
  certificate: { ...certificate, trusted: 'person' },
}
const unread = {
  ...found,
  certificate: { ...certificate, trusted: null },
  status: 'waiting',
  retryAt: at(-0.01),
  fault: {
    reason: 'certificateUnknown',
    detail:
      'The certificate of 10.1.2.3 is not trusted. Compare its SHA-256 fingerprint 3f7ac1d90be24c6a8d15e2907b6f4c3a1e8d2f6b5a90c7e4d3b1f8a2c6e5d4b7 with the one that the server shows, then trust it on the page of the connection. Where there is no such page, as at an edge recorder, move opcua/unknown/10.1.2.3-3f7ac1d90be24c6a.der to opcua/trusted in the data directory.',
  },
  security: null,
  server: null,
  machines: [],
  machine: null,
  parts: [],
  alarms: null,
  clockAheadMs: null,
}
const token = {
  message: 'Success!',
  name: 'FW-103',
  token: 'Zk3nQ7xV9sK4tLr8ZpW3nB6yHc1JdF5gEa0mUoRiT2w',
  oldUntil: null,
}
const numbered = ({ messages, ...recent }) => ({
  ...recent,
  messages: messages.map((one, index) => ({ no: messages.length - index, ...one })),
})
const wire = (stored, recent) => ({
  '**/api/admin/machine/3/connection': answering(stored),
  '**/api/admin/machine/3/connection/recent': answering(numbered(recent)),
  '**/api/admin/machine/3/token': answering(token),
})
const wireOfServer = (recent, found) => ({
  ...wire(reading, recent),
  '**/api/admin/machine/3/connection/found*': answering({ found }),
})
const path = '/admin/panel?machine=3'
const makeToken = async (page) => {
  await press('Make token')(page)
  await page.getByLabel('Token of FW-103').waitFor()
}

/** A file of which some lines are refused; nothing of it is stored. */
const tryFile = (lines, opener, check) => async (page) => {
  await page
    .getByRole('region', { name: /^(Machines|Maschinen)$/ })
    .getByRole('button', { name: opener })
    .click()
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'machines.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\n')),
    })
  await inDialog(page, check)
  await page.getByRole('dialog').getByRole('status').waitFor()
}
const goodLines = [
  'client,type,serial,line,door,address,dictionary',
  'Northfield Confectionery,Flow Wrapper FW-3,FW-901,Line 9,http,,',
  'Northfield Confectionery,Flow Wrapper FW-3,FW-902,Line 9,packmlTags,plant/9/2,iso-tr88',
]
const wrongLines = [
  ...goodLines,
  'Northfield,Flow Wrapper FW-3,FW-903,Line 9,http,,',
  'Northfield Confectionery,Flow Wrapper FW-3,FW-101,Line 9,http,,',
  'Northfield Confectionery,Flow Wrapper FW-3,FW-901,Line 9,http,,',
  'Northfield Confectionery,Flow Wrapper FW-3,FW-904,Line 9,packmlTags,,',
  'Northfield Confectionery,Flow Wrapper FW-3,FW-905,Line 9,fax,,',
]

export const connectionScenes = [
  {
    name: 'connection-waiting',
    who: 'admin',
    path,
    wire: wire(connection(), waiting),
    act: makeToken,
  },
  {
    name: 'connection',
    who: 'admin',
    path,
    manual: [1440],
    wire: wire(connection(), good),
    act: makeToken,
  },
  {
    name: 'connection-states',
    who: 'admin',
    path,
    wire: wire(connection({ door: 'http' }), waiting),
    act: (page) => page.getByText('states and how they are written').click(),
  },
  { name: 'connection-wrong', who: 'admin', path, wire: wire(tags, wrong) },
  {
    name: 'connection-faults',
    who: 'admin',
    path,
    wire: wire(tags, wrong),
    async act(page) {
      await page.getByLabel('Name or number of line 2').fill('4')
      await page.getByLabel('Hold limit').fill('0')
      await press('Add line')(page)
      await press('Save')(page)
      await page.getByText('It is on line 1 already.').waitFor()
    },
  },
  {
    name: 'connection-german',
    who: 'admin',
    path,
    ...inGerman,
    wire: wire(tags, wrong),
  },
  {
    name: 'connection-sparkplug',
    who: 'admin',
    path,
    manual: [1440],
    wire: wire(gateway, heardFromGateway),
    act: makeToken,
  },
  {
    name: 'connection-opcua',
    who: 'admin',
    path,
    manual: [1440],
    wire: wireOfServer(heardFromServer, found),
  },
  {
    name: 'connection-opcua-unread',
    who: 'admin',
    path,
    wire: wireOfServer(waiting, unread),
  },
  {
    name: 'connection-gone',
    who: 'admin',
    path: '/admin/panel?machine=999999',
  },
  {
    name: 'machines-import-found',
    who: 'admin',
    path: '/admin/panel',
    full: false,
    act: tryFile(goodLines, 'Import CSV', 'Check'),
  },
  {
    name: 'machines-import-refused',
    who: 'admin',
    path: '/admin/panel',
    full: false,
    act: tryFile(wrongLines, 'Import CSV', 'Check'),
  },
  {
    name: 'machines-import-german',
    who: 'admin',
    path: '/admin/panel',
    full: false,
    ...inGerman,
    act: tryFile(wrongLines, 'CSV importieren', 'Prüfen'),
  },
]
