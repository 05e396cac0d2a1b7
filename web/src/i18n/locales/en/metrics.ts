/** The four cards of totals. */
export const metrics = {
  totals: 'Totals',
  packs: 'Packs Produced',
  idle: 'Idle Time Total',
  run: 'Run Time Total',
  oeee: 'OEEE',
  whileRunning: '{ppm} ppm while running',
  share: '{share} of {window}',
  machineOeee: 'Machine OEEE {percent}',
  availability: 'Availability',
  performance: 'Performance',
  quality: 'Quality',
  estimatedTarget: 'estimated target',
  partlyMeasured: 'partly measured',
  notMeasured: 'not measured',
  lowCoverage: 'Low coverage: {percent} observed',
  targetTooLow: 'Target speed too low?',
} as const
