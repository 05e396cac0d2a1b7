// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { setLanguage } from '../i18n/language.ts'
import {
  lineSummary,
  linesSummary,
  partsSummary,
  silentStretches,
  spokenColumns,
} from './chartSummary.ts'

const at = (time: string) => new Date(`2026-11-21T${time}:00Z`)

const line = {
  what: 'Packs per minute, 3 points, per minute',
  from: at('06:00'),
  to: at('14:30'),
  zone: 'Europe/London',
  points: [
    { at: at('06:00'), ppm: 150 },
    { at: at('07:00'), ppm: 0 },
    { at: at('08:00'), ppm: 158.4 },
  ],
  gaps: [],
}

test('a line says what, when in which zone, how fast at the most and at the least', () => {
  expect(lineSummary(line)).toBe(
    'Packs per minute, 3 points, per minute, 21-11-2026 06:00:00 to 21-11-2026 14:30:00, Europe/London. ' +
      'Mean 103 ppm, lowest 0 ppm, highest 158 ppm at 21-11-2026 08:00:00.',
  )
})

test('the times are those of the zone that is named', () => {
  const summary = lineSummary({ ...line, zone: 'Asia/Kolkata' })
  expect(summary).toContain('21-11-2026 11:30:00 to 21-11-2026 20:00:00, Asia/Kolkata.')
  expect(summary).toContain('highest 158 ppm at 21-11-2026 13:30:00.')
})

test('what nobody knows is said, and what lies over the line', () => {
  const summary = lineSummary({ ...line, gaps: [600, 3_600], besides: ['23 alarms'] })
  expect(summary).toMatch(/23 alarms\. No data for 1h 10m in 2 stretches\.$/)
  expect(lineSummary({ ...line, gaps: [600] })).toMatch(/No data for 10m 00s in one stretch\.$/)
})

test('lines over one another say once what and when, then each for itself', () => {
  const { from, to, zone } = line
  const lines = [
    { name: 'FW-101', points: line.points, gaps: [600] },
    { name: 'FW-102', points: [], gaps: [] },
  ]
  expect(linesSummary({ what: 'Speed/Min of 2 machines, ppm', from, to, zone, lines })).toBe(
    'Speed/Min of 2 machines, ppm, 21-11-2026 06:00:00 to 21-11-2026 14:30:00, Europe/London. ' +
      'FW-101: Mean 103 ppm, lowest 0 ppm, highest 158 ppm at 21-11-2026 08:00:00. ' +
      'No data for 10m 00s in one stretch. FW-102: No data.',
  )
})

test('a line without a point has no data, not a speed of zero', () => {
  expect(lineSummary({ ...line, points: [] })).toMatch(/Europe\/London\. No data\.$/)
})

test('parts are told with their values and shares, in their order', () => {
  expect(
    partsSummary('Machine Status', [
      { name: 'Run', value: '7h 00m', share: '82.4 %' },
      { name: 'Idle', value: '0h 39m', share: '' },
    ]),
  ).toBe('Machine Status: Run 7h 00m (82.4 %), Idle 0h 39m.')
  expect(partsSummary('Alarms', [])).toBe('Alarms: no data.')
})

test('a zero is a point and a null is none', () => {
  expect(spokenColumns([60, 120, 180], [0, null, 5])).toEqual([
    { at: new Date(60_000), ppm: 0 },
    { at: new Date(180_000), ppm: 5 },
  ])
})

test('neighbouring steps without a value are one stretch, also at the end', () => {
  expect(silentStretches([null, null, 0, null, 5, null], 60)).toEqual([120, 60, 60])
  expect(silentStretches([0, 1], 60)).toEqual([])
})

test('in German a line is told in German, with the same figures', async () => {
  await setLanguage('de')
  const what = 'Packungen pro Minute'
  expect(lineSummary({ ...line, what, gaps: [600, 3_600], besides: ['23 Alarme'] })).toBe(
    'Packungen pro Minute, 21-11-2026 06:00:00 bis 21-11-2026 14:30:00, Europe/London. ' +
      'Mittel 103 ppm, niedrigster 0 ppm, höchster 158 ppm um 21-11-2026 08:00:00. ' +
      '23 Alarme. Keine Daten für 1h 10m in 2 Abschnitten.',
  )
})
