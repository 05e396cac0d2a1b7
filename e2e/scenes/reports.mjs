// Reports by mail: their table and form, what was sent, one of them as it was sent, and the page of the link in a mail.
import { answering, insteadOf, press } from './acts.mjs'

const id = (number) => `95000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const report = (number, name, more = {}) => ({
  ...{ id: id(number), name, enabled: true, kind: 'shift', machines: 'all', language: 'en' },
  ...{ files: ['pdf', 'xlsx'], to: [{ channel: 'person', to: 2 }] },
  ...{ machineCount: 8, unreached: [], ...more },
})
const reports = {
  ...{ version: 4, mayDays: true },
  reports: [
    report(1, 'Shift to the plant manager', {
      to: [
        { channel: 'person', to: 2 },
        { channel: 'mail', to: 1 },
      ],
      unreached: [{ channel: 'mail', to: 1, name: 'boss@northfield.example', why: 'notConfirmed' }],
    }),
    report(2, 'Week of Line 1', { kind: 'week', machines: { lineName: 'Line 1' } }),
    report(3, 'Day of FW-102', { kind: 'day', machines: ['FW-102'], enabled: false }),
  ],
  recipients: {
    people: [
      { id: 2, name: 'J. Okafor', role: 2 },
      { id: 3, name: 'M. Hughes', role: 5 },
    ],
    roles: [2, 4, 5],
    mails: [{ id: 1, address: 'boss@northfield.example', confirmed: false }],
  },
}
const subject =
  '8,498 packs short of target. One stop cost more than that: FW-102, front jaw, 1h 01m.'
const mail = {
  subject,
  html: `<!doctype html><html lang="en"><body style="font-family:sans-serif"><h1>${subject}</h1></body></html>`,
  text: subject,
}
const sentOne = (number, more = {}) => ({
  ...{ id: number, from: '2026-11-20T18:00:00.000Z', to: '2026-11-21T06:00:00.000Z' },
  ...{ fixedAt: '2026-11-21T06:15:00.000Z', subject, isCorrection: false, isTest: false },
  deliveries: [
    { name: 'J. Okafor', state: 'sent', why: '', sentAt: '2026-11-21T06:15:02.000Z' },
    { name: 'boss@northfield.example', state: 'dropped', why: 'notConfirmed', sentAt: null },
  ],
  ...more,
})
const sent = { sent: [sentOne(2, { isCorrection: true }), sentOne(1)], shown: null }
const shown = {
  ...sent,
  shown: { ...mail, moved: [{ figure: 'packs', fixed: 456_502, now: 457_100 }] },
}
const wire = {
  '**/api/admin/reports/1': insteadOf('GET', answering(reports)),
  '**/api/admin/reports/1/*/sent': answering(sent),
  '**/api/admin/reports/1/*/sent?shown=*': answering(shown),
  '**/api/report-link/*': answering({
    ...{ reportName: 'Shift to the plant manager', clientName: 'Northfield Confectionery' },
    ...{ recipient: 'boss@northfield.example', isStopped: false },
  }),
}
const scene = (name, more = {}) => ({
  ...{ name, who: 'clientadmin', path: '/admin/panel?view=reports', wire, ...more },
})

export const reportScenes = [
  scene('reports'),
  scene('report-new', { act: press('Add Report') }),
  scene('reports-sent', { act: press('Sent: Shift to the plant manager') }),
  { name: 'report-link', path: `/report/${'T'.repeat(43)}`, wire },
]
