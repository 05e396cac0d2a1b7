import type { en } from '../../i18n/locales/en/en.ts'

/** A figure that is explained wherever it stands; its name and what it means are the texts of `figures`. */
export type Figure = keyof typeof en.figures extends infer Key
  ? Key extends `${infer Name}.text`
    ? Name
    : never
  : never

/** The figures as the help page lists them: what belongs together stands together. */
export const figureGroups: readonly {
  title: 'onCard' | 'totals' | 'charts' | 'ofLine' | 'days'
  figures: readonly Figure[]
}[] = [
  {
    title: 'onCard',
    figures: ['status', 'speed', 'batchPacks', 'totalPacks', 'alarm', 'ancillary', 'lastUpdated'],
  },
  {
    title: 'totals',
    figures: [
      'packs',
      'idle',
      'run',
      'oeee',
      'availability',
      'performance',
      'quality',
      'machineOeee',
      'coverage',
    ],
  },
  {
    title: 'charts',
    figures: ['machineStatus', 'alarms', 'products', 'packsPerMinute', 'stopCauses', 'states'],
  },
  {
    title: 'ofLine',
    figures: ['attributedStop', 'lineOeee', 'bottleneck'],
  },
  {
    title: 'days',
    figures: ['day', 'idleMinutes', 'packsPacked', 'runMinutes'],
  },
]
