import type { filters } from '../i18n/locales/en/filters.ts'
import type { WindowPreset } from './filterSearch.ts'

/** What a person calls each preset, as keys of the texts; the name itself is the one of the specification. */
export const presetKeys = {
  'Last 8 hours': 'last8Hours',
  'Last 16 hours': 'last16Hours',
  'Last 24 hours': 'last24Hours',
  Today: 'today',
  Yesterday: 'yesterday',
  'Last 7 Days': 'last7Days',
  'Last 30 Days': 'last30Days',
  'This Month': 'thisMonth',
  'Last Month': 'lastMonth',
  'This Year': 'thisYear',
  'Last Year': 'lastYear',
  'Last Week': 'lastWeek',
  'This shift': 'thisShift',
  'Last shift': 'lastShift',
  'Same shift yesterday': 'sameShiftYesterday',
  'This week': 'thisWeek',
  'Last week': 'weekBefore',
} as const satisfies Record<WindowPreset, keyof typeof filters>
