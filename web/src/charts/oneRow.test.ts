import type { MachineState } from '@packboard/model'
import { expect, test, vi } from 'vitest'
import { bandLooks, shownBand, shownShape } from './bandLook.ts'
import { stateBarsSeries } from './stateBarsSeries.ts'

vi.mock('@packboard/model', async (load) => {
  const model = await load<typeof import('@packboard/model')>()
  const jam: MachineState = {
    code: 27,
    name: 'Carton Jam',
    packml: null,
    band: 'line',
    category: 'alarm',
    external: false,
  }
  const machineStates = [...model.machineStates, jam]
  return { ...model, machineStates, machineState: model.stateFinder(machineStates) }
})

test('a state is one row: its colour and its shape are those of its band', () => {
  expect(shownBand(27, false)).toBe('line')
  expect(shownShape(27, false)).toBe(bandLooks.line.shape)
  expect(stateBarsSeries([{ name: 'Carton Jam', seconds: 5 }])).toMatchObject([
    { band: 'line', shape: bandLooks.line.shape },
  ])
  expect([shownBand(26, false), shownBand(28, false)]).toEqual(['line', 'dark'])
})
