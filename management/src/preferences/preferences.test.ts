import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { people } from '../../testing/people.ts'
import { arrangementOf, looksOf, setArrangement, setLooks } from './preferences.ts'

let opened: TestManagement
let ids: ReadonlyMap<string, number>
beforeAll(async () => {
  opened = await openTestManagement()
  ids = await people(opened.management)
})
afterAll(() => opened?.close())

const idOf = (username: string) => ids.get(username) ?? 0
const own = grantClientScope(1)
const neighbour = grantClientScope(2)

test('looks are of one person, and what is left out stays', async () => {
  const { management } = opened
  await setLooks(management, idOf('user'), { colourScheme: 'light', density: 'compact' })
  await setLooks(management, idOf('engineer'), { density: 'compact' })
  await setLooks(management, idOf('engineer'), { colourScheme: 'auto' })
  await setLooks(management, idOf('engineer'), {})
  expect(await looksOf(management, idOf('user'))).toEqual({
    colourScheme: 'light',
    density: 'compact',
  })
  expect(await looksOf(management, idOf('engineer'))).toEqual({
    colourScheme: 'auto',
    density: 'compact',
  })
  await setLooks(management, idOf('engineer'), { colourScheme: null })
  expect((await looksOf(management, idOf('engineer'))).colourScheme).toBeNull()
  expect(await looksOf(management, idOf('clientadmin'))).toEqual({
    colourScheme: null,
    density: null,
  })
})

test('an arrangement is of one person and one client', async () => {
  const { management } = opened
  const mine = { grouping: 'type', order: ['FW-102', 'FW-101'], favourites: ['FW-201'] } as const
  const theirs = { grouping: null, order: ['FW-511'], favourites: [] } as const
  await setArrangement(management, own, idOf('admin'), { ...mine, order: [] })
  await setArrangement(management, own, idOf('admin'), mine)
  await setArrangement(management, neighbour, idOf('admin'), theirs)
  await setArrangement(management, own, idOf('user'), theirs)
  expect(await arrangementOf(management, own, idOf('admin'))).toEqual(mine)
  expect(await arrangementOf(management, neighbour, idOf('admin'))).toEqual(theirs)
  expect(await arrangementOf(management, own, idOf('engineer'))).toBeUndefined()
  expect(await arrangementOf(management, neighbour, idOf('user'))).toBeUndefined()
})
