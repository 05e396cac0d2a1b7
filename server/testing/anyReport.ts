import { type ReportContent, reportContent } from '@packboard/contract'
import type { ReportOccasion } from '../src/outbox/reportMail/reportView.ts'

const stop = (machineId: string, cause: string, group: string, lostPacks: number | null) => ({
  ...{ machineId, lineName: 'Line 1', cause, group, state: 21, lostPacks },
  ...{ start: '2026-11-21T02:29:00.000Z', end: '2026-11-21T03:30:00.000Z', seconds: 3_660 },
  ...{ goesOn: false, reasons: ['94000000-0000-4000-8000-000000000001'], waitsForReason: false },
  ...{ note: null, change: null, timesBefore: 2, shiftsBefore: 28 },
})
const progress = { made: 456_502, due: 465_000, ofShift: 465_000, forecast: null }

const metrics = {
  ...{ 'Packs Produced': 456_502, packsAfterGap: 0, 'Idle Time Total': 0, 'Run Time Total': 1 },
  ...{ OEEE: 91.04, availability: 93, performance: 98, quality: 99, machineOeee: 91 },
  ...{ coverage: 99.8, qualityBasis: 'measured', targetSource: null, lowCoverage: false },
  ...{ targetTooLow: false, rejects: 3_512, alarmSeconds: 0, ancillarySeconds: 0 },
  ...{ unknownSeconds: 0, externalSeconds: 0, offlineSeconds: 0, windowSeconds: 1 },
}

/** The page of a night shift as a report keeps it. */
export function anyReport(): ReportContent {
  const at = '2026-11-21T06:00:00.000Z'
  const content: unknown = {
    ...{ kind: 'shift', name: 'Night', from: '2026-11-20T18:00:00.000Z', to: at },
    ...{ zone: 'Europe/London', clientName: 'Northfield <Confectionery>', machines: '' },
    page: {
      at,
      sentence: { rule: 'behind', terms: { packs: 8_498, percent: 1.8 } },
      also: [{ rule: 'withoutReason', terms: { count: 3, seconds: 1_440 } }],
      machines: 8,
      figures: {
        ...progress,
        ...{ metrics, before: null, stopSeconds: 10_680, stopCauseCount: 50, lostPacks: 26_214 },
        ...{ stopsWithoutReason: 3, secondsWithoutReason: 1_440 },
        ...{ plannedSeconds: 300_000, leftSeconds: 0 },
      },
      stepSeconds: 21_600,
      steps: [
        {
          from: '2026-11-20T18:00:00.000Z',
          to: '2026-11-21T00:00:00.000Z',
          made: 240_000,
          due: 232_500,
        },
        { from: '2026-11-21T00:00:00.000Z', to: at, made: 216_502, due: 232_500 },
      ],
      ...{ lines: [], planned: [], changes: [], changeCount: 0, rejects: [], different: null },
      stories: [
        stop('FW-102', 'front jaw & <b>heater</b>', 'Jaws', 9_416),
        stop('FW-103', 'Held (No Production)', '', null),
      ],
    },
    reasons: [{ id: '94000000-0000-4000-8000-000000000001', name: 'Heater' }],
    openQuestions: [
      {
        ...{ machineId: 'FW-202', start: '2026-11-21T04:41:00.000Z', seconds: 1_110 },
        ...{ cause: 'product in jaw', group: 'Jaws' },
      },
    ],
    ...{ openCount: 12, dueStopSeconds: 9_000 },
  }
  return reportContent.parse(content)
}

export const anyOccasion: ReportOccasion = {
  ...{ language: 'en', name: 'Shift end', fixedAt: new Date('2026-11-21T06:15:00Z') },
  ...{ provisionalUntil: new Date('2026-11-21T12:15:00Z'), corrects: null },
  handOver: {
    notes: [
      {
        ...{ id: 1, text: 'Watch cartridge 2.', machineId: 'FW-102', by: 'J. Okafor' },
        at: new Date('2026-11-21T05:58:10Z'),
      },
    ],
    signatures: { over: null, takeover: null },
  },
}
