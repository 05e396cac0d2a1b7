import { expect, test } from 'vitest'
import { defaultMemoryBytes } from './startEngine.ts'

const gib = 2 ** 30

test.each([
  ['a machine without a limit', 0, 8 * gib, 2 * gib],
  ['a limit that no machine has', 2 ** 63, 8 * gib, 2 * gib],
  ['a container with 6 GiB on a machine of 64', 6 * gib, 64 * gib, 1.5 * gib],
  ['a large machine', 0, 64 * gib, 4 * gib],
  ['a small container', 2 * gib, 64 * gib, gib],
])('the engine gets a quarter of what there is: %s', (_, limit, all, expected) => {
  expect(defaultMemoryBytes(limit, all)).toBe(expected)
})
