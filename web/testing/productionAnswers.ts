import { reasonIds, unnamedPart, wireCoverage, wireReasons } from './stopBookAnswers.ts'

/** The totals of a window as they come over the wire. */
export const wireMetrics = (over: Record<string, unknown> = {}) => ({
  'Packs Produced': 63_498,
  packsAfterGap: 0,
  'Idle Time Total': 2_314,
  'Run Time Total': 25_210,
  OEEE: 77.1,
  availability: 82.4,
  performance: 94.5,
  quality: 99.1,
  machineOeee: 79.9,
  coverage: 99.2,
  qualityBasis: 'measured',
  targetSource: 'recipe',
  lowCoverage: false,
  targetTooLow: false,
  rejects: 571,
  alarmSeconds: 539,
  ancillarySeconds: 2_537,
  unknownSeconds: 0,
  externalSeconds: 620,
  offlineSeconds: 240,
  windowSeconds: 30_600,
  ...over,
})

const pie = (...chunks: [string, number][]) => ({
  data: { pieChunks: chunks.map(([x, y]) => ({ x, y })) },
})

const unchanged = { before: 155, after: 154, p: 0.4, adjusted: 1, isWorse: false }

/** Changes of two minutes of FW-101 on the day before; after the first of them it got worse. */
export const wireChanges = [
  {
    at: '2026-11-20T07:10:00.000Z',
    changes: [
      {
        ...{
          at: '2026-11-20T07:10:12.000Z',
          userGroup: 'Operator',
          valueBefore: '154',
          valueAfter: '148',
        },
        description: 'Front jaw set point (°C)',
      },
      {
        ...{
          at: '2026-11-20T07:10:31.000Z',
          userGroup: 'Engineer',
          valueBefore: '90',
          valueAfter: '92',
        },
        description: 'Knife phase (°)',
      },
    ],
    rank: 1,
    isWorse: true,
    figures: {
      stops: { before: 2, after: 4, p: 0.3, adjusted: 1, isWorse: false },
      rejects: { before: 0.8, after: 5.04, p: 0.0002, adjusted: 0.001, isWorse: true },
      speed: unchanged,
    },
  },
  {
    at: '2026-11-20T13:55:00.000Z',
    changes: [
      {
        ...{
          at: '2026-11-20T13:55:40.000Z',
          userGroup: 'Operator',
          valueBefore: '36',
          valueAfter: '34',
        },
        description: 'Film tension (%)',
      },
    ],
    rank: 2,
    isWorse: false,
    figures: null,
  },
]

/** Two stops of FW-101 on the day before, as the wire carries them. */
export const wireStops = [
  {
    machine: 'FW-101',
    start: '2026-11-20T07:46:10.000Z',
    end: '2026-11-20T08:21:58.000Z',
    seconds: 2_148,
    cause: 'Product in jaw',
    group: 'Jaws',
    state: 7,
    states: [
      { code: 7, seconds: 1_892 },
      { code: 3, seconds: 256 },
    ],
    product: 'Choc Bar 45 g',
    tool: 'T45-B',
    user: 'A. Kaur',
    lostPacks: 5_526,
    coverage: 100,
    beganBefore: false,
    open: false,
    counted: true,
    goesOn: false,
    micro: false,
    parts: [unnamedPart('2026-11-20T07:46:10.000Z', '2026-11-20T08:21:58.000Z', 2_148)],
    proposal: { reason: reasonIds.jam, why: 'alarm' },
  },
  {
    machine: 'FW-101',
    start: '2026-11-20T06:00:00.000Z',
    end: '2026-11-20T06:02:00.000Z',
    seconds: 90,
    cause: 'Held (No Production)',
    group: '',
    state: 16,
    states: [{ code: 16, seconds: 90 }],
    product: 'Choc Bar 45 g',
    tool: 'T45-B',
    user: '',
    lostPacks: null,
    coverage: 75,
    beganBefore: true,
    open: false,
    counted: false,
    goesOn: false,
    micro: true,
    parts: [unnamedPart('2026-11-20T06:00:00.000Z', '2026-11-20T06:02:00.000Z', 90)],
    proposal: null,
  },
]

const answers: readonly (readonly [path: string, answer: unknown])[] = [
  ['/api/admin/day-summary', { metrics: wireMetrics(), groupedData: [], tableData: [] }],
  [
    '/api/production_chart_data/idle_run_alarm',
    pie(['Run', 25_210], ['Idle', 2_314], ['Alarm', 539], ['Ancillary', 2_537]),
  ],
  [
    '/api/production_chart_data/products_pie_chart',
    pie(['Choc Bar 45 g', 50_000], ['No product', 13_498]),
  ],
  [
    '/api/alarm_pie_chart_data/groups',
    {
      data: {
        pieChunks: [
          { x: 'Film Feed', y: 12, seconds: 900 },
          { x: 'Jaws', y: 1, seconds: 420 },
        ],
      },
    },
  ],
  [
    '/api/prod_chart_data/speed_per_min',
    {
      data: {
        speed: [{ x: '2026-11-21T06:00:00.000Z', y: 150, min: 0, max: 158 }],
        nextMachine: [],
      },
      aggregationInterval: 'as-is',
    },
  ],
  [
    '/api/alarm_chart_data',
    {
      data: {
        alarm: [
          { x: '2026-11-21T07:00:00.000Z', y: 0, group: 'Film Feed', description: 'Web break' },
        ],
      },
    },
  ],
  ['/api/admin/state-lane', { parts: [] }],
  [
    '/api/admin/step-totals',
    {
      steps: [
        {
          x: '2026-11-21T06:00:00.000Z',
          ...{ run: 240, idle: 0, alarm: 60, ancillary: 0, unknown: 0 },
          ...{ speed: 150, packs: 600, rejects: 6 },
        },
      ],
      aggregationInterval: '5 minutes',
    },
  ],
  [
    '/api/admin/machine-state-bar-chart',
    {
      barChartData: [
        { x: 'Execute', y: 25_020 },
        { x: 'Film Snap', y: 1_014 },
      ],
    },
  ],
  [
    '/api/admin/stop-causes',
    {
      causes: [
        {
          ...{ kind: 'withoutReason', reason: null, group: 'Jaws', cause: 'Product in jaw' },
          ...{ seconds: 420, count: 1, lostPacks: 900 },
        },
      ],
    },
  ],
  ['/api/admin/changes', { from: '2026-11-20T06:00:00.000Z', rows: wireChanges, count: 3 }],
  ['/api/audit_trail_data/1/200', { auditData: [], count: 0 }],
  ['/api/admin/stops', { stops: wireStops, count: wireStops.length, reasons: wireCoverage }],
  ['/api/admin/reasons/', { reasons: wireReasons, version: 3 }],
  ['/api/get_lookup_data2/', { data: ['T38-A', 'T45-B'] }],
  ['/api/get_lookup_data/', { data: ['Choc Bar 45 g', 'Nougat Bar 38 g'] }],
  ['/api/get_lookup_data_values/', { data: ['FW-101'] }],
]

/** The usual answers of a server to the calls of the production page. */
export function productionAnswer(path: string): unknown {
  return answers.find(([beginning]) => path.startsWith(beginning))?.[1]
}
