import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  policyMutations,
  quickMutations,
  routeMutations,
  storeMutations,
} from '../scripts/rightsMutations.mjs'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const policies = policyMutations(root)

test('every check of the rights that `npm run test:rights` removes is still in the code', () => {
  const all = [...quickMutations, ...policies, ...storeMutations, ...routeMutations]
  expect(all.length).toBeGreaterThan(200)
  expect(policies.length).toBeGreaterThan(120)
  const wrong = all.flatMap(({ file, test, what, changes }) => {
    const places = changes.map((each) => ({
      found: read(file).split(each.from).length - 1,
      wanted: each.nth,
    }))
    const fits = places.every(({ found, wanted = 0 }) => (wanted ? found >= wanted : found === 1))
    return fits && existsSync(join(root, test)) ? [] : [`${file}: ${what}`]
  })
  expect(wrong).toEqual([])
})
