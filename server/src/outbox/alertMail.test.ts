import type { AlertForMessage } from '@packboard/management'
import { expect, test } from 'vitest'
import { alertMail } from './alertMail.ts'

const alert = (more: Partial<AlertForMessage>): AlertForMessage => ({
  ...{ id: '1', clientId: 1, clientName: 'Northfield', zone: 'Europe/Rome', clientIsGone: false },
  operators: 'notSet',
  ...{ machineNo: 1, machineId: 'FW-101', lineName: null, machineType: null, picture: null },
  ...{ ruleId: 'r', ruleName: 'Stopped', origin: 'rule', kind: 'stoppedLonger' },
  ...{ severity: 'warning', text: '', cause: '', causeGroup: '', late: false, withdrawn: false },
  ...{ openedAt: new Date('2026-06-01T10:00:00Z'), knownAt: new Date('2026-06-01T10:00:01Z') },
  ...{ clearedAt: null, acknowledgedAt: null, acknowledgedBy: null, onMyWayAt: null },
  ...{ onMyWayBy: null, raisedBy: null, muted: false, sent: 0 },
  ...more,
})
const mailOf = (alerts: readonly AlertForMessage[], hasAccount = true) =>
  alertMail({
    head: { providerName: 'Packboard', publicUrl: 'https://packboard.example' },
    ...{ to: 'a@test.example', alerts, hasAccount },
    tokens: new Map(alerts.map(({ id }) => [id, `token-${id}`])),
  })

test('one alert: its machine in the subject, times on the wall of the client, its own link', () => {
  const mail = mailOf([alert({ cause: 'Film jam', text: 'Call <Ann> & "Bob"' })])
  expect(mail.subject).toBe('Packboard: Warning, FW-101: Stopped')
  expect(mail.text).toContain('Since: 2026-06-01 12:00, Europe/Rome (UTC+2)')
  expect(mail.text).toContain('https://packboard.example/alert/token-1\n')
  expect(mail.text).toContain('https://packboard.example/admin/account#notifications')
  expect(mail.html).toContain('Call &lt;Ann&gt; &amp; &quot;Bob&quot;')
  expect(mail.html).toContain('href="https://packboard.example/alert/token-1"')
})

test('several: the gravest first, each with its link; of very many a number', () => {
  const many = Array.from({ length: 40 }, (_, n) => alert({ id: String(n), machineId: `M${n}` }))
  const mail = mailOf([...many, alert({ id: '99', severity: 'critical', origin: 'help' })], false)
  expect(mail.subject).toBe('Packboard: Critical, 41 alerts: FW-101, M0, M1 and 38 more')
  expect(mail.text.startsWith('CRITICAL · FW-101: call for help')).toBe(true)
  expect(mail.text).toContain('And 11 more: https://packboard.example')
  expect(mail.text).not.toContain('/account#notifications')
})
