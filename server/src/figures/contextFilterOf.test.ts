import { type MachineState, machineStates } from '@packboard/model'
import { expect, test } from 'vitest'
import { contextFilterOf } from './filterWire.ts'

const none = { product: 'All', tool: 'All', cause: 'All' }

test('All filters nothing', () => {
  expect(contextFilterOf(none)).toEqual({})
})

test('product and tool are kept to the letter', () => {
  expect(contextFilterOf({ ...none, product: 'all', tool: ' Former 45' })).toEqual({
    product: 'all',
    tool: ' Former 45',
  })
})

test.each([
  ['10', { state: 10 }],
  ['1', { state: 1 }],
  ['26', { state: 26 }],
  ['Held (No Production)', { state: 13 }],
  ['Downstream', { state: 19 }],
  ['27', { causeGroup: '27' }],
  ['0', { causeGroup: '0' }],
  ['downstream', { causeGroup: 'downstream' }],
  ['Film', { causeGroup: 'Film' }],
])('"%s" is a code, a state or an alarm group', (cause, filter) => {
  expect(contextFilterOf({ ...none, cause })).toEqual(filter)
})

test('a state is one row: the filter takes its code and its name', () => {
  const jam: MachineState = {
    code: 127,
    name: 'Carton Jam',
    packml: null,
    band: 'line',
    category: 'alarm',
    external: false,
  }
  for (const cause of ['127', 'Carton Jam']) {
    const requested = { ...none, cause }
    expect(contextFilterOf(requested)).toEqual({ causeGroup: cause })
    expect(contextFilterOf(requested, [...machineStates, jam])).toEqual({ state: 127 })
  }
})

test('an empty choice is met by nothing: what was never told is met by All alone', () => {
  expect(contextFilterOf({ ...none, product: '' })).toBeUndefined()
  expect(contextFilterOf({ ...none, tool: '' })).toBeUndefined()
  expect(contextFilterOf({ ...none, cause: '' })).toBeUndefined()
})
