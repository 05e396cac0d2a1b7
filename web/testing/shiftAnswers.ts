import { wireMetrics } from './productionAnswers.ts'

/** The plan of a shift as it comes over the wire; without one where nothing is given. */
export const wireProgress = (over: Record<string, unknown> = {}) => ({
  ...{ shift: null, at: '2026-11-21T14:32:05.000Z', machines: [], groups: [] },
  ...over,
})

export const lateShift = {
  name: 'Late',
  from: '2026-11-21T14:00:00.000Z',
  to: '2026-11-21T22:00:00.000Z',
}

/** A machine of the target 160 that made 3,000 packs in the first 20 planned minutes of 468. */
export const wireMachineProgress = (machineId: string, over: Record<string, unknown> = {}) => ({
  ...{ machineId, made: 3_000, due: 3_213, ofShift: 74_880, forecast: 70_000 },
  target: { product: 'Choc Bar 45 g', ppm: 160, source: 'recipe' },
  ...{ plannedSeconds: 1_205, leftSeconds: 26_875, ratePacks: 3_000, rateSeconds: 1_205 },
  ...over,
})

const nightBegin = Date.parse('2026-11-20T18:00:00.000Z')
const night = { from: '2026-11-20T18:00:00.000Z', to: '2026-11-21T06:00:00.000Z' }
const pieceMs = 12 * 60_000

/** The pieces of the night shift: on target but for the hour from 02:36 on, in which 8,498 packs are missing. */
const nightSteps = Array.from({ length: 60 }, (_, index) => ({
  from: new Date(nightBegin + index * pieceMs).toISOString(),
  to: new Date(nightBegin + (index + 1) * pieceMs).toISOString(),
  made: index >= 43 && index < 48 ? 7_750 - 8_498 / 5 : 7_750,
  due: 7_750,
}))

const wireStory = (over: Record<string, unknown> = {}) => ({
  ...{ machineId: 'FW-102', lineName: 'Line 1', start: '2026-11-21T02:29:00.000Z' },
  ...{ end: '2026-11-21T03:30:00.000Z', goesOn: false, seconds: 3_660, lostPacks: 9_416 },
  ...{ cause: 'front jaw', group: 'Temp', state: 3, reasons: [], waitsForReason: false },
  ...{ note: null, change: null, timesBefore: 0, shiftsBefore: 26 },
  ...over,
})

/** The page of a night shift that missed its target by 8,498 packs. */
export const wireShiftPage = (over: Record<string, unknown> = {}) => ({
  shift: {
    ...{ name: 'Night', ...night, isRunning: false },
    ...{ previous: '2026-11-20T06:00:00.000Z', next: '2026-11-21T06:00:00.000Z' },
  },
  ...{ zone: 'UTC', at: night.to, machines: 2, stepSeconds: 720, steps: nightSteps },
  sentence: {
    rule: 'behindByStop',
    terms: {
      ...{ packs: 8_498, otherPacks: 9_416, machineId: 'FW-102', cause: 'front jaw' },
      ...{ group: 'Temp', seconds: 3_660 },
      ...{ start: '2026-11-21T02:29:00.000Z', end: '2026-11-21T03:30:00.000Z' },
    },
  },
  also: [{ rule: 'withoutReason', terms: { count: 1, seconds: 1_110 } }],
  figures: {
    ...{ made: 456_502, due: 465_000, ofShift: 465_000, forecast: null },
    metrics: wireMetrics({ 'Packs Produced': 456_502, OEEE: 91.04, rejects: 3_497 }),
    before: wireMetrics({ OEEE: 91.94 }),
    ...{ stopSeconds: 10_680, stopCauseCount: 40, lostPacks: 26_214 },
    ...{ stopsWithoutReason: 1, secondsWithoutReason: 1_440, plannedSeconds: 80_000 },
    leftSeconds: 0,
  },
  lines: [],
  planned: [{ from: '2026-11-21T02:00:00.000Z', to: '2026-11-21T02:25:00.000Z', kind: 'break' }],
  stories: [
    wireStory({
      change: {
        ...{ at: '2026-11-21T02:20:00.000Z', userGroup: 'Seal', description: 'Jaw temperature' },
        ...{ valueBefore: '142', valueAfter: '146' },
      },
      note: { text: 'Cartridge 1 changed', by: 'J. Okafor', at: '2026-11-21T03:35:00.000Z' },
    }),
    wireStory({
      ...{ machineId: 'FW-101', cause: 'Held (No Production)', group: '', state: 13 },
      ...{ seconds: 1_110, lostPacks: 2_146, waitsForReason: true, timesBefore: 2 },
    }),
  ],
  changes: [
    {
      ...{ at: '2026-11-21T02:20:00.000Z', machineId: 'FW-102', userGroup: 'Seal' },
      ...{ description: 'Jaw temperature', valueBefore: '142', valueAfter: '146' },
    },
  ],
  changeCount: 1,
  rejects: [{ machineId: 'FW-101', packs: 1_200, percent: 0.8 }],
  different: {
    ...{ from: '2026-11-13T18:00:00.000Z', to: '2026-11-14T06:00:00.000Z' },
    rows: [
      {
        ...{ what: 'cause', machineId: 'FW-102', cause: 'front jaw', group: 'Temp' },
        ...{ now: 3_660, before: null },
      },
    ],
  },
  now: null,
  openQuestions: [
    {
      ...{ machineId: 'FW-101', start: '2026-11-21T04:41:00.000Z' },
      ...{ end: '2026-11-21T04:59:30.000Z', seconds: 1_110, cause: 'Held (No Production)' },
      ...{ group: '', state: 13, proposal: null },
    },
  ],
  openCount: 1,
  notes: [],
  signatures: { over: null, takeover: null },
  ...{ isFixed: false, changedLater: [], maySign: 'yes' },
  ...over,
})
