import { grantClientScope, type ShiftStart } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { setShifts, shiftsOfClient } from './shifts.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const own = grantClientScope(4)
const neighbour = grantClientScope(3)
const run = <Row>(text: string) => runSql<Row>(opened.management, text)
const read = (scope = own) => shiftsOfClient(opened.management, scope)
const set = (starts: ShiftStart[], version?: number) =>
  setShifts(opened.management, editor, own, { starts, version })
const written = () =>
  run(`select action, actor_name, entity_id, client_id, before, after from audit_log
       where entity = 'shifts' order by id`)

const early = { weekday: 1, start: '06:00', name: 'Early' }
const late = { weekday: 1, start: '14:00', name: 'Late' }
const tuesday = { weekday: 2, start: '07:00', name: 'Early' }

test('a client has its zone, and its shifts once somebody has set them', async () => {
  expect(await read()).toEqual({ zone: 'Europe/Rome', starts: [], version: 0 })
  expect(await read(grantClientScope(2))).toMatchObject({ zone: 'Europe/Oslo', version: 1 })
  expect((await read(grantClientScope(2)))?.starts).toHaveLength(18)
  expect(await read(grantClientScope(77))).toBeUndefined()
})

test('a plan is kept in order, as one change with one entry in the audit log, of this client alone', async () => {
  const others = await read(neighbour)
  expect(await set([tuesday, late, { ...early, name: ' Early ' }], 0)).toBe(1)
  expect(await read()).toEqual({
    zone: 'Europe/Rome',
    starts: [early, late, tuesday],
    version: 1,
  })
  expect(await set([early, late], 1)).toBe(2)
  expect(await written()).toEqual([
    {
      action: 'update',
      actor_name: 'admin',
      entity_id: 4,
      client_id: 4,
      before: null,
      after: { shifts: [early, late, tuesday] },
    },
    {
      action: 'update',
      actor_name: 'admin',
      entity_id: 4,
      client_id: 4,
      before: { shifts: [early, late, tuesday] },
      after: { shifts: [early, late] },
    },
  ])
  expect(await read(neighbour)).toEqual(others)
})

test('of two people who edit one plan the second is told', async () => {
  const { version } = (await read())!
  const both = await Promise.allSettled([set([early], version), set([late], version)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'edit.conflict', status: 409 },
  })
})

test('the first plan of two people who both saw none is the one that was first', async () => {
  await run('delete from shift_plan where client_id = 4')
  const both = await Promise.allSettled([set([early], 0), set([late], 0)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('saving what is there already is no change', async () => {
  const { starts, version } = (await read())!
  const known = (await written()).length
  expect(await set([...starts], version)).toBe(version)
  expect(await written()).toHaveLength(known)
})

test('an empty plan takes the shifts away', async () => {
  await set([])
  expect(await read()).toMatchObject({ starts: [] })
})

test('a plan that means nothing is refused in words and stores nothing', async () => {
  await set([early])
  await expect(set([early, { ...late, start: '06:00' }])).rejects.toMatchObject({
    code: 'request.invalid',
    message: 'Monday has two shifts that start at 06:00.',
  })
  expect((await read())?.starts).toEqual([early])
})

test('nobody sets the shifts of a client that is gone', async () => {
  await run('update client set deleted_at = now() where id = 4')
  await expect(set([late])).rejects.toMatchObject({ code: 'client.notFound' })
  expect(await read()).toBeUndefined()
  await run('update client set deleted_at = null where id = 4')
})
