// The page of a line, with answers in place of the server's: its pictures need no plant that holds a line up at this moment.
import { answering, insteadOf, never } from './acts.mjs'

const line = 'Line 1'
const minute = 60_000
const at = Math.floor(Date.now() / minute) * minute
const iso = (ms) => new Date(ms).toISOString()
const ago = (minutes) => iso(at - minutes * minute)
/** The window of the pictures: the last ten hours and fifty minutes, as of a day shift that began at six. */
const begin = at - 648 * minute

const wrappers = ['FW-101', 'FW-102', 'FW-103']
const kinds = {
  ...Object.fromEntries(wrappers.map((one) => [one, ['Flow Wrapper FW-3', 'flow-wrapper']])),
  'CT-104': ['Cartoner', 'cartoner'],
  'CP-105': ['Case packer', 'case-packer'],
  'PL-106': ['Palletiser', 'palletiser'],
}
const serialNos = Object.keys(kinds)
const machines = {
  machines: serialNos.map((machineId) => ({
    machineId,
    lineName: line,
    hasFlow: true,
    machineType: {
      label: kinds[machineId][0],
      imagePath: `/api/images/${kinds[machineId][1]}.png`,
    },
  })),
}

const own = { kind: 'own', namedBy: null }
const inherited = (rootMachineId, rootFrom, group, cause, waitsFor = rootMachineId) => ({
  ...{ kind: 'inherited', rootMachineId, rootFrom, group, cause, waitsFor },
  ...{ unmeasured: false, namedBy: null },
})
const glue = { group: 'Temp', cause: 'Glue temperature under set point' }
const magazine = { group: '', cause: 'Aborted' }

/** A stop from so many minutes ago on, so many long. */
const stop = (machineId, from, minutes, state, attribution, cause = {}) => ({
  ...{ machineId, from: ago(from), to: ago(from - minutes), seconds: 60 * minutes },
  ...{ plannedSeconds: 0, goesOn: from === minutes, state, group: '', cause: 'Downstream' },
  ...{ waits: attribution.kind === 'own' ? null : 'down', attribution, note: '', ...cause },
})
const waits = (from, minutes, root, rootFrom, cause, who = serialNos) =>
  who
    .filter((each) => each !== root)
    .map((each) => {
      const state = each.startsWith('FW') ? 19 : 16
      const why = inherited(root, ago(rootFrom), cause.group, cause.cause)
      return stop(each, from, minutes, state, why, { waits: each === 'PL-106' ? 'up' : 'down' })
    })
const undecided = {
  ...{ kind: 'withheld', why: 'skew', neighbour: 'CP-105' },
  ...{ skewMs: 400, neighbourSkewMs: 58_000, bufferSeconds: 45 },
}
const stops = [
  stop('CP-105', 595, 6, 3, own, magazine),
  ...waits(594, 5, 'CP-105', 595, magazine),
  stop('FW-102', 542, 36, 3, own, { group: 'Jaws', cause: 'Front jaw temperature' }),
  stop('FW-101', 532, 1.6, 25, own, { group: 'Film', cause: 'Registration mark not found' }),
  stop('CT-104', 460, 3, 15, own, { group: 'Infeed', cause: 'Blank missing' }),
  ...waits(459, 2.5, 'CT-104', 460, { group: 'Infeed', cause: 'Blank missing' }, wrappers),
  ...['FW-101', 'FW-102', 'FW-103', 'CT-104'].map((each) => stop(each, 342, 3, 19, undecided)),
  stop('FW-103', 260, 7.6, 25, own, { group: 'Film', cause: 'Registration mark not found' }),
  stop('CP-105', 150, 6, 3, own, magazine),
  ...waits(149, 5, 'CP-105', 150, magazine),
  stop('CP-105', 7.2, 7.2, 3, own, glue),
  stop('CT-104', 6.45, 6.45, 16, inherited('CP-105', ago(7.2), glue.group, glue.cause)),
  stop('FW-101', 4.9, 4.9, 19, inherited('CP-105', ago(7.2), glue.group, glue.cause, 'CT-104')),
  stop('FW-102', 4.85, 4.85, 19, inherited('CP-105', ago(7.2), glue.group, glue.cause, 'CT-104')),
  stop('FW-103', 5.5, 5.5, 25, own, { group: 'Film', cause: 'Reg Film Alarm' }),
  stop('PL-106', 5.7, 5.7, 16, inherited('CP-105', ago(7.2), glue.group, glue.cause), {
    waits: 'up',
  }),
]

