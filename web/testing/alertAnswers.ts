/** One open alert as it comes over the wire. */
export const wireAlert = (over: Record<string, unknown> = {}) => ({
  ...{ id: 41, clientId: 1, machineId: 'FW-101', lineName: 'Line 1', ruleId: ruleId(1) },
  ...{ ruleName: 'Stopped longer than 5 min', origin: 'rule', kind: 'stoppedLonger' },
  ...{ severity: 'warning', text: '', cause: 'Web break at unwind A', causeGroup: 'Film' },
  ...{ openedAt: '2026-11-21T14:25:29.000Z', knownAt: '2026-11-21T14:25:30.000Z' },
  ...{ clearedAt: null, late: false, acknowledgedAt: null, acknowledgedBy: null },
  ...{ onMyWayAt: null, onMyWayBy: null, raisedBy: null, sent: 1, muted: false },
  ...over,
})

export const ruleId = (number: number) =>
  `94000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** A rule with what became of it. */
export const wireRule = (number: number, over: Record<string, unknown> = {}) => ({
  ...{ id: ruleId(number), name: 'Stopped longer than 5 min', enabled: true },
  ...{ condition: { kind: 'stoppedLonger', seconds: 300 }, machines: 'all', when: 'planned' },
  ...{ severity: 'warning', steps: [{ afterSeconds: 0, channel: 'person', to: 2 }], mute: null },
  last30Days: {
    ...{ sent: 14, true: 14, missed: 0, late: 1, opened: 14, medianAcknowledgeSeconds: 190 },
  },
  ...over,
})

/** The rules of a client; the person who is signed in has the number 1. */
export const wireRules = (rules: readonly object[], over: Record<string, unknown> = {}) => ({
  ...{ version: 7, rules, mutedMachines: [] },
  recipients: {
    people: [
      { id: 1, name: 'Amrit Kaur', role: 2 },
      { id: 2, name: 'Petra Nowak', role: 4 },
    ],
    ...{ roles: [2, 3, 4], mails: [], hooks: [] },
  },
  ...over,
})

export const wireBackTest = (over: Record<string, unknown> = {}) => ({
  ...{ opened: 14, inPlannedTime: 9, late: 2, perDay: 3, withoutPast: false },
  list: [
    {
      ...{ machineId: 'FW-101', openedAt: '2026-11-20T07:51:10.000Z', late: false },
      ...{ clearedAt: '2026-11-20T08:21:58.000Z', inPlannedTime: true },
      ...{ cause: 'Front jaw temperature', causeGroup: 'OverTemp' },
    },
  ],
  ...over,
})

export const wireNotifications = {
  ...{ mail: true, push: false, quiet: null, zone: 'Europe/London', pushKey: 'AAAA' },
  ...{
    mailAddress: 'marta@northfield.example',
    mailWorks: true,
    mailIsKept: false,
    pushWorks: false,
    devices: [],
  },
}
