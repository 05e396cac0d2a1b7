import { expect, test } from 'vitest'
import { pickMachines } from './clientScope.ts'

test('only machines of the scope are picked, each once, whatever is asked', () => {
  const inScope = [{ serialNo: 'A-1' }, { serialNo: 'A-2' }]
  expect(pickMachines(inScope, ['A-2', 'B-1', 'A-2', 'a-1'])).toEqual({
    picked: [{ serialNo: 'A-2' }],
    dropped: ['B-1', 'a-1'],
  })
  expect(pickMachines(inScope, [])).toEqual({ picked: [], dropped: [] })
})
