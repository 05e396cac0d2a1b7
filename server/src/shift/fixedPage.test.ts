import type { FixedShift } from '@packboard/contract'
import { expect, test } from 'vitest'
import { changedLater, fixedContent, fixedPage } from './fixedPage.ts'

const at = new Date('2026-04-10T13:00:00Z')
const metrics = {
  ...{ 'Packs Produced': 1_000, packsAfterGap: 0, 'Idle Time Total': 0, 'Run Time Total': 60 },
  ...{ OEEE: 91, availability: 95, performance: 97, quality: 99, machineOeee: 92, coverage: 100 },
  ...{ lowCoverage: false, targetTooLow: false },
  qualityBasis: 'measured',
  targetSource: 'recipe',
  ...{ rejects: 10, alarmSeconds: 0, ancillarySeconds: 0, unknownSeconds: 0, externalSeconds: 0 },
  ...{ offlineSeconds: 0, windowSeconds: 60 },
} as const
const change = {
  ...{ at, userGroup: 'P. Okafor', description: 'Sealing temperature' },
  ...{ valueBefore: '142', valueAfter: '146' },
}
const page = (made = 1_000, more: Partial<FixedShift['figures']['metrics']> = {}): FixedShift => ({
  ...{ at, machines: 1, stepSeconds: 480, steps: [], lines: [], planned: [], changeCount: 1 },
  sentence: { rule: 'onTarget', terms: { packs: made, otherPacks: 1_000 } },
  also: [],
  figures: {
    ...{ made, due: 1_000, ofShift: 1_000, forecast: null, before: null, stopSeconds: 600 },
    metrics: { ...metrics, ...more },
    ...{ stopCauseCount: 1, lostPacks: 20, stopsWithoutReason: 1, secondsWithoutReason: 600 },
    ...{ plannedSeconds: 28_800, leftSeconds: 0 },
  },
  stories: [
    {
      ...{ machineId: 'FW-102', lineName: 'Line 1', start: at, end: at, goesOn: false },
      ...{ seconds: 600, lostPacks: 20, cause: 'Front jaw', group: 'Jaws', state: 21 },
      ...{ reasons: [], waitsForReason: true, timesBefore: 2, shiftsBefore: 20 },
      note: { text: 'Cartridge 1 changed', by: 'J. Okafor · Line 1', at },
      change,
    },
  ],
  changes: [{ ...change, machineId: 'FW-102' }],
  rejects: [],
  different: null,
})

test('a page is stored without what machines and people wrote, which is read again with it', async () => {
  const whole = page()
  const content = fixedContent(whole)
  expect(content).not.toMatch(/Okafor|Sealing|Cartridge/)
  const quotes = { note: whole.stories[0]?.note ?? null, change }
  const read = await fixedPage(content, { page: whole, quotesOf: async () => quotes })
  expect(read).toEqual(whole)
})

test('a figure has moved by more than 0.1 %, OEEE by more than 0.1 points', () => {
  expect(changedLater(page(), page(1_001))).toEqual([])
  expect(changedLater(page(), page(1_002))).toEqual([{ figure: 'packs', fixed: 1_000, now: 1_002 }])
  expect(changedLater(page(), page(1_000, { OEEE: 91.05 }))).toEqual([])
  expect(changedLater(page(), page(1_000, { OEEE: 90.8 }))).toEqual([
    { figure: 'oeee', fixed: 91, now: 90.8 },
  ])
  expect(changedLater(page(), page(1_000, { rejects: null }))).toEqual([
    { figure: 'rejects', fixed: 10, now: null },
  ])
  const none = page(1_000, { rejects: null })
  expect(changedLater(none, none)).toEqual([])
})
