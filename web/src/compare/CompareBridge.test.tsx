import { expect, test } from 'vitest'
import { openFilter } from '../filter/filter.ts'
import { searchOfTwo } from './CompareBridge.tsx'

const filter = openFilter(
  {
    ...{ startDate: '2026-11-16', startTime: '06:00', endDate: '2026-11-22', endTime: '21:59' },
    zone: 'Europe/London',
  },
  ['product', 'machine'],
)
const row = (key: string, from: string | null = null, to: string | null = null) => ({
  key,
  from: from === null ? null : new Date(from),
  to: to === null ? null : new Date(to),
})

test('two machines have one window', () => {
  expect(searchOfTwo('machine', row('FW-101'), row('FW-102'), filter)).toMatchObject({
    ...{ from: '2026-11-16', to: '2026-11-22', start: '06:00' },
    ...{ machine: 'FW-101', vsMachine: 'FW-102' },
  })
})

test('two days are two windows of whole days', () => {
  const [first, second] = [
    row('2026-11-17', '2026-11-17T00:00Z', '2026-11-18T00:00Z'),
    row('2026-11-16', '2026-11-16T06:00Z', '2026-11-17T00:00Z'),
  ]
  expect(searchOfTwo('day', first, second, filter)).toEqual({
    ...{ from: '2026-11-17', to: '2026-11-17', zone: 'Europe/London' },
    ...{ vsFrom: '2026-11-16', vsTo: '2026-11-16' },
  })
})

test('what no filter names has no bridge', () => {
  expect(searchOfTwo('operator', row('Ann'), row('Bob'), filter)).toBeNull()
  expect(searchOfTwo('shift', row('Early'), row('Late'), filter)).toBeNull()
})
