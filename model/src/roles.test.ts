import { expect, test } from 'vitest'
import { groupOfRole, type Role, roleOfGroup, userGroups } from './roles.ts'

test('the numbers of the groups are fixed (D33)', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map(roleOfGroup)).toEqual([
    'admin',
    'clientAdmin',
    'user',
    'engineer',
    'device',
    'distributor',
    undefined,
  ])
})

test('a role has the number of its group, and one that is not there has none', () => {
  for (const { id, role } of userGroups) expect(groupOfRole(role)).toBe(id)
  expect(() => groupOfRole('auditor' as Role)).toThrow('auditor')
})
