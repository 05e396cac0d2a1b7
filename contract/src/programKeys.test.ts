import { programGroups } from '@packboard/model'
import { expect, test } from 'vitest'
import { addProgramKey } from './programKeys.ts'

const isTaken = (body: object) =>
  addProgramKey.body.safeParse({ name: 'Power BI', groups: ['stops'], ...body }).success

test('a key has a name and at least one of the known groups', () => {
  expect([isTaken({}), isTaken({ groups: [...programGroups] })]).toEqual([true, true])
  for (const body of [
    { name: ' ' },
    { name: 'x'.repeat(81) },
    { groups: [] },
    { groups: ['people'] },
    { clientId: 0 },
    { expires: 'tomorrow' },
  ]) {
    expect([body, isTaken(body)]).toEqual([body, false])
  }
})
