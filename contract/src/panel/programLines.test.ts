import { expect, test } from 'vitest'
import { programLines } from './programLines.ts'

const question = {
  ...{ url: 'https://packboard.example.com/', clientId: 3, zone: 'Europe/London' },
  ...{ from: '2026-11-23', to: '2026-11-29' },
}

test('Excel asks for a table with the key in the first line, and for the machines as a list', () => {
  const lines = programLines({ ...question, group: 'stops' }, 'excel')
  expect(lines).toContain('Key = "pbk_..."')
  expect(lines).toContain('Web.Contents("https://packboard.example.com", [')
  expect(lines).toContain('RelativePath = "api/admin/export/stops/csv"')
  expect(lines).toContain('clientId = "3", start_date = "2026-11-23", end_date = "2026-11-29"')
  const machines = programLines({ ...question, group: 'machines' }, 'excel')
  expect(machines).toContain('RelativePath = "api/admin/client_machines/3"')
  expect(machines).toContain('Json.Document(Answer)[machines]')
})

test('curl and Python take the key from a variable: it stands in no file and no history', () => {
  for (const way of ['curl', 'python'] as const) {
    const lines = programLines({ ...question, group: 'audit' }, way)
    expect(lines).toContain('PACKBOARD_KEY')
    expect(lines).not.toContain('pbk_')
    expect(lines).toContain('https://packboard.example.com/api/admin/export/audit-trail/csv')
  }
})
