import { expect, test } from 'vitest'
import { setEarlierDefinition } from './definitions.ts'

const earlier = { dividesBy: 'shift', speed: 'nameplate', packs: 'all' }
const accepts = (body: object) => setEarlierDefinition.body.safeParse(body).success

test('the definition of an earlier system is three choices, or none', () => {
  expect(accepts({ earlier })).toBe(true)
  expect(accepts({ earlier: null, version: 3 })).toBe(true)
  expect(accepts({})).toBe(false)
  expect(accepts({ earlier: { ...earlier, packs: undefined } })).toBe(false)
  for (const other of [{ dividesBy: 'week' }, { speed: 'best' }, { packs: 'bad' }]) {
    expect(accepts({ earlier: { ...earlier, ...other } })).toBe(false)
  }
})
