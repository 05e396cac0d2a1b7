/** Where the links at the top of the page lead. */
export const partIds = {
  packs: 'packs-per-minute',
  stopCauses: 'stop-causes',
  states: 'state-distribution',
} as const
