/** Ids of the reasons of `wireReasons`. */
export const reasonIds = {
  film: '00000000-0000-4000-8000-000000000001',
  filmBreak: '00000000-0000-4000-8000-000000000002',
  filmChange: '00000000-0000-4000-8000-000000000003',
  jam: '00000000-0000-4000-8000-000000000004',
  cleaning: '00000000-0000-4000-8000-000000000005',
} as const

const reason = (id: string, rank: number, en: string, over: object = {}) => ({
  ...{ id, rank, parent: null, name: { en }, icon: 'film', planned: false, cause: 'machine' },
  ...{ overrunSeconds: null, alarms: [], states: [], retired: false, used: false, used30Days: 0 },
  ...over,
})

/** Film with two under it, Product jam, and Cleaning, which is planned for 30 minutes. */
export const wireReasons = [
  reason(reasonIds.film, 1, 'Film', { name: { en: 'Film', de: 'Folie' } }),
  reason(reasonIds.filmBreak, 1, 'Film break', {
    ...{ parent: reasonIds.film, icon: 'scissors', used: true, used30Days: 31 },
    alarms: [{ kind: 'text', value: 'Web break at unwind A' }],
  }),
  reason(reasonIds.filmChange, 2, 'Film change', {
    ...{ parent: reasonIds.film, planned: true, overrunSeconds: 600 },
  }),
  reason(reasonIds.jam, 2, 'Product jam', {
    ...{ icon: 'wrench', name: { en: 'Product jam', de: 'Produktstau' } },
    alarms: [{ kind: 'group', value: 'Jaws' }],
  }),
  reason(reasonIds.cleaning, 3, 'Cleaning', {
    ...{ icon: 'washer', planned: true, cause: 'operator', overrunSeconds: 1_800 },
  }),
]

export const wireCoverage = {
  ...{ stops: 1, seconds: 2_148, withoutReason: 1, withoutReasonSeconds: 2_148 },
  ...{ microStops: 1, microSeconds: 90, thresholdSeconds: 120 },
}

/** A stretch of a stop without a label. */
export const unnamedPart = (start: string, end: string, seconds: number) => ({
  ...{ start, end, seconds, reason: null, note: '', by: null, at: null, labelId: null },
  ...{ planned: null, overrunAt: null },
})

/** The same with a label. */
export const namedPart = (
  start: string,
  end: string,
  reasonId: string,
  labelId: number,
  over: object = {},
) => ({
  ...unnamedPart(start, end, (Date.parse(end) - Date.parse(start)) / 1_000),
  ...{ reason: reasonId, labelId, by: 'amrit', at: '2026-11-20T08:23:10.000Z', planned: false },
  ...over,
})
