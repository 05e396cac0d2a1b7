import { expect, test } from 'vitest'
import { factorModes, wantsFactor } from './factors.ts'

test('a second factor is wanted of staff, of all, or of nobody', () => {
  const wanted = (role: 'admin' | 'distributor' | 'clientAdmin' | 'engineer' | 'user') =>
    factorModes.filter((mode) => wantsFactor(mode, role))
  expect(wanted('admin')).toEqual(['staff', 'all'])
  expect(wanted('distributor')).toEqual(['staff', 'all'])
  expect(wanted('clientAdmin')).toEqual(['all'])
  expect(wanted('engineer')).toEqual(['all'])
  expect(wanted('user')).toEqual(['all'])
})
