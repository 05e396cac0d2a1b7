const attribution = {
  ...{ kind: 'inherited', rootMachineId: 'CP-105', rootFrom: '2026-11-21T16:41:08.000Z' },
  ...{ group: 'Temp', cause: 'Glue', waitsFor: 'CP-105', unmeasured: false, namedBy: null },
}

const machine = (machineId: string, over: Record<string, unknown> = {}) => ({
  ...{ machineId, state: 10, since: null, waits: null, group: '', cause: '', attribution: null },
  ...{ speedPpm: 158, targetPpm: 160, product: 'Choc Bar 45 g' },
  ...over,
})

const figures = (oeee: number | null) => ({
  ...{ oeee, plannedSeconds: 36_000, packs: 89_310, targetPpm: 160 },
})

/** A line of a wrapper and a case packer that holds it since 16:41:08. */
export const wireLineNow = (over: Record<string, unknown> = {}) => ({
  ...{ at: '2026-11-21T16:48:20.000Z', hasFlow: true },
  stations: [
    {
      machines: [
        machine('FW-101', {
          ...{ state: 19, since: '2026-11-21T16:43:25.000Z', waits: 'down', attribution },
          ...{ cause: 'Downstream', speedPpm: 0 },
        }),
      ],
      ...{ needs: 1, running: 0, bufferSeconds: 0, key: true },
    },
    {
      machines: [
        machine('CP-105', {
          ...{ state: 3, since: '2026-11-21T16:41:08.000Z', group: 'Temp', cause: 'Glue' },
          ...{ attribution: { kind: 'own', namedBy: null }, speedPpm: 0, targetPpm: 40 },
        }),
      ],
      ...{ needs: 1, running: 0, bufferSeconds: 45, key: false },
    },
  ],
  root: {
    ...{ machineId: 'CP-105', since: '2026-11-21T16:41:08.000Z', group: 'Temp', cause: 'Glue' },
    ...{ lostPacks: 1_507, waiting: ['FW-101'] },
  },
  ...{ speedPpm: 0, targetPpm: 160, line: figures(90.5), machines: figures(84.2) },
  ...over,
})

/** The stops of that line: inherited, own, and one that cannot be decided. */
export const wireLineStops = (over: Record<string, unknown> = {}) => {
  const stop = {
    ...{ machineId: 'FW-101', from: '2026-11-21T16:43:25.000Z', to: '2026-11-21T16:48:20.000Z' },
    ...{ seconds: 295, plannedSeconds: 0, goesOn: true, state: 19, group: '' },
    ...{ cause: 'Downstream', waits: 'down', attribution, note: '' },
  }
  return {
    ...{ from: '2026-11-21T06:00:00.000Z', to: '2026-11-21T16:48:20.000Z', hasFlow: true },
    stops: [
      {
        ...{ ...stop, from: '2026-11-21T11:06:20.000Z', to: '2026-11-21T11:09:34.000Z' },
        ...{ seconds: 194, goesOn: false },
        attribution: {
          ...{ kind: 'withheld', why: 'skew', neighbour: 'CP-105' },
          ...{ skewMs: 400, neighbourSkewMs: 58_000, bufferSeconds: 45 },
        },
      },
      stop,
    ],
    ...over,
  }
}

const row = (machineId: string | null, cause: string, over: Record<string, unknown>) => ({
  ...{ machineId, group: 'Temp', cause, ownSeconds: 0, inheritedSeconds: 0, keySeconds: 0 },
  ...{ stops: 5, keyStops: 3, lostPacks: 1_000 },
  ...over,
})

/** What stopped it: 3,000 s, of which 1,800 s at the key station. */
export const wireLosses = (over: Record<string, unknown> = {}) => ({
  ...{ from: '2026-11-21T06:00:00.000Z', to: '2026-11-21T16:48:20.000Z', hasFlow: true },
  ...{ stopSeconds: 3_000, ownSeconds: 900, inheritedSeconds: 1_800, withheldSeconds: 300 },
  plannedSeconds: 0,
  rows: [
    row('CP-105', 'Glue', {
      ...{ seconds: 1_400, ownSeconds: 400, inheritedSeconds: 1_000, keySeconds: 700 },
    }),
    row('CP-105', 'Aborted', {
      ...{ seconds: 800, ownSeconds: 200, inheritedSeconds: 600, keySeconds: 500 },
    }),
    row('FW-101', 'Glue', { seconds: 300, ownSeconds: 300, keySeconds: 300 }),
    row(null, 'Glue', { seconds: 200, inheritedSeconds: 200, keySeconds: 60, lostPacks: 500 }),
  ],
  withheld: [{ why: 'skew', seconds: 300, keySeconds: 240, stops: 2, keyStops: 1, lostPacks: 500 }],
  bottleneck: [
    { station: 0, machines: ['FW-101'], key: true, rootShare: 0.05, limitingShare: 0 },
    { station: 1, machines: ['CP-105'], key: false, rootShare: 0.1, limitingShare: 0.02 },
  ],
  ...over,
})

/** The flow of that line, from 16-11-2026 on. */
export const wireLineFlow = (over: Record<string, unknown> = {}) => ({
  ...{ version: 3, timezone: 'Europe/London', lineNames: ['Line 1'], history: [] },
  lines: [
    {
      ...{ lineName: 'Line 1', validFrom: '2026-11-16 00:00', setBy: 'M. Hughes' },
      setAt: '2026-11-15T10:00:00.000Z',
      stations: [
        { machines: ['FW-101'], needs: 1, bufferSeconds: 0, key: true },
        { machines: ['CP-105'], needs: 1, bufferSeconds: 45, key: false },
      ],
    },
    // The flow of a neighbour stays as it is.
    {
      ...{ lineName: 'Line 2', validFrom: null, setBy: null },
      setAt: '2026-11-15T10:00:00.000Z',
      stations: [{ machines: ['FW-201'], needs: 1, bufferSeconds: 0, key: false }],
    },
  ],
  ...over,
})
