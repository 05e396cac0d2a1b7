import { expect, test } from 'vitest'
import { alternate, mustEqual } from './rounds.ts'

test('answers that differ in a digit, lack a line or have one more end the comparison', () => {
  const answer = ['idle|40000', 'run|20000']
  mustEqual('a', answer, [...answer])
  expect(() => mustEqual('a', answer, ['idle|40000', 'run|20001'])).toThrow(
    'a differs: 2 lines, run|20000 here; 2 lines, run|20001 there',
  )
  expect(() => mustEqual('a', answer, ['idle|40000'])).toThrow('run|20000 here; 1 lines, nothing')
  expect(() => mustEqual('a', answer, [...answer, 'x|1'])).toThrow('2 lines')
})

test('ways take turns, and the times of each are in order', async () => {
  const turns: string[] = []
  const way = (name: string) => ({ name, work: async () => void turns.push(name) })
  const times = await alternate([way('a'), way('b')], 3)
  expect(turns).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
  expect(times.map((one) => one.length)).toEqual([3, 3])
  expect(times[0]).toEqual([...(times[0] ?? [])].sort((a, b) => a - b))
})
