import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { signInWithPassword } from '../../testing/signInWithPassword.ts'
import { type AuditQuestion, auditLogPage, recordEvent, recordStaffRead } from './auditLog.ts'

const start = Date.UTC(2026, 10, 21, 6)
const hour = 3_600_000

let opened: TestManagement
let now = start

beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  await runSql(opened.management, 'delete from audit_log')
  const event = (clientId: number | null, actorName: string, after: unknown) =>
    recordEvent(opened.management, { userId: null, username: actorName }, 'export', 'table', {
      id: null,
      clientId,
      after,
    })
  for (let n = 1; n <= 12; n += 1) await event(1, 'helen', { table: `table ${n}` })
  await event(2, 'olav', { table: '100% of_it' })
  await event(null, 'marta', { table: 'everything' })
})
afterAll(() => opened?.close())

const page = (requested: Partial<AuditQuestion> = {}) =>
  auditLogPage(opened.management, { offset: 0, limit: 10, ...requested })

test('pages are newest first, without gap or overlap, and know how many there are', async () => {
  const first = await page()
  const second = await page({ offset: 10 })
  expect([first.rows.length, first.count, second.rows.length, second.count]).toEqual([
    10, 14, 4, 14,
  ])
  expect(first.rows[0]).toMatchObject({ actor: 'marta', clientName: null })
  const ids = [...first.rows, ...second.rows].map(({ id }) => Number(id))
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  expect(new Set(ids).size).toBe(14)
})

test('the part of one client holds nothing of another', async () => {
  const own = await page({ clientId: 1, limit: 200 })
  expect(own.count).toBe(12)
  expect(new Set(own.rows.map(({ clientName }) => clientName))).toEqual(
    new Set(['Northfield Confectionery']),
  )
  expect((await page({ clientId: 1, search: 'olav' })).count).toBe(0)
})

test('an entry names its record, and never one of another client', async () => {
  const [own, foreign] = await runSql<{ id: number; serial_no: string }>(
    opened.management,
    'select min(serial_no) as serial_no, min(id) as id from machine group by client_id order by client_id limit 2',
  )
  const about = (entity: string, entityId: unknown) =>
    recordEvent(opened.management, { userId: null, username: 'ruth' }, 'revoke', entity, {
      id: Number(entityId),
      clientId: 1,
      after: null,
    })
  await about('machine', own?.id)
  await about('machine', foreign?.id)
  await about('client', 1)
  await about('client', 2)
  await about('session', 1)
  const { rows } = await page({ action: 'revoke' })
  expect(rows.map(({ entityName }) => entityName).reverse()).toEqual([
    own?.serial_no,
    null,
    'Northfield Confectionery',
    null,
    null,
  ])
  await runSql(opened.management, "delete from audit_log where action = 'revoke'")
})

test.each([
  ['HELEN', 12],
  ['norsk', 1],
  ['table 12', 1],
  // Signs of a pattern are letters here.
  ['100% of_it', 1],
  ['%', 1],
  ['_', 1],
  ['\\', 0],
  ["'; drop table audit_log; --", 0],
  ['  ', 14],
])('a search for "%s" finds %i', async (search, count) => {
  expect((await page({ search })).count).toBe(count)
})

test('by action and time, the end not in it any more', async () => {
  const { rows } = await page({ search: 'table 7' })
  const at = rows[0]?.at ?? new Date(0)
  expect((await page({ action: 'export' })).count).toBe(14)
  expect((await page({ action: 'delete' })).count).toBe(0)
  const after = new Date(at.getTime() + 1)
  expect((await page({ search: 'table 7', from: at, to: after })).count).toBe(1)
  expect((await page({ search: 'table 7', from: after })).count).toBe(0)
  expect((await page({ search: 'table 7', to: at })).count).toBe(0)
})

test('staff who read a client are written down once for each person, client and hour', async () => {
  const read = (actorId: number, clientId: number) =>
    recordStaffRead(opened.management, { actorId, actorName: `staff ${actorId}`, clientId })
  await Promise.all([read(1, 1), read(1, 1), read(1, 2), read(2, 1)])
  await read(1, 1)
  expect((await page({ action: 'read' })).count).toBe(3)
  now = start + hour - 1
  await read(1, 1)
  expect((await page({ action: 'read' })).count).toBe(3)
  now = start + hour
  await read(1, 1)
  expect((await page({ action: 'read', clientId: 1 })).count).toBe(3)
  expect((await page({ action: 'read', clientId: 2 })).count).toBe(1)
})

test('sign-ins and failed ones are written down, a name only when it is somebody', async () => {
  const come = (username: string, password: string) =>
    signInWithPassword(opened.management, { username, password, address: '192.0.2.1' })
  await come('ClientAdmin', 'packboard')
  await expect(come('clientadmin', 'wrong')).rejects.toMatchObject({ code: 'signin.failed' })
  await expect(come('my-secret-password', 'x')).rejects.toMatchObject({ code: 'signin.failed' })
  const rows = await runSql(
    opened.management,
    `select actor_id is not null as known, actor_name, action, client_id, after
       from audit_log where entity = 'session' order by id`,
  )
  const after = { address: '192.0.2.1' }
  expect(rows).toEqual([
    {
      ...{ known: true, actor_name: 'clientadmin', action: 'signIn', client_id: 1 },
      after: { ...after, way: 'password' },
    },
    { known: false, actor_name: 'clientadmin', action: 'signInFailed', client_id: 1, after },
    { known: false, actor_name: 'unknown', action: 'signInFailed', client_id: null, after },
  ])
})
