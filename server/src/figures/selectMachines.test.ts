import { expect, test } from 'vitest'
import { selectMachines } from './filterWire.ts'

const machine = (id: number, serialNo: string) => ({
  id,
  serialNo,
  type: { label: 'FW', imagePath: '' },
  lineName: '',
})
const inScope = [machine(1, 'FW-101'), machine(2, 'FW-102')]
const ids = (requested: Parameters<typeof selectMachines>[1]) =>
  selectMachines(inScope, requested).map(({ id }) => id)

test('the object of a call and the choice in the filter both narrow', () => {
  expect(ids({})).toEqual([1, 2])
  expect(ids({ machineId: 'All', machine: 'All' })).toEqual([1, 2])
  expect(ids({ machineId: 'FW-101', machine: 'All' })).toEqual([1])
  expect(ids({ machineId: 'All', machine: 'FW-102' })).toEqual([2])
  expect(ids({ machineId: 'FW-101', machine: 'FW-102' })).toEqual([])
})

test('an object outside the scope is not found, a choice outside of it meets nothing', () => {
  expect(() => ids({ machineId: 'FW-511' })).toThrow('Machine not found.')
  expect(ids({ machine: 'FW-511' })).toEqual([])
})
