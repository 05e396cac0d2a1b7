import { expect, test } from 'vitest'
import { contextOf } from '../../testing/contexts.ts'
import { causeRows } from './stopCauses.ts'

const stop = (reported: Parameters<typeof contextOf>[0]) =>
  contextOf({
    state: 21,
    category: 'alarm',
    causeGroup: 'Film',
    cause: 'Film snapped',
    ...reported,
  })

test('stop causes: seconds, stops and lost packs, longest first', () => {
  const contexts = [
    stop({ seconds: 90, stops: 2 }),
    stop({ seconds: 30, product: 'B', machineId: 2 }),
    stop({ causeGroup: '', cause: 'Stopped', seconds: 600, stops: 1, product: 'C' }),
    stop({ causeGroup: 'Jaws', cause: 'Pack in jaws', stops: 1 }),
    stop({ causeGroup: 'Jaws', cause: 'Pack lost', packs: 4 }),
    contextOf({ seconds: 1_000 }),
  ]
  const ppm: Record<string, number> = { A: 60, B: 120 }
  const rows = causeRows(contexts, (_machine, product) => {
    const target = ppm[product]
    return target === undefined ? { ppm: null, source: null } : { ppm: target, source: 'recipe' }
  })
  expect(rows).toEqual([
    {
      kind: 'cause',
      reason: null,
      group: '',
      cause: 'Stopped',
      seconds: 600,
      count: 1,
      lostPacks: null,
    },
    {
      kind: 'cause',
      reason: null,
      group: 'Film',
      cause: 'Film snapped',
      seconds: 120,
      count: 2,
      lostPacks: 90 + 60,
    },
    {
      kind: 'cause',
      reason: null,
      group: 'Jaws',
      cause: 'Pack in jaws',
      seconds: 0,
      count: 1,
      lostPacks: 0,
    },
  ])
})
