/** The head of a page on paper. */
export const print = {
  client: 'Client',
  machine: 'Machine',
  period: 'Period',
  periodOf: '{days}, {start} to {end}',
  filters: 'Filters',
  zone: 'Zone',
  printed: 'Printed',
} as const
