import { expect, test } from 'vitest'
import { goldenFrom, goldenPlant } from './goldenPlant.ts'
import { lossCalls } from './lossesWire.ts'
import { requestedAt } from './rawPlant.ts'
import { knownPlant } from './referencePlant.ts'

const plant = knownPlant(goldenPlant(1))
const scope = {
  ...{ plant, machines: plant.known, zone: 'UTC', filter: {}, now: requestedAt },
  span: { from: goldenFrom, to: goldenFrom + 43_200_000 },
}

test('an answer that lacks a second is no answer of the reference', async () => {
  const [call] = lossCalls({ machine: 'All', machineId: 'golden' }, scope, null)
  expect(call?.expected).toMatchObject({ status: 200, none: null, wrong: [] })
  const body = { none: null, plannedSeconds: 41_400, goodSeconds: 26_718, losses: [] }
  const found = await call?.ask(async () => ({ status: 200, body }))
  expect(found).toMatchObject({
    wrong: expect.arrayContaining([
      expect.stringMatching(/^open by/),
      expect.stringMatching(/^missing/),
    ]),
  })
})