const lastOf = (machineId) => stops.findLast((one) => one.machineId === machineId)
const present = (machineId, ppm) => {
  const { from, state, waits, group, cause, attribution } = lastOf(machineId)
  return {
    ...{ machineId, state, since: from, waits, group, cause, attribution },
    ...{ speedPpm: 0, targetPpm: ppm, product: 'Choc Bar 45 g' },
  }
}
const station = (ids, ppm, more = {}) => ({
  machines: ids.map((each) => present(each, ppm)),
  ...{ needs: 1, running: 0, bufferSeconds: 0, key: false, ...more },
})
const figures = (oeee) => ({ oeee, plannedSeconds: 38_000, packs: 266_412, targetPpm: 480 })
const now = {
  ...{ at: iso(at), hasFlow: true },
  stations: [
    station(wrappers, 160, { needs: 2, key: true }),
    station(['CT-104'], 160, { bufferSeconds: 92 }),
    station(['CP-105'], 40, { bufferSeconds: 45 }),
    { ...station(['PL-106'], 4, { bufferSeconds: 90 }) },
  ],
  root: {
    ...{ machineId: 'CP-105', since: ago(7.2), ...glue, lostPacks: 1_507 },
    waiting: ['FW-101', 'FW-102', 'CT-104', 'PL-106'],
  },
  ...{ speedPpm: 0, targetPpm: 480, line: figures(90.5), machines: figures(84.2) },
}

/** The same line while it runs. */
const running = {
  ...now,
  root: null,
  speedPpm: 472,
  stations: now.stations.map((one) => ({
    ...one,
    running: one.machines.length,
    machines: one.machines.map((machine) => ({
      ...{ ...machine, state: 10, since: null, waits: null, group: '', cause: '' },
      ...{ attribution: null, speedPpm: Math.round(machine.targetPpm * 0.98) },
    })),
  })),
}
const noFlow = {
  ...{ ...now, hasFlow: false, stations: [], root: null, line: null },
  ...{ speedPpm: null, targetPpm: null },
}
/** The case packer sends nothing, and nobody can say for whom the others wait. */
const offline = {
  ...running,
  stations: running.stations.map((one) => ({
    ...one,
    machines: one.machines.map((machine) =>
      machine.machineId === 'CP-105' ? { ...machine, state: null, speedPpm: null } : machine,
    ),
  })),
}

const sumOf = (list) => list.reduce((sum, { seconds }) => sum + seconds, 0)
const ofKind = (kind) => stops.filter(({ attribution }) => attribution.kind === kind)
const ofKey = (list) => list.filter(({ machineId }) => wrappers.includes(machineId))
const decided = stops.filter(({ attribution }) => attribution.kind !== 'withheld')
const rootOf = ({ machineId, group, cause, attribution }) =>
  attribution.kind === 'own'
    ? [machineId, group, cause]
    : [attribution.rootMachineId, attribution.group, attribution.cause]
const rows = [...new Set(decided.map((one) => JSON.stringify(rootOf(one))))].map((key) => {
  const found = decided.filter((one) => JSON.stringify(rootOf(one)) === key)
  const [machineId, group, cause] = JSON.parse(key)
  const keySeconds = sumOf(ofKey(found))
  return {
    ...{ machineId, group, cause, seconds: sumOf(found), keySeconds },
    ownSeconds: sumOf(found.filter(({ attribution }) => attribution.kind === 'own')),
    inheritedSeconds: sumOf(found.filter(({ attribution }) => attribution.kind === 'inherited')),
    ...{ stops: found.length, keyStops: ofKey(found).length },
    lostPacks: Math.round((keySeconds / 60) * 154),
  }
})
const withheldSeconds = sumOf(ofKind('withheld'))
const losses = {
  ...{ from: iso(begin), to: iso(at), hasFlow: true, plannedSeconds: 0, withheldSeconds },
  stopSeconds: sumOf(stops),
  ownSeconds: sumOf(ofKind('own')),
  inheritedSeconds: sumOf(ofKind('inherited')),
  rows: rows.toSorted((a, b) => b.seconds - a.seconds),
  withheld: [
    {
      ...{ why: 'skew', seconds: withheldSeconds, keySeconds: sumOf(ofKey(ofKind('withheld'))) },
      ...{ stops: 4, keyStops: 3, lostPacks: 499 },
    },
  ],
  bottleneck: now.stations.map((one, index) => ({
    ...{ station: index, machines: one.machines.map(({ machineId }) => machineId), key: one.key },
    rootShare: [0.081, 0.005, 0.03, 0][index],
    limitingShare: [0.004, 0.012, 0.09, 0.002][index],
  })),
}

/** Lanes that run, with the stops of each machine. */
const lanes = serialNos.map((machineId) => {
  const pieces = []
  let end = begin
  for (const one of stops.filter((each) => each.machineId === machineId)) {
    const [from, to] = [Date.parse(one.from), Date.parse(one.to)]
    pieces.push([0, Math.max(0, Math.round(from - end)), 10], [0, Math.round(to - from), one.state])
    end = to
  }
  if (end < at) pieces.push([0, at - end, 10])
  return {
    ...{ machineId, lineName: line, pieces, speed: [], alarms: [], targetPpm: 160 },
    end: { state: lastOf(machineId).state, ppm: 0, product: 'Choc Bar 45 g' },
  }
})
const timeline = {
  ...{ from: iso(begin), to: iso(at), stepMs: 60_000, speedStepMs: 300_000, lanes },
}

