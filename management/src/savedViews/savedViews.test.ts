import { AppError, grantClientScope, savedViewLimits } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { changeView, deleteView, type NewView, savedViews, saveView } from './savedViews.ts'

let opened: TestManagement
let ids: ReadonlyMap<string, number>
beforeAll(async () => {
  opened = await openTestManagement()
  ids = await people(opened.management)
})
afterAll(() => opened?.close())
beforeEach(async () => {
  await run('delete from saved_view')
  // A neighbour's views, own and shared.
  await save('admin', view('Neighbour'), neighbour)
  await save('admin', view('Shared neighbour', { isShared: true }), neighbour)
})

const own = grantClientScope(1)
const neighbour = grantClientScope(2)
const run = <Row>(text: string, values?: unknown[]) => runSql<Row>(opened.management, text, values)
const editor = (username: string) => ({ userId: ids.get(username) ?? 0, username })
const view = (name: string, over: Partial<NewView> = {}): NewView => ({
  name,
  address: '/admin/compare?preset=last7d',
  isShared: false,
  ...over,
})
const save = (who: string, what: NewView, scope = own) =>
  saveView(opened.management, editor(who), scope, what)
const list = async (who: string, scope = own) =>
  (await savedViews(opened.management, scope, editor(who).userId)).map(
    ({ name, isOwn, isShared, owner }) => [name, isOwn, isShared, owner],
  )
const remove = (who: string, id: number, mayShare: boolean, scope = own) =>
  deleteView(opened.management, editor(who), scope, { id, mayShare })
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

test('a person finds the own views of this client and the shared ones, and no others', async () => {
  await save('clientadmin', view('Mine'))
  await save('clientadmin', view('For all', { isShared: true }))
  await save('user', view('Of a user'))
  expect(await list('clientadmin')).toEqual([
    ['For all', true, true, 'clientadmin'],
    ['Mine', true, false, 'clientadmin'],
  ])
  expect(await list('user')).toEqual([
    ['For all', false, true, 'clientadmin'],
    ['Of a user', true, false, 'user'],
  ])
  expect(await list('clientadmin', neighbour)).toEqual([['Shared neighbour', false, true, 'admin']])
})

test('the address is that of a page of this client, without the client of its search', async () => {
  await save('user', view('A', { address: '/admin/compare?client=1&preset=last7d' }))
  const [saved] = await savedViews(opened.management, own, editor('user').userId)
  expect(saved?.address).toBe('/admin/compare?preset=last7d')
  for (const address of [
    'https://elsewhere.example/admin/compare',
    '/admin/panel',
    '/admin/productionData/2/FW-511',
  ]) {
    expect(await codeOf(save('user', view('B', { address })))).toBe('request.invalid')
  }
  expect(await list('user')).toHaveLength(1)
})

test('the same name replaces the own view, whatever its capitals, and never that of another person', async () => {
  const first = await save('user', view('Week'))
  await save('clientadmin', view('Week', { isShared: true }))
  expect(await save('user', view('WEEK', { address: '/admin/timeline' }))).toBe(first)
  expect(await list('user')).toEqual([
    ['WEEK', true, false, 'user'],
    ['Week', false, true, 'clientadmin'],
  ])
  const entries = await run<{ action: string; client_id: number }>(
    `select action, client_id from audit_log where entity = 'savedView' and entity_id = $1 order by id`,
    [first],
  )
  expect(entries).toEqual([
    { action: 'create', client_id: 1 },
    { action: 'update', client_id: 1 },
  ])
})

test('a person has at most 100 views of a client; replacing one of them still works', async () => {
  await run(
    `insert into saved_view (client_id, owner_id, name, address, is_shared, saved_at)
     select 1, $1, 'View ' || n, '/admin/dashboard', false, now() from generate_series(1, $2) n`,
    [editor('user').userId, savedViewLimits.ofPerson],
  )
  expect(await codeOf(save('user', view('One more')))).toBe('savedView.tooMany')
  expect(await codeOf(save('user', view('view 7')))).toBe('done')
  expect(await codeOf(save('clientadmin', view('Of another')))).toBe('done')
})

test('a name and its sharing are changed by the owner alone, in its own client', async () => {
  const id = await save('user', view('Mine'))
  const change = (who: string, scope = own) =>
    changeView(opened.management, editor(who), scope, { id, name: 'Changed', isShared: true })
  await change('clientadmin')
  await change('user', neighbour)
  expect(await list('user')).toEqual([['Mine', true, false, 'user']])
  await change('user')
  expect(await list('user')).toEqual([['Changed', true, true, 'user']])
  await save('user', view('Other'))
  await save('clientadmin', view('Of another person'))
  const rename = (name: string) =>
    codeOf(changeView(opened.management, editor('user'), own, { id, name, isShared: false }))
  expect(await rename('OTHER')).toBe('name.taken')
  expect(await rename('Of another person')).toBe('done')
})

test('a view is deleted by its owner; a shared one also by those who may share; a private one by nobody else', async () => {
  const [mine, shared] = [
    await save('user', view('Mine')),
    await save('engineer', view('Shared', { isShared: true })),
  ]
  await remove('clientadmin', mine, true)
  await remove('user', mine, true, neighbour)
  expect(await codeOf(remove('user', shared, false))).toBe('request.notAllowed')
  expect(await list('user')).toHaveLength(2)
  await remove('clientadmin', shared, true)
  await remove('user', mine, false)
  await remove('user', mine, false)
  expect(await list('user')).toEqual([])
})

test('the views of a deleted account are shown no longer', async () => {
  await save('engineer', view('Shared', { isShared: true }))
  await run(`update user_account set deleted_at = now() where username = 'engineer'`)
  expect(await list('user')).toEqual([])
  await run(`update user_account set deleted_at = null where username = 'engineer'`)
})
