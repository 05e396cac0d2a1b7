// The machines of a client as sources of records.
import { answering, failing, inGerman, press } from './acts.mjs'
import { at } from './addresses.mjs'

const machine = (id, serialNo, lineName, state, more = {}) => {
  const hours = Array.from({ length: 24 }, (_, index) => 355 + ((index * 7) % 11))
  const accepted = hours.reduce((sum, count) => sum + count, 0)
  return {
    ...{ id, serialNo, lineName, state, door: 'mqttJson' },
    ...{ receivedAt: at(0.0005), dataAt: at(0.0006), perMinute: 6, hours },
    ...{ accepted, received: accepted, duplicate: 0, late: 0, backFill: 0, quarantined: 0 },
    ...{ kept: 0, missingNumbers: 0 },
    ...{ resets: 0, unknownStates: 0, unknownFields: {}, clockSkewMs: 310, finding: null },
    timeStandsStill: false,
    ...more,
  }
}
const finding = (more) => ({
  ...{ inUse: 'libremfg', verdict: 'found', proposal: 'libremfg', pairs: 15 },
  scores: [
    { dictionary: 'libremfg', legal: 19, of: 19 },
    { dictionary: 'iso-tr88', legal: 14, of: 19 },
    { dictionary: 'tmc', legal: 2, of: 19 },
  ],
  ...{ isProvisional: false, confirmedAt: at(30), confirmedBy: 'Manager' },
  ...more,
})
const unconfirmed = finding({
  ...{ inUse: 'iso-tr88', isProvisional: true, confirmedAt: null, confirmedBy: null },
})
const quiet = (hours) => Array.from({ length: 24 }, (_, index) => (index < hours ? 360 : 0))
const answer = {
  now: at(0),
  since: at(23.5),
  unassigned: 2,
  notAssigned: [{ address: 'Plant 1/Edge 4/Labeller', seenAt: at(0.2), isOwn: true }],
  sources: [
    machine(1, 'FW-101', 'Line 1', 'fine'),
    machine(2, 'FW-102', 'Line 1', 'quarantined', {
      ...{
        quarantined: 3,
        kept: 3,
        missingNumbers: 14,
        received: 8_643,
        duplicate: 1,
        late: 4,
        unknownStates: 2,
      },
      ...{ unknownFields: { rejectts: 12, Speed: 12 } },
    }),
    machine(3, 'FW-201', 'Line 2', 'clockOff', {
      ...{ door: 'packmlTags', clockSkewMs: 3_600_400, perMinute: 12, late: 118, resets: 2 },
      ...{ dataAt: at(1), finding: unconfirmed },
    }),
    machine(4, 'FW-202', 'Line 2', 'fine', {
      ...{ door: 'sparkplug', backFill: 1_440, finding: finding() },
    }),
    machine(5, 'FW-301', 'Line 3', 'silent', {
      ...{ door: 'opcua', receivedAt: at(3.2), dataAt: at(3.2), perMinute: 0, hours: quiet(20) },
      clockSkewMs: null,
    }),
    machine(6, 'FW-302', 'Line 3', 'never', {
      ...{ receivedAt: null, dataAt: null, perMinute: 0, hours: quiet(0), clockSkewMs: null },
      ...{ accepted: 0, received: 0 },
    }),
  ],
}
const raw = (record) => {
  const text = JSON.stringify({ kind: 'sample', serialNo: 'FW-102', ...record })
  return { raw: text, characters: text.length }
}
const notAccepted = {
  count: 3,
  records: [
    {
      ...{
        id: '0'.repeat(32),
        serialNo: 'FW-102',
        reason: 'malformed',
        advice: 'malformed',
        source: 'http',
      },
      detail: 'state: no machine state is called "Dancing"; send its code or its name',
      ...{ mend: 'Write the field as the detail says.', receivedAt: at(0.4) },
      ...raw({ time: at(0.4), state: 'Dancing', packs: 18_204 }),
    },
    {
      ...{
        id: '1'.repeat(32),
        serialNo: 'FW-102',
        reason: 'tooFarAhead',
        advice: 'tooFarAhead',
        source: 'http',
      },
      detail: '172802 s ahead: set the clock of the machine',
      mend: 'The clock of the machine is more than 24 hours ahead: set it.',
      ...{ receivedAt: at(5), ...raw({ time: at(-43), speed: 182.5 }) },
    },
  ],
}
const wire = {
  '**/api/admin/data-sources?*': answering(answer),
  '**/api/admin/reception/1/quarantine?*': answering(notAccepted),
}
const path = '/admin/panel?view=sources'

export const sourceScenes = [
  { name: 'panel-sources', who: 'clientadmin', path, wire, manual: [1440] },
  {
    name: 'panel-sources-details',
    who: 'clientadmin',
    path,
    full: false,
    wire,
    act: press(/^Details of FW-102/),
  },
  {
    name: 'panel-sources-dictionary',
    who: 'clientadmin',
    path,
    full: false,
    wire,
    act: press(/^Details of FW-201/),
  },
  {
    name: 'panel-sources-add',
    who: 'admin',
    path: `${path}&client=1`,
    full: false,
    wire: {
      '**/api/admin/data-sources?*': answering({
        ...answer,
        notAssigned: [
          ...answer.notAssigned,
          { address: 'Hall 7/Gateway 2/Case Packer', seenAt: at(0.4), isOwn: false },
        ],
      }),
    },
    act: press(/^Add machine: Plant 1/),
  },
  { name: 'panel-sources-german', who: 'clientadmin', path, ...inGerman, wire },
  {
    name: 'panel-sources-empty',
    who: 'clientadmin',
    path,
    wire: { '**/api/admin/data-sources?*': answering({ ...answer, unassigned: 0, sources: [] }) },
  },
  {
    name: 'panel-sources-failed',
    who: 'clientadmin',
    path,
    wire: { '**/api/admin/data-sources?*': failing },
  },
]
