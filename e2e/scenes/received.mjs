// Received records and the quarantined ones.
import { answering, failing, inGerman, press } from './acts.mjs'
import { at } from './addresses.mjs'

const received = (serialNo, accepted, clockSkewMs, more = {}) => ({
  serialNo,
  accepted,
  duplicate: 0,
  late: 0,
  backFill: 0,
  conflicting: 0,
  quarantined: 0,
  alive: 0,
  clockSkewMs,
  ...more,
})
const receivedCounts = {
  machines: [
    received('FW-101', 186_204, 310, { duplicate: 1_204, late: 88 }),
    received('FW-102', 185_977, -20_400, { conflicting: 2, quarantined: 3 }),
    received('FW-201', 0, null),
    received('VF-401', 92_410, 3_720_000, { late: 12, backFill: 9_000 }),
  ],
}
const quarantined = (hours, serialNo, reason, detail, record, source = 'http') => {
  const raw = JSON.stringify({ kind: 'sample', serialNo, ...record })
  const mend = 'Write the field as the detail says.'
  const what = {
    id: '0'.repeat(32),
    serialNo,
    reason,
    detail,
    advice: reason,
    mend,
    receivedAt: at(hours),
  }
  return { ...what, source, raw, characters: raw.length }
}
const unknown = 'no machine has this serial number'
const quarantine = {
  records: [
    quarantined(0.2, 'FW-303', 'unknownMachine', unknown, {
      time: at(0.2),
      seq: 4_211,
      state: 'Execute',
      product: 'Choc Bar 45 g',
      tool: 'Former 45',
      user: 'Anna Berg',
      speed: 182.5,
      packs: 18_204,
    }),
    quarantined(0.3, 'FW-303', 'unknownMachine', unknown, { time: at(0.3), state: 'Execute' }),
    quarantined(5, 'FW-102', 'tooFarAhead', '172802 s ahead', { time: at(-43) }, 'mqttJson'),
    quarantined(6, 'FW-102', 'implausible', 'speed: Too big: expected number to be <=1000000', {
      time: at(6),
      speed: 4_000_000,
    }),
    quarantined(30, 'FW-511', 'notBound', 'FW-102 is not bound to this machine', { time: at(30) }),
  ],
  count: 5,
}
/** A record of 300 kB, of which the beginning is kept. */
const cut = {
  ...quarantined(0.1, 'FW-101', 'cut', '300123 bytes, at most 262144', {
    time: at(0.1),
    state: 'Execute',
    texts: Array.from({ length: 60 }, (_, index) => `step ${index} of the recipe`),
  }),
  characters: 300_123,
}
const receivedOf = (aside) => ({
  '**/api/admin/reception/1': answering({
    machines: aside.count > 0 ? receivedCounts.machines : receivedCounts.machines.slice(2),
  }),
  '**/api/admin/reception/1/quarantine?*': answering(aside),
})
const panelQuarantine = '/admin/panel?view=quarantine'

export const receivedScenes = [
  {
    name: 'panel-quarantine',
    who: 'clientadmin',
    path: panelQuarantine,
    wire: receivedOf(quarantine),
  },
  {
    name: 'panel-quarantine-record',
    who: 'clientadmin',
    path: panelQuarantine,
    full: false,
    wire: receivedOf(quarantine),
    act: press(/^Open the record of FW-303/),
  },
  {
    name: 'panel-quarantine-cut',
    who: 'clientadmin',
    path: panelQuarantine,
    wire: receivedOf({ records: [cut, ...quarantine.records], count: 6 }),
  },
  {
    name: 'panel-quarantine-cut-record',
    who: 'clientadmin',
    path: panelQuarantine,
    full: false,
    wire: receivedOf({ records: [cut], count: 1 }),
    act: press(/^Open the record of FW-101/),
  },
  {
    name: 'panel-quarantine-german',
    who: 'clientadmin',
    path: panelQuarantine,
    ...inGerman,
    wire: receivedOf(quarantine),
  },
  {
    name: 'panel-quarantine-empty',
    who: 'clientadmin',
    path: panelQuarantine,
    wire: receivedOf({ records: [], count: 0 }),
  },
  {
    name: 'panel-quarantine-failed',
    who: 'clientadmin',
    path: panelQuarantine,
    wire: { '**/api/admin/reception/**': failing },
  },
]
