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
