// Alerts: rules with their back-test, open ones, the page of one, the ways out, notifications, and a call for help.
import { answering, insteadOf, press } from './acts.mjs'

const minuteMs = 60_000
const now = Date.now()
const ago = (minutes) => new Date(now - minutes * minuteMs).toISOString()
const ruleId = (number) => `94000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const counts = (opened, median, more = {}) => ({
  ...{ sent: opened, true: opened, missed: 0, late: 0, opened },
  ...{ medianAcknowledgeSeconds: median, ...more },
})
const rule = (number, name, condition, last30Days, more = {}) => ({
  ...{ id: ruleId(number), name, enabled: true, condition, machines: 'all', when: 'planned' },
  ...{ severity: 'warning', steps: [{ afterSeconds: 0, channel: 'person', to: 3 }] },
  ...{ last30Days, mute: null, ...more },
})
export const alertRules = {
  version: 7,
  rules: [
    rule(1, 'Stopped longer than 5 min', { kind: 'stoppedLonger', seconds: 300 }, counts(14, 190), {
      machines: { lineName: 'Line 1' },
      steps: [
        { afterSeconds: 0, channel: 'person', to: 3 },
        { afterSeconds: 600, channel: 'person', to: 2 },
        { afterSeconds: 1_800, channel: 'hook', to: 1 },
      ],
      repeatSeconds: 3_600,
    }),
    rule(2, 'Offline longer than 15 min', { kind: 'offlineLonger', seconds: 900 }, counts(2, 362), {
      when: 'always',
      steps: [{ afterSeconds: 0, channel: 'mail', to: 1 }],
    }),
    rule(
      3,
      'Rejects over 3 % of 500 packs',
      { kind: 'rejectsOver', percent: 3, packs: 500 },
      counts(5, 700, { late: 1 }),
      {
        machines: ['FW-101', 'FW-102', 'FW-103'],
        steps: [{ afterSeconds: 0, channel: 'role', to: 4 }],
      },
    ),
    rule(
      4,
      'Alarm Film Snap, 3 times in 30 min',
      { kind: 'alarm', text: 'Film Snap', times: 3, minutes: 30 },
      counts(4, 268),
      {
        mute: { until: ago(-480), reason: 'New film is tried', by: 'M. Hughes' },
      },
    ),
    rule(5, 'OEEE of the shift under 75 %', { kind: 'oeeeUnder', percent: 75 }, counts(3, null), {
      steps: [{ afterSeconds: 0, channel: 'person', to: 2 }],
    }),
    rule(
      6,
      'Speed under 80 % of target for 20 min',
      { kind: 'speedUnder', percent: 80, seconds: 1_200 },
      counts(9, 435),
      {
        enabled: false,
      },
    ),
    rule(7, 'Call for help', { kind: 'helpCalled' }, counts(6, 64), { when: 'always' }),
  ],
  mutedMachines: [{ machineId: 'FW-103', until: ago(-1_500), reason: 'Retrofit', by: 'P. Nowak' }],
  recipients: {
    people: [
      { id: 2, name: 'M. Hughes', role: 2 },
      { id: 3, name: 'P. Nowak', role: 4 },
      { id: 4, name: 'A. Kaur', role: 3 },
    ],
    roles: [2, 3, 4],
    mails: [{ id: 1, address: 'service@northfield.example', confirmed: true }],
    hooks: [
      { id: 1, name: 'Maintenance desk', kind: 'hook', enabled: true },
      { id: 2, name: 'Plant broker', kind: 'mqtt', enabled: false },
    ],
  },
}

const causes = [
  ['FW-201', 'Film', 'Web break at unwind A', 7],
  ['FW-102', 'OverTemp', 'Front jaw temperature under set point', 31],
  ['FW-102', 'OverTemp', 'Front jaw temperature under set point', 61],
  ['FW-102', 'Jaws', 'Product in jaw', 18],
  ['FW-201', 'Film', 'Film reel empty', 14],
  ['FW-103', 'Outfeed', 'Packs blocked at outfeed belt', 9],
  ['FW-202', 'Infeed', 'Infeed jam', 11],
]
const opening = (index) => {
  const [machineId, causeGroup, cause, minutes] = causes[index % causes.length]
  const at = index * 2 * 1_440 + 60
  return {
    ...{ machineId, cause, causeGroup, openedAt: ago(at), late: index === 5 },
    clearedAt: index === 0 ? null : ago(at - minutes),
    inPlannedTime: index % 3 !== 2,
  }
}
const list = Array.from({ length: 15 }, (_, index) => opening(index))
export const backTest = (more = {}) => ({
  ...{ opened: 14, inPlannedTime: 9, late: 1, perDay: 2, list, withoutPast: false, ...more },
})

const alert = (id, machineId, name, more = {}) => ({
  ...{ id, clientId: 1, machineId, lineName: 'Line 2', ruleId: ruleId(1), ruleName: name },
  ...{ origin: 'rule', kind: 'stoppedLonger', severity: 'warning', text: '' },
  ...{ cause: 'Web break at unwind A', causeGroup: 'Film' },
  ...{ openedAt: ago(6.7), knownAt: ago(6.68), clearedAt: null, late: false },
  ...{ acknowledgedAt: null, acknowledgedBy: null, onMyWayAt: null, onMyWayBy: null },
  ...{ raisedBy: null, sent: 1, muted: false, ...more },
})
export const openOnes = [
  alert(41, 'FW-201', 'Stopped longer than 5 min', { text: 'Call the film store: 4711' }),
  alert(40, 'FW-104', 'Call for help', {
    ...{ origin: 'help', ruleId: ruleId(7), kind: 'helpCalled', severity: 'critical' },
    ...{
      cause: '',
      causeGroup: '',
      raisedBy: 'A. Kaur',
      text: 'Reel is too heavy',
      lineName: 'Line 1',
    },
    ...{ openedAt: ago(11), knownAt: ago(11) },
  }),
  alert(38, null, 'Backup overdue', {
    ...{ kind: 'backupOverdue', cause: '', causeGroup: '', openedAt: ago(400), knownAt: ago(400) },
    ...{ acknowledgedAt: ago(390), acknowledgedBy: 'M. Hughes', lineName: null },
  }),
]
const past = Array.from({ length: 12 }, (_, index) =>
  alert(30 - index, causes[index % causes.length][0], 'Stopped longer than 5 min', {
    ...{ cause: causes[index % causes.length][2], causeGroup: causes[index % causes.length][1] },
    ...{ openedAt: ago(900 + index * 700), knownAt: ago(900 + index * 700) },
    clearedAt: ago(880 + index * 700),
    ...(index !== 4 && { acknowledgedAt: ago(896 + index * 700), acknowledgedBy: 'P. Nowak' }),
    ...(index === 4 && { late: true, sent: 0 }),
  }),
)
const page = (alerts) => ({ alerts, next: null, open: 2 })
const details = {
  ...openOnes[0],
  messages: [
    {
      ...{ step: 0, channel: 'push', to: 'P. Nowak', dueAt: ago(6.68), sentAt: ago(6.66) },
      ...{ state: 'sent', why: '' },
    },
    {
      ...{ step: 0, channel: 'mail', to: 'P. Nowak', dueAt: ago(6.68), sentAt: ago(6.6) },
      ...{ state: 'sent', why: '' },
    },
    {
      ...{ step: 1, channel: 'mail', to: 'M. Hughes', dueAt: ago(-3.3), sentAt: null },
      ...{ state: 'waiting', why: '' },
    },
  ],
}
const linked = {
  alert: openOnes[0],
  ...{ recipient: 'P. Nowak', zone: 'Europe/London', clientName: 'Northfield Confectionery' },
  canAcknowledge: true,
}

const hook = (id, name, more = {}) => ({
  ...{ id, name, enabled: true, events: ['alert.opened', 'alert.closed'], kind: 'hook' },
  ...{ url: 'https://hooks.northfield.example/packboard', template: 'packboard' },
  ...{ hasPassword: false, offSince: null, offWhy: '', lastSentAt: ago(4), waiting: 0, ...more },
})
const hooks = {
  version: 3,
  hooks: [
    hook(1, 'Maintenance desk', { waiting: 1 }),
    hook(3, 'Shift room', {
      ...{ template: 'teams', events: ['shift.closed'], enabled: false, offSince: ago(900) },
      ...{ offWhy: 'failing', url: 'https://northfield.webhook.office.example/b2/9f' },
    }),
    {
      ...hook(2, 'Plant broker', { events: [], lastSentAt: null, hasPassword: true }),
      ...{ kind: 'mqtt', url: 'mqtts://broker.northfield.example:8883', username: 'packboard' },
      template: undefined,
    },
  ],
  mails: [
    { id: 1, address: 'service@northfield.example', confirmed: true },
    { id: 2, address: 'nights@northfield.example', confirmed: false },
  ],
  ...{ mailWorks: true, mailIsKept: false, pushWorks: false },
}
const delivery = (id, event, about, minutes, more = {}) => ({
  ...{ id, hookId: 1, event, about, createdAt: ago(minutes), sentAt: ago(minutes - 0.01) },
  ...{ nextTryAt: null, tries: 1, state: 'sent', why: '', status: 200, ...more },
})
const deliveries = {
  deliveries: [
    delivery(9, 'alert.opened', 'FW-201', 6.7),
    delivery(8, 'alert.closed', 'FW-102', 28, {
      ...{ state: 'waiting', sentAt: null, tries: 3, status: 503, nextTryAt: ago(-2) },
      why: 'away',
    }),
    delivery(7, 'alert.opened', 'FW-102', 59, { tries: 2 }),
    delivery(6, 'shift.closed', 'Night', 510, {
      ...{ hookId: 3, state: 'failed', sentAt: null, tries: 16, status: 404, why: 'away' },
    }),
  ],
  next: null,
}
const notifications = {
  ...{ mail: true, push: true, quiet: { from: '22:00', to: '06:00' }, zone: 'Europe/London' },
  ...{
    mailAddress: 'helen.ward@northfield.example',
    mailWorks: true,
    mailIsKept: false,
    pushWorks: true,
  },
  pushKey:
    'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
  devices: [
    { id: 1, name: 'Chrome on Android', addedAt: ago(9_000), lastSentAt: ago(6) },
    { id: 2, name: 'Firefox on Linux', addedAt: ago(500), lastSentAt: null },
  ],
}

/** What the calls of alerts answer, in place of the server's. */
export const alertWire = {
  '**/api/admin/alert-rules/1': insteadOf('GET', answering(alertRules)),
  '**/api/admin/alert-rules/1/back-test': answering(backTest()),
  '**/api/admin/alerts/1?**': (route) =>
    route.fulfill({
      json: page(
        new URL(route.request().url()).searchParams.get('state') === 'all'
          ? [...openOnes, ...past]
          : openOnes,
      ),
    }),
  '**/api/admin/alerts/1/41': answering(details),
  '**/api/alert-link/*': answering(linked),
  '**/api/admin/hooks/1': insteadOf('GET', answering(hooks)),
  '**/api/admin/hooks/1/deliveries*': answering(deliveries),
  '**/api/account/notifications': answering(notifications),
}
const tooMany = {
  ...alertWire,
  '**/api/admin/alert-rules/1/back-test': answering(
    backTest({ opened: 3_204, inPlannedTime: 2_018, perDay: 131 }),
  ),
}
const panel = '/admin/panel?view=alerts'
const panelScene = (name, more = {}) => ({
  ...{ name, who: 'clientadmin', path: panel, wire: alertWire, ...more },
})
const editFirst = press('Change Stopped longer than 5 min')

export const alertScenes = [
  panelScene('alert-rules', { manual: [1440] }),
  panelScene('alert-rule', { act: editFirst }),
  panelScene('alert-rule-too-many', { act: editFirst, wire: tooMany }),
  panelScene('alert-rule-new', { act: press('Add Rule') }),
  panelScene('alert-mute', { act: press('Mute Stopped longer than 5 min') }),
  panelScene('alerts-open', { path: `${panel}#open` }),
  panelScene('alerts-history', { path: `${panel}#history` }),
  panelScene('alert-channels', { path: `${panel}#channels` }),
  panelScene('alert-bell', { path: '/admin/dashboard', act: press(/^Alerts: /) }),
  panelScene('alert', { path: '/admin/alerts/1/41', manual: [1440] }),
  { name: 'alert-link', path: `/alert/${'T'.repeat(43)}`, wire: alertWire, manual: [390] },
  panelScene('notifications', { path: '/admin/account#notifications' }),
  panelScene('operator-call', {
    path: '/admin/operator?line=Line+1&machine=FW-101',
    act: press('Call for help'),
  }),
  panelScene('operator-called', { path: '/admin/operator?line=Line+1&machine=FW-104' }),
]
