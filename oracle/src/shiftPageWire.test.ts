import { expect, test } from 'vitest'
import { Chance } from './chance.ts'
import { goldenFrom, goldenPlant } from './goldenPlant.ts'
import { requestedAt } from './rawPlant.ts'
import { knownPlant } from './referencePlant.ts'
import { shiftPageCalls } from './shiftPageWire.ts'

test('a number of a sentence that stands nowhere on its page is found', async () => {
  const plant = knownPlant(goldenPlant(1))
  const span = { from: goldenFrom, to: goldenFrom + 43_200_000 }
  const scope = { plant, machines: plant.known, span, zone: 'UTC', filter: {}, now: requestedAt }
  const [call] = shiftPageCalls(1, scope, new Chance(1))
  const page = (count: number) => ({
    figures: { made: 5, due: 12, stopsWithoutReason: 2 },
    sentence: { rule: 'behind', terms: { packs: 7, percent: 700 / 12 } },
    also: [{ rule: 'withoutReason', terms: { count } }],
  })
  const ask = (count: number) => call?.ask(async () => ({ status: 200, body: page(count) }))
  expect(await ask(2)).toMatchObject({ rule: 'behind', strangers: [] })
  expect(await ask(3)).toMatchObject({ strangers: [3] })
})
