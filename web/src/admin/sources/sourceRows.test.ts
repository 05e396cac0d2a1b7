// @vitest-environment jsdom
import type { DataSource } from '@packboard/contract'
import { expect, test } from 'vitest'
import { sourcesCsv } from './DataSourcesView.tsx'
import { shownSources, sourceTotals, worstSource } from './sourceRows.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 10, minute))
const source = (serialNo: string, reported: Partial<DataSource> = {}): DataSource => ({
  ...{ id: 1, serialNo, lineName: 'Line 1', door: 'http', state: 'fine' },
  ...{ receivedAt: at(30), dataAt: at(30), perMinute: 6, hours: [1, 2], received: 3, accepted: 3 },
  ...{ duplicate: 0, late: 0, backFill: 0, quarantined: 0, resets: 0, unknownStates: 0 },
  ...{ kept: 0, missingNumbers: 0 },
  ...{ unknownFields: {}, clockSkewMs: 300, timeStandsStill: false, finding: null },
  ...reported,
})
const rows = [
  source('FW-10', { late: 5 }),
  source('FW-2', { state: 'silent', receivedAt: null, dataAt: at(1), perMinute: 0 }),
  source('FW-3', { state: 'never', receivedAt: null, dataAt: null, clockSkewMs: null }),
  source('FW-4', { state: 'clockOff', clockSkewMs: -90_000, lineName: 'Hall two' }),
  source('FW-5', { state: 'quarantined', quarantined: 7, late: 9 }),
]
const shown = (choice: Partial<Parameters<typeof shownSources>[1]>) =>
  shownSources(rows, {
    ...{ filter: 'all', search: '', order: { by: null, descending: false } },
    ...choice,
  }).map(({ serialNo }) => serialNo)

test('rows stay in the order of the call, and are filtered by state and words', () => {
  expect(shown({})).toEqual(['FW-10', 'FW-2', 'FW-3', 'FW-4', 'FW-5'])
  expect(shown({ filter: 'silent' })).toEqual(['FW-2'])
  expect(shown({ search: 'hall fw' })).toEqual(['FW-4'])
})

test('rows are sorted by urgency, by figures and by natural order of names', () => {
  const by = (key: string, descending = false) => shown({ order: { by: key, descending } })
  expect(by('state')).toEqual(['FW-3', 'FW-2', 'FW-4', 'FW-5', 'FW-10'])
  expect(by('machine')).toEqual(['FW-2', 'FW-3', 'FW-4', 'FW-5', 'FW-10'])
  expect(by('late', true).slice(0, 2)).toEqual(['FW-5', 'FW-10'])
  expect(by('clock', true)[0]).toBe('FW-4')
  expect(by('dataAge', true).slice(0, 2)).toEqual(['FW-3', 'FW-2'])
  expect(by('constructor')).toEqual(shown({}))
})

test('the figures above are of all machines; one that never sent is no silence', () => {
  expect(sourceTotals(rows)).toEqual({
    ...{ machines: 5, connected: 3, perMinute: 24, oldestAt: at(1) },
    ...{ largestSkewMs: -90_000, quarantined: 7 },
  })
  expect(sourceTotals([])).toMatchObject({ oldestAt: null, largestSkewMs: null })
})

test('a machine that fell silent is looked at before one that was never connected', () => {
  expect(worstSource(rows)?.serialNo).toBe('FW-2')
  expect(worstSource(rows.slice(2))?.serialNo).toBe('FW-4')
  expect(worstSource(rows.slice(4))?.serialNo).toBe('FW-5')
  expect(worstSource(rows.slice(2, 3))?.serialNo).toBe('FW-3')
  expect(worstSource(rows.slice(0, 1))).toBeUndefined()
})

test('the file has a line a machine, quotes what must be quoted, and no formula', () => {
  const file = sourcesCsv([source('FW-1', { lineName: '=1+1, "x"' })], at(0))
  const [head = '', line = ''] = file.split('\r\n')
  expect(head).toMatch(/^\uFEFFserialNo,lineName,/)
  expect(head).toContain('clockSkewMs,2026-11-24T10:00:00.000Z,2026-11-24T11:00:00.000Z')
  expect(line).toMatch(/^FW-1,"'=1\+1, ""x""",http,fine,/)
  expect(line).toMatch(/,300,1,2$/)
})
