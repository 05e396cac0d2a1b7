// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { noteChips } from './HandOverNote.tsx'

const story = (machineId: string, cause: string, group = 'Film') => ({ machineId, cause, group })
const machines = ['FW-101', 'FW-102'].map((machineId) => ({ machineId }))

test('only machines of this tablet, each once with its alarm, a state without words, at most four', () => {
  const stories = [
    story('FW-301', 'Jam'),
    story('FW-102', 'Film snap'),
    story('FW-102', 'Film snap'),
    story('FW-101', 'Held (No Production)', ''),
  ]
  expect(noteChips(stories, machines)).toEqual(['FW-102 Film snap', 'FW-101'])
  const many = Array.from({ length: 9 }, (_, index) => story('FW-101', `Alarm ${index}`))
  expect(noteChips(many, machines)).toHaveLength(4)
})
