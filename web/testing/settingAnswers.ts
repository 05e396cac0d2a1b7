const speed = (
  machineTypeId: number | null,
  machineId: string | null,
  ppm: number | null,
  over: Record<string, unknown> = {},
) => ({
  product: 'Choc Bar 45 g',
  ...{ machineTypeId, machineId, ppm, validFrom: null, enteredBy: null, reason: '' },
  enteredAt: '2026-03-02T09:00:00.000Z',
  ...over,
})

/** Two products: the first with a speed for all machines, for a type, for a machine, and one that is to come. */
export const wireSpeeds = {
  version: 4,
  zone: 'Europe/London',
  targets: [
    speed(null, null, 180),
    speed(1, null, 190, {
      ...{ validFrom: '2026-03-02 00:00', enteredBy: 'M. Hughes', reason: 'New forming tool' },
    }),
    speed(null, 'FW-104', 140, { validFrom: '2026-04-01 06:00', enteredBy: 'M. Hughes' }),
    speed(null, null, 194, { validFrom: '2099-01-05 06:00', enteredBy: 'M. Hughes' }),
  ],
  products: ['Choc Bar 45 g', 'Nougat, "large"'],
  machineTypes: [
    { id: 1, label: 'Flow Wrapper FW-3' },
    { id: 2, label: 'VFFS V-240' },
  ],
  machines: [
    { id: 1, machineId: 'FW-101', machineTypeId: 1 },
    { id: 2, machineId: 'FW-104', machineTypeId: 1 },
    { id: 3, machineId: 'VB-12', machineTypeId: 2 },
  ],
  applying: [],
}

/** One target below what the records show, and one product that nobody set up. */
export const wireProposals = [
  {
    ...{ product: 'Choc Bar 45 g', machineId: 'FW-101', present: 190, proposed: 197.4 },
    ...{ performanceWeek: 1.062, tooLow: true },
  },
  {
    ...{ product: 'Rice Bar 28 g', machineId: 'VB-12', present: null, proposed: 118.2 },
    ...{ performanceWeek: null, tooLow: false },
  },
]

const entered = { validFrom: null, enteredBy: null, reason: '', code: null }

/** A machine with a hold limit of its own and what its type has. */
export const wireMachineSettings = {
  ...{ version: 7, name: 'FW-101', zones: ['Europe/London'], applying: [] },
  settings: [
    { ...entered, kind: 'holdLimit', value: 60, enteredAt: '2026-03-02T09:00:00.000Z' },
    {
      ...{ ...entered, kind: 'holdLimit', value: 120, enteredAt: '2026-05-02T09:00:00.000Z' },
      ...{ validFrom: '2026-05-02 10:00', enteredBy: 'M. Hughes', reason: 'Long wash' },
    },
  ],
  ofType: [
    { ...entered, kind: 'designSpeed', value: 200, enteredAt: '2026-03-02T09:00:00.000Z' },
    {
      ...{ ...entered, kind: 'category', code: 19, value: 'idle' },
      enteredAt: '2026-03-02T09:00:00.000Z',
    },
  ],
}

/** A complete preview: week 40 moves most, and of week 41 nothing was known before. */
export const wirePreview = {
  ...{ previewId: 'p1', until: '2026-11-30T10:30:00.000Z', applyFrom: '2026-04-21 00:00' },
  ...{ done: 214, of: 214, seconds: 3.2, days: 214 },
  machines: [
    { machineId: 'FW-101', days: 120 },
    { machineId: 'FW-104', days: 94 },
  ],
  weeks: [
    { week: '2026-W39', from: '2026-09-21', before: 0.7012, after: 0.7012 },
    { week: '2026-W40', from: '2026-09-28', before: 0.712, after: 0.698 },
    { week: '2026-W41', from: '2026-10-05', before: null, after: 0.69 },
  ],
  clients: [{ clientId: 1, name: 'Northfield Confectionery', machines: 2, days: 214 }],
  ...{ keptFrom: null, beforeFirst: null },
}
