import { type DefinitionRule, grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { earlierDefinition, setEarlierDefinition } from './earlierDefinition.ts'

const clock = Date.UTC(2026, 10, 21, 14)
let opened: TestManagement
const own = grantClientScope(1)
const neighbour = grantClientScope(2)
const run = <Row>(text: string) => runSql<Row>(opened.management, text)

beforeAll(async () => {
  opened = await openTestManagement({ now: () => clock })
})
afterAll(() => opened?.close())
beforeEach(async () => {
  for (const table of ['earlier_definition', 'audit_log']) await run(`delete from ${table}`)
})

const shift: DefinitionRule = { dividesBy: 'shift', speed: 'nameplate', packs: 'all' }
const calendar: DefinitionRule = { dividesBy: 'calendar', speed: 'target', packs: 'good' }
const set = (earlier: DefinitionRule | null, version?: number, scope = own) =>
  setEarlierDefinition(opened.management, editor, scope, { earlier, version })
const read = (scope = own) => earlierDefinition(opened.management, scope)
const entries = () =>
  run<{ before: unknown; after: unknown }>(
    `select before, after from audit_log where entity = 'earlierDefinition' order by id`,
  )

test('is of one client, with who entered it and when', async () => {
  const none = { version: 0, rule: null, setBy: null, setAt: null }
  expect(await read()).toEqual(none)
  await set(calendar, 0, neighbour)
  expect(await read()).toEqual(none)
  expect(await set(shift, 0)).toBe(1)
  expect(await read()).toEqual({
    ...{ version: 1, rule: shift, setBy: 'admin', setAt: new Date(clock) },
  })
  expect((await read(neighbour)).rule).toEqual(calendar)
})

test('another one raises the version, the same one does not, and a removed one keeps it', async () => {
  await set(shift)
  expect(await set(shift, 1)).toBe(1)
  expect(await set(calendar, 1)).toBe(2)
  expect(await set(null, 2)).toBe(3)
  expect(await read()).toEqual({ version: 3, rule: null, setBy: null, setAt: null })
  expect(await set(shift, 3)).toBe(4)
  expect(await entries()).toEqual([
    ...[
      { before: null, after: shift },
      { before: shift, after: calendar },
      { before: calendar, after: null },
      { before: null, after: shift },
    ],
  ])
})

test('of two persons who edit it the second one is refused, also where both saw none', async () => {
  const both = await Promise.allSettled([set(shift, 0), set(calendar, 0)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'edit.conflict', status: 409 },
  })
})

test('a client that is gone has none', async () => {
  await run('update client set deleted_at = now() where id = 4')
  await expect(set(shift, 0, grantClientScope(4))).rejects.toMatchObject({
    code: 'client.notFound',
  })
  await run('update client set deleted_at = null where id = 4')
})