const stations = now.stations.map(({ machines: own, needs, bufferSeconds, key }) => ({
  ...{ machines: own.map(({ machineId }) => machineId), needs, bufferSeconds, key },
}))
const setBy = { setBy: 'M. Hughes', setAt: ago(8_000) }
const declared = { lineName: line, validFrom: '2026-11-16 00:00', stations, ...setBy }
const flow = {
  ...{ version: 3, timezone: 'Europe/London', lineNames: [line], lines: [declared] },
  history: [declared, { ...declared, validFrom: '2026-10-02 00:00' }],
}
const replayed = (undecidedStops, reasons) => ({
  ...{ stops: 219, own: 121, inherited: 98 - undecidedStops, withheld: undecidedStops },
  ...{ stopSeconds: 91_200, ownSeconds: 61_200, inheritedSeconds: 28_800, withheldSeconds: 1_200 },
  reasons,
})
const preview = {
  ...{ from: ago(43_200), to: ago(0) },
  before: replayed(45, []),
  after: replayed(7, [
    { why: 'skew', stops: 5 },
    { why: 'noStationDown', stops: 2 },
  ]),
  measured: [
    { station: 1, delays: 41, seconds: 97 },
    { station: 2, delays: 38, seconds: 45 },
    { station: 3, delays: 12, seconds: null },
  ],
}

const progressOf = (machineId, made) => ({
  ...{ machineId, made, due: 90_000, ofShift: 100_000, forecast: Math.round(made * 1.12) },
  ...{ target: { product: 'Choc Bar 45 g', ppm: 160, source: 'recipe' } },
  ...{ plannedSeconds: 35_000, leftSeconds: 4_200, ratePacks: 9_000, rateSeconds: 3_600 },
})
const progress = {
  ...{ shift: { name: 'Day', from: iso(begin), to: iso(begin + 12 * 60 * minute) }, at: iso(at) },
  machines: [
    ...[progressOf('FW-101', 89_310), progressOf('FW-102', 86_504)],
    progressOf('FW-103', 90_598),
  ],
  groups: [],
}

const wireOf = (present) => ({
  '**/api/admin/client_machines/*': answering(machines),
  '**/api/admin/line/*/now*': present === null ? never : answering(present),
  '**/api/admin/line/*/stops*': answering({
    ...{ from: iso(begin), to: iso(at), hasFlow: present?.hasFlow ?? true, stops },
  }),
  '**/api/admin/line/*/losses*': answering(losses),
  '**/api/admin/timeline*': answering(timeline),
  '**/api/admin/line-flow/*/preview': answering(preview),
  '**/api/admin/line-flow/*': insteadOf('GET', answering(flow)),
  '**/api/admin/shift-progress/*': answering(progress),
})

const address = (view = '') => {
  const day = (ms) => iso(ms).slice(0, 10)
  const time = (ms) => iso(ms).slice(11, 16)
  const window = `from=${day(begin)}&start=${time(begin)}&to=${day(at)}&end=${time(at)}&zone=UTC`
  return `/admin/line?${window}&line=${encodeURIComponent(line)}${view}`
}
const scene = (name, present, more = {}) => ({
  ...{ name, who: 'clientadmin', path: address(), wire: wireOf(present), ...more },
})

export const lineScenes = [
  scene('line', now, { manual: [1440] }),
  scene('line-running', running),
  scene('line-offline', offline),
  scene('line-no-flow', noFlow),
  scene('line-loading', null, { waits: false, after: 2_500 }),
  scene('line-losses', now, { path: address('&view=losses'), manual: [1440] }),
  scene('line-undecided', now, {
    path: address('&view=losses'),
    async act(page) {
      await page.getByRole('button', { name: 'Cannot be decided' }).click()
      await page.getByRole('button', { name: 'FW-102 Flow Wrapper FW-3' }).click()
    },
  }),
  scene('line-flow', now, {
    path: address('&view=flow'),
    manual: [1440],
    async act(page) {
      await page.getByLabel('Buffer before station 2, seconds').fill('60')
    },
  }),
  scene('wall-line-held', now, {
    path: '/admin/wall?line=Line%201',
    full: false,
    waits: false,
    after: 2_500,
  }),
  scene('line-move', now, {
    path: address('&view=flow'),
    full: false,
    act: (page) => page.getByRole('button', { name: 'FW-103: move it' }).click(),
  }),
]
